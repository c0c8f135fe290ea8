// A sandbox for one command: a gateway as a process of its own, on a free port, with a database in a folder
// that is removed with it.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ThrowawaySandbox } from '../commands/context.ts'
import { readConfig } from '../config/config.ts'
import { publishedPassword } from '../config/settings.ts'
import { sandboxMerchantId } from '../platform/environment.ts'
import { StartRefusal } from '../platform/errors.ts'
import { projectPath } from '../platform/files.ts'
import { type ConnectionLifetime, openGatewayConnection } from './gatewayConnection.ts'

export async function openThrowawaySandbox(
  { patienceMs }: { readonly patienceMs: number },
  lifetime: ConnectionLifetime,
): Promise<ThrowawaySandbox> {
  const { closers } = lifetime
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-replay-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const settings = {
    ...{ TOLLGATE_MODE: 'sandbox', TOLLGATE_PORT: '0', TOLLGATE_DATA_DIR: folder },
    ...{ TOLLGATE_ACQUIRER_PATIENCE_MS: String(patienceMs), TOLLGATE_LOG_LEVEL: 'error' },
  }
  const started = await startGateway(settings, closers)
  const connection = await openGatewayConnection(readConfig(settings), { gateway: started.address }, lifetime)
  const credentials = { merchantId: sandboxMerchantId, password: publishedPassword }
  return { connection, credentials, consoleAddress: started.consoleAddress }
}

type StartedGateway = { readonly address: string; readonly consoleAddress: string }

/** Its settings are these and no others: those of this command are of another gateway. */
async function startGateway(
  settings: Readonly<Record<string, string>>,
  closers: ConnectionLifetime['closers'],
): Promise<StartedGateway> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TOLLGATE_'))
  const gateway = spawn(process.execPath, [projectPath('start.mjs')], {
    env: { ...Object.fromEntries(others), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => gateway.once('close', () => resolve()))
  closers.push(() => {
    gateway.kill('SIGTERM')
    return ended
  })
  return await new Promise((resolve, reject) => {
    let told = ''
    const listen = (chunk: Buffer) => {
      told = (told + chunk).slice(-toldMax)
      const { address, consoleAddress } = announced.exec(told)?.groups ?? {}
      if (address !== undefined && consoleAddress !== undefined) resolve({ address, consoleAddress })
    }
    gateway.stdout.on('data', listen)
    gateway.stderr.on('data', listen)
    gateway.once('error', reject)
    gateway.once('close', () => {
      const why = told.trim().split('\n').at(-1) ?? ''
      reject(new StartRefusal(`The sandbox to replay on did not start: ${why.slice(0, 300)}`))
    })
  })
}

const toldMax = 20_000
const announced = /Base address\s+(?<address>http:\/\/[^/\s]+)\/[\s\S]*Console\s+(?<consoleAddress>http:\S+)/
