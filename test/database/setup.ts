import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DatabaseServers } from './servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket that says where the run's database servers are, and starts them for the first who asks. */
    databaseDoor: string
  }
}

/** Runs that touch no database start none, and do not even load the code. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-test-'))
  // Where root has no user namespaces, as in containers, the database runs as nobody and must get through.
  await chmod(folder, 0o711)
  let servers: Promise<DatabaseServers> | undefined
  const door = createServer(socket => {
    socket.on('error', () => undefined)
    servers ??= import('./servers.ts').then(module => module.startServers(folder))
    servers.then(
      ({ details }) => socket.end(JSON.stringify({ details })),
      error => socket.end(JSON.stringify({ failure: String(error?.stack ?? error) })),
    )
  })
  const path = join(folder, 'door')
  await new Promise<void>(resolve => door.listen(path, resolve))
  door.unref()
  project.provide('databaseDoor', path)
  return async () => {
    door.close()
    const started = await servers?.catch(() => undefined)
    await started?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
