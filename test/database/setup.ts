import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { reachableFolder } from '../reachableFolder.ts'
import type { DatabaseServers } from './servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A socket that returns where the run's database servers are, and starts them on the first connection.
     */
    databaseSocket: string
  }
}

/** Runs without a database start none, and do not even load the code. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await reachableFolder('test')
  let servers: Promise<DatabaseServers> | undefined
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    servers ??= import('./servers.ts').then(module => module.startServers(folder))
    servers.then(
      ({ details }) => socket.end(JSON.stringify({ details })),
      error => socket.end(JSON.stringify({ failure: String(error?.stack ?? error) })),
    )
  })
  const path = join(folder, 'servers.socket')
  await new Promise<void>(resolve => server.listen(path, resolve))
  server.unref()
  project.provide('databaseSocket', path)
  return async () => {
    server.close()
    const started = await servers?.catch(() => undefined)
    await started?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
