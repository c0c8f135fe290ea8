import { type ChildProcess, spawn } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { projectPath } from '../../src/platform/files.ts'

/** Starts a gateway on a data directory; a refused start is thrown. */
export type StartGateway = (
  dataDirectory: string,
  environment?: NodeJS.ProcessEnv,
  /** Called while it still starts. */
  onSpawned?: (gateway: ChildProcess) => void,
) => Promise<ChildProcess>

/** Processes of their own that launch the embedded database and hold it until they are killed. */
export async function prepareGateways(folder: string): Promise<StartGateway> {
  const bundle = join(folder, 'gateway.mjs')
  await build({
    stdin: { contents: program, resolveDir: projectPath('src', 'store', 'embedded'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: bundle,
  })
  await symlink(projectPath('node_modules'), join(folder, 'node_modules'))
  return async (dataDirectory, environment = {}, onSpawned) => {
    const gateway = spawn(process.execPath, [bundle, dataDirectory], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    })
    onSpawned?.(gateway)
    for await (const line of createInterface(gateway.stdout)) {
      if (line === 'ready') return gateway
      throw new Error(line)
    }
    throw new Error('The gateway ended without a word')
  }
}

const program = `import { launchEmbedded } from './launch.ts'
  try {
    await launchEmbedded({ dataDirectory: process.argv[2] })
    console.log('ready')
  } catch (error) {
    console.log(String(error))
    process.exitCode = 1
  }`
