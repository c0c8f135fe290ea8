import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { reachableFolder } from '../reachableFolder.ts'
import type { DatabaseServers } from './servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket that says where the run's database servers are, and starts them for the first who asks. */
    databaseDoor: string
  }
}

/** Runs that touch no database start none, and do not even load the code. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await reachableFolder('test')
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
