// Tells the database, every few seconds, how the links of this node are and what happened on them.

import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { LinkEvent } from '../iso8583/link/linkStatus.ts'
import type { LinkRecords, LinkReport, RecordedLinkEvent, ReportedLinkStatus } from './linkRecords.ts'

export type LinkRecorder = {
  /** Never throws; where the database is away, the oldest are forgotten. */
  readonly hear: (event: LinkEvent) => void
  readonly start: () => void
  /** Writes what is left and withdraws the reports. */
  readonly stop: () => Promise<void>
}

type RecorderOptions = {
  readonly records: Pick<LinkRecords, 'add' | 'report' | 'withdraw'>
  readonly statuses: () => readonly ReportedLinkStatus[]
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** For people: which node it is. */
  readonly node: { readonly host: string; readonly processId: number }
}

export function createLinkRecorder(options: RecorderOptions): LinkRecorder {
  const { records, statuses, clock, log, node } = options
  const waiting: RecordedLinkEvent[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isAway = false
  const write = async () => {
    const events = waiting.slice(0, waitingMax)
    await records.report(statuses().map(status => reportOf(status, { node, reportedAt: clock.now() })))
    if (events.length > 0) await records.add(events)
    // Only what was written: some may have been forgotten meanwhile, and others have come.
    const written = new Set(events)
    waiting.splice(0, waiting.length, ...waiting.filter(event => !written.has(event)))
  }
  const writeAgain = () => {
    writing ??= write()
      .then(
        () => {
          isAway = false
        },
        () => {
          if (!isAway) log.warn('link records', { reason: 'The database takes none: the newest are kept.' })
          isAway = true
        },
      )
      .finally(() => {
        writing = undefined
      })
    return writing
  }
  return {
    hear(event) {
      const { link, what, ...content } = event
      waiting.push({ link, what, atMs: clock.now().getTime(), content: JSON.stringify(content) })
      if (waiting.length > waitingMax) waiting.shift()
    },
    start() {
      timer = setInterval(writeAgain, writtenEveryMs).unref()
      void writeAgain()
    },
    async stop() {
      clearInterval(timer)
      await writing
      await writeAgain()
      await records.withdraw().catch(() => undefined)
    },
  }
}

/** Times in it are of this node's clock, so it says what that shows. */
const reportOf = (status: ReportedLinkStatus, by: object): LinkReport => ({
  ...{ link: status.name, content: JSON.stringify({ ...status, ...by }) },
})

const writtenEveryMs = 2_000
/** A host that floods us must not fill the memory or the database. */
const waitingMax = 200
