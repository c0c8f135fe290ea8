// The verification of the audit log in PostgreSQL: one row, which every node reads and one of them writes.

import type pg from 'pg'
import type {
  KnownVerifications,
  VerificationStore,
  VerifiedLog,
} from '../../console/server/verificationPort.ts'
import { read, repeatable } from '../connection/statement.ts'

export function createVerificationStore(pool: pg.Pool): VerificationStore {
  return {
    async begin(runId, by) {
      return (await repeatable(pool, beginStatement, [runId, by, silentMs])).length > 0
    },
    async progress(runId, entries) {
      await repeatable(pool, progressStatement, [runId, entries])
    },
    async end(runId, result) {
      if (!result) await repeatable(pool, abandonStatement, [runId])
      else await repeatable(pool, endStatement, [runId, ...foundValues(result)])
    },
    async note(by, tookMs, result) {
      await repeatable(pool, noteStatement, [by, tookMs, ...foundValues(result)])
    },
    async read() {
      const [row] = await read<VerificationRow>(pool, readStatement, [silentMs])
      return row ? knownOf(row) : { isUnfinished: false }
    },
  }
}

const foundValues = ({ entries, broken }: VerifiedLog) => [
  ...[entries, broken?.entryNo ?? null, broken?.why.slice(0, 500) ?? null],
]

/** A node that crashed says nothing more. */
const silentMs = 60_000

type VerificationRow = {
  readonly started_by: string | null
  readonly started_ms: string | null
  readonly seen_entries: string | null
  readonly ended_by: string | null
  readonly began_ms: string | null
  readonly ended_ms: string | null
  readonly entries: string | null
  readonly broken_entry_no: string | null
  readonly why: string | null
  readonly is_unfinished: boolean
}

function knownOf(row: VerificationRow): KnownVerifications {
  const { started_by: startedBy, ended_by: endedBy, broken_entry_no: brokenNo, why } = row
  return {
    isUnfinished: row.is_unfinished,
    ...(startedBy !== null && {
      running: {
        ...{ by: startedBy, startedAtMs: Number(row.started_ms), entries: Number(row.seen_entries) },
      },
    }),
    ...(endedBy !== null && {
      ended: {
        ...{ by: endedBy, startedAtMs: Number(row.began_ms), endedAtMs: Number(row.ended_ms) },
        entries: Number(row.entries),
        ...(brokenNo !== null && { broken: { entryNo: Number(brokenNo), why: why ?? '' } }),
      },
    }),
  }
}

/** Repeated after a lost connection it is recognised by its id. */
const beginStatement = {
  name: 'begin verification',
  text: `
update audit_verification set run_id = $1, started_by = $2, started_at = clock_timestamp(),
  seen_at = clock_timestamp(), seen_entries = 0, is_unfinished = false
where run_id is null or run_id = $1 or seen_at < clock_timestamp() - $3::int4 * interval '1 ms'
returning true`,
}

const progressStatement = {
  name: 'progress of verification',
  text: `
update audit_verification set seen_at = clock_timestamp(), seen_entries = $2 where run_id = $1`,
}

const endStatement = {
  name: 'end verification',
  text: `
update audit_verification set run_id = null, started_by = null, ended_by = started_by, began_at = started_at,
  ended_at = clock_timestamp(), entries = $2, broken_entry_no = $3, why = $4
where run_id = $1`,
}

/** Beside one that runs, which ends later. */
const noteStatement = {
  name: 'note verification',
  text: `
update audit_verification set ended_by = $1, began_at = clock_timestamp() - $2::int8 * interval '1 ms',
  ended_at = clock_timestamp(), entries = $3, broken_entry_no = $4, why = $5, is_unfinished = false`,
}

const abandonStatement = {
  name: 'abandon verification',
  text: `
update audit_verification set run_id = null, started_by = null, is_unfinished = true where run_id = $1`,
}

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)`

const readStatement = {
  name: 'read verification',
  text: `
select case when seen_at >= clock_timestamp() - $1::int4 * interval '1 ms' then started_by end as started_by,
  ${ms('started_at')} as started_ms, seen_entries, ended_by, ${ms('began_at')} as began_ms,
  ${ms('ended_at')} as ended_ms, entries, broken_entry_no, why, is_unfinished
from audit_verification`,
}
