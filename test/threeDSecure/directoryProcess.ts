import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DirectoryFault, DirectoryFaultSetting } from '../../src/directoryServer/faults.ts'
import type { GatewaySettings } from '../../src/directoryServer/gatewaySettings.ts'
import type { RawDirectoryMessage } from '../../src/directoryServer/messageRecord.ts'
import type { ChallengeEnd } from '../../src/directoryServer/verdicts.ts'
import { startControlled } from '../controlledProcess.ts'
import { freePort } from '../freePorts.ts'
import type { RecordedDirectoryJob } from './recordedDirectory.ts'

/** The directory server of one scheme with its issuers, as a process of its own. */
export type DirectoryProcess = {
  /** What a gateway has to know of it. */
  readonly settings: GatewaySettings
  setFaults(faults: DirectoryFaults): Promise<void>
  clearFaults(): Promise<void>
  faultsHappened(): Promise<Readonly<Record<string, number>>>
  /** The payer decides, without a browser; done when the result was delivered or lost. */
  decide(acsTransactionId: string, end: ChallengeEnd): Promise<void>
  /** Nobody is there for a while. */
  closeFor(ms: number): Promise<void>
  /** Every message, in order, as it was on the wire. */
  messages(): Promise<readonly RawDirectoryMessage[]>
  stop(): Promise<void>
}

export type DirectoryFaults = { readonly [name in DirectoryFault]?: DirectoryFaultSetting }

type DirectoryOptions = { readonly folder: string; readonly seed: number }

export async function startDirectoryProcess({ folder, seed }: DirectoryOptions): Promise<DirectoryProcess> {
  const path = join(folder, 'directory.jsonl')
  const job: RecordedDirectoryJob = {
    ...{ folder: join(folder, 'directory'), schemes: ['scheme-a'], controlPort: await freePort(), seed },
  }
  const { announced, control, end } = await startControlled({
    ...{ controlPort: job.controlPort, path },
    line: ['start.mjs', 'test/threeDSecure/recordedDirectory.ts', JSON.stringify(job)],
  })
  return {
    settings: announced.settings,
    setFaults: async faults => void (await control('POST', 'faults', faults)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    faultsHappened: async () => (await control('GET', 'faults')).happened,
    decide: async (id, outcome) => void (await control('POST', `challenges/${id}`, { outcome })),
    async closeFor(ms) {
      await control('POST', 'faults', { 'refuse-connections': 1 })
      await sleep(ms)
      await control('POST', 'faults', { 'refuse-connections': 0 })
    },
    async messages() {
      const all: RawDirectoryMessage[] = []
      for await (const line of createInterface({ input: createReadStream(path) }))
        if (line.includes('"messageType')) all.push(JSON.parse(line))
      return all
    },
    stop: () => end('SIGTERM'),
  }
}
