// What a test or an operator can ask of a running acquirer host, and make it do.

import type { Server } from 'node:net'
import { clearingFile } from './clearingFile.ts'
import type { FaultDeck, FaultName, FaultSetting } from './faults.ts'
import type { HostBooks, HostEntry } from './hostBooks.ts'
import type { HostConnection } from './hostConnection.ts'
import type { HostCounters, HostRecord, RecordedMessage } from './hostRecord.ts'
import type { HostScript, HostScripts } from './hostScripts.ts'
import type { HostSwitch } from './hostSwitch.ts'
import type { BookTotals, TotalsFilter } from './hostTotals.ts'
import type { NamedOriginal, OriginalComparisons } from './namedOriginal.ts'

export type AcquirerHostControl = {
  /** Without a probability and a number of next messages, the fault ends. */
  fault(name: FaultName, setting?: FaultSetting): void
  clearFaults(): void
  faults(): {
    readonly set: Readonly<Record<string, FaultSetting>>
    readonly happened: Readonly<Record<string, number>>
  }
  script(script: HostScript): void
  clearScripts(): void
  /** Oldest first. */
  entries(): readonly HostEntry[]
  totals(filter?: TotalsFilter): BookTotals
  businessDate(): string
  /** Begins another business date and tells everybody; returns it. */
  cutOver(): string
  signOff(): void
  echo(): void
  keyChange(): void
  comparisons(): OriginalComparisons
  counters(): Readonly<HostCounters> & { readonly entries: number; readonly forgottenEntries: number }
  /** The last messages, oldest first, without what is secret. */
  messages(): readonly RecordedMessage[]
  /** The clearing file of a business date (YYYYMMDD); of today unless given. */
  clearing(businessDate?: string): string
  /** Ends all connections, without a farewell. */
  dropConnections(): void
}

type ControlledParts = {
  readonly books: HostBooks
  readonly faults: FaultDeck
  readonly scripts: HostScripts
  readonly record: HostRecord
  readonly originals: NamedOriginal
  readonly messages: HostSwitch
  readonly journal: { flush(): void }
  readonly connections: ReadonlySet<HostConnection>
}

export function createControl(
  parts: ControlledParts,
  server: Server,
  address: { readonly host: string; readonly port: number },
): AcquirerHostControl {
  const { books, faults, scripts, record, originals, messages, journal, connections } = parts
  const act = <Result>(work: () => Result): Result => {
    const result = work()
    journal.flush()
    return result
  }
  /** Where every connection is to be refused, nothing listens: so a caller is refused by the system. */
  const listenOrNot = () => {
    const isRefusing = faults.list()['refuse-connections']?.probability === 1
    if (isRefusing && server.listening) server.close()
    if (!isRefusing && !server.listening) server.listen(address.port, address.host)
  }
  return {
    fault(name, setting = {}) {
      faults.set(name, setting)
      listenOrNot()
    },
    clearFaults() {
      faults.clear()
      listenOrNot()
    },
    faults: () => ({ set: faults.list(), happened: faults.counts() }),
    script: scripts.add,
    clearScripts: scripts.clear,
    entries: () => [...books.entries()],
    totals: books.totals,
    businessDate: books.businessDate,
    cutOver: () => act(() => messages.cutOver()),
    signOff: () => messages.signOff(),
    echo: () => messages.echo(),
    keyChange: () => messages.keyChange(),
    comparisons: originals.comparisons,
    counters: () => {
      const { entries, forgotten } = books.size()
      return { ...record.counters, entries, forgottenEntries: forgotten }
    },
    messages: record.messages,
    clearing: (businessDate = books.businessDate()) => clearingFile(books.entries(), businessDate),
    dropConnections() {
      for (const connection of connections) connection.destroy()
    },
  }
}
