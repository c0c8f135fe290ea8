import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FaultName, FaultSetting } from '../../src/acquirerHost/faults.ts'
import type { HostEntryKind } from '../../src/acquirerHost/hostBooks.ts'
import type { HostCounters } from '../../src/acquirerHost/hostRecord.ts'
import type { OriginalComparisons } from '../../src/acquirerHost/namedOriginal.ts'
import { type Control, commandLine, startControlled } from '../controlledProcess.ts'

/** An acquirer host as an operator starts it: a process of its own, steered over its control. */
export type HostProcess = {
  readonly port: number
  setFaults(faults: Faults): Promise<void>
  clearFaults(): Promise<void>
  /** What it does at once: cut-over, sign-off, drop-connections. */
  act(what: 'cut-over' | 'sign-off' | 'drop-connections'): Promise<void>
  books(): Promise<readonly BookedEntry[]>
  counters(): Promise<HostCounters>
  comparisons(): Promise<OriginalComparisons>
  faultsHappened(): Promise<Readonly<Record<string, number>>>
  /** Every message that came, in order, also those that a fault swallowed. */
  wire(): Promise<readonly WireMessage[]>
  stop(): Promise<void>
}

export type Faults = { readonly [name in FaultName]?: FaultSetting }

/** As the control tells it: amounts are text. */
export type BookedEntry = {
  readonly entryNo: number
  readonly type: string
  /** MMDDhhmmss of the message. */
  readonly transmitted: string
  readonly kind: HostEntryKind
  readonly state: 'posted' | 'pending' | 'undone'
  readonly terminal: string
  readonly reference: string
  readonly traceNumber: string
  readonly amount: string
  readonly currency: string
  readonly authorized: string
  readonly captured: string
  readonly isLast: boolean
  readonly of?: number
}

export type WireMessage = {
  /** When it came, by the host's clock. */
  readonly atMs: number
  readonly direction: 'received' | 'sent'
  readonly type: string
  readonly fields: Readonly<Record<string, string>>
}

type HostOptions = { readonly folder: string; readonly dialect: string; readonly seed: number }

export async function startHostProcess({ folder, dialect, seed }: HostOptions): Promise<HostProcess> {
  const path = join(folder, 'wire.jsonl')
  const words = ['--verbose', '--memory', '--port', '0', '--seed', String(seed), '--dialect', dialect]
  const options = await commandLine('acquirer-host', ...words)
  const { announced, control, end } = await startControlled({ ...options, path })
  return {
    port: announced.port,
    setFaults: async faults => void (await control('POST', 'faults', faults)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    act: async what => void (await control('POST', what)),
    books: () => pagesOf<BookedEntry>(control, 'entries'),
    counters: () => control('GET', 'counters'),
    comparisons: () => control('GET', 'comparisons'),
    faultsHappened: async () => (await control('GET', 'faults')).happened,
    async wire() {
      const came: WireMessage[] = []
      for await (const line of createInterface({ input: createReadStream(path) }))
        if (line.includes('"direction":"received"')) came.push(JSON.parse(line))
      return came
    },
    stop: () => end('SIGTERM'),
  }
}

const pageSize = 5_000

async function pagesOf<One>(control: Control, path: string): Promise<readonly One[]> {
  const all: One[] = []
  for (;;) {
    const page: { of: number; list: One[] } = await control(
      'GET',
      `${path}?after=${all.length}&limit=${pageSize}`,
    )
    all.push(...page.list)
    if (page.list.length === 0 || all.length >= page.of) return all
  }
}
