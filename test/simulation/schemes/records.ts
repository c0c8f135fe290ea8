import type {
  AnsweredIds,
  ArrivedResult,
  AuthenticationRecords,
  KnownAuthentication,
  ResultContent,
  ResultDelivery,
  StartedAuthentication,
} from '../../../src/threeDSecure/emv/records.ts'
import { cellOfServerTransactionId } from '../../../src/threeDSecure/emv/serverTransactionId.ts'
import { Link, type LinkParts } from '../journalLink.ts'

/** The records of authentications in memory, as a model of the store: each call is one commit. */
export function createRecordsModel({ nowMs, isFirstReplaced = false }: ModelParts): AuthenticationRecords {
  const rows = new Map<string, Row>()
  const rowOf = (id: string) => rows.get(id.toLowerCase())
  return {
    async begin(started) {
      const { serverTransactionId: id, answerWithinMs } = started
      const answerUntilMs = nowMs() + answerWithinMs
      if (!rowOf(id)) rows.set(id.toLowerCase(), { started, answerUntilMs, results: new Map() })
    },
    async answered(id, answer) {
      const row = rowOf(id)
      if (!row || (!row.answer && row.answerUntilMs < nowMs())) return 'late'
      row.answer = answer
      return countingIn(row)
    },
    async returned(id) {
      const row = rowOf(id)
      if (!row?.answer?.isChallenge || row.isReturned) return undefined
      row.isReturned = true
      const { directoryServer } = row.started
      return { directoryServer, hasResult: countingIn(row).result !== undefined }
    },
    async find(id) {
      const row = rowOf(id)
      return row && { ...knownIn(row, nowMs()), ...countingIn(row) }
    },
    async deliver(arrived) {
      const row = rowOf(arrived.serverTransactionId)
      return row ? delivered(row, arrived, { nowMs, isFirstReplaced }) : { state: 'unknown' }
    },
    removeExpired: async () => 0,
  }
}

type ModelParts = {
  readonly nowMs: () => number
  /** A way to be wrong: see resultBreakages.ts. */
  readonly isFirstReplaced?: boolean
}

type Row = {
  readonly started: StartedAuthentication
  readonly answerUntilMs: number
  answer?: AnsweredIds
  isReturned?: true
  /** By the ids of challenges: until there is an answer, nobody knows which are right. */
  readonly results: Map<string, ArrivedResult>
}

function delivered(row: Row, arrived: ArrivedResult, { nowMs, isFirstReplaced }: ModelParts): ResultDelivery {
  const authentication = knownIn(row, nowMs())
  if (!isFit(row, arrived)) return { state: 'refused', authentication }
  const before = row.results.get(nameOf(arrived))
  if (!before || isFirstReplaced) row.results.set(nameOf(arrived), arrived)
  if (!before) return { state: 'recorded', authentication }
  return { state: contentOf(before) === contentOf(arrived) ? 'same' : 'other', authentication }
}

function isFit({ started, answer, results }: Row, arrived: ArrivedResult): boolean {
  const { directoryServer, version, category } = started
  if (arrived.directoryServer !== directoryServer) return false
  if (arrived.version !== version || arrived.category !== category) return false
  if (answer) return answer.isChallenge && nameOf(answer) === nameOf(arrived)
  return [...results.keys()].filter(name => name !== nameOf(arrived)).length < earlyMax
}

const earlyMax = 4

function countingIn({ answer, results }: Row): { readonly result?: ResultContent } {
  const counting = answer?.isChallenge ? results.get(nameOf(answer)) : undefined
  if (!counting) return {}
  const { values, proof } = counting
  return { result: { values, ...(proof !== undefined && { proof }) } }
}

function knownIn({ started, answerUntilMs, answer, isReturned }: Row, nowMs: number): KnownAuthentication {
  const { answerWithinMs: _, ...known } = started
  return {
    ...known,
    cell: cellOfServerTransactionId(started.serverTransactionId) ?? 0,
    isUnanswered: !answer && answerUntilMs < nowMs - writtenWithinMs,
    ...(answer && { answer }),
    ...(isReturned && { isReturned }),
  }
}

/** An answer that was being written when its time ended is committed by then. */
const writtenWithinMs = 6_000

const nameOf = ({ acsTransactionId, dsTransactionId }: Omit<AnsweredIds, 'isChallenge'>): string =>
  `${acsTransactionId} ${dsTransactionId}`.toLowerCase()

const contentOf = ({ values, proof }: ResultContent): string =>
  JSON.stringify([Object.entries(values).sort(), proof])

/** The way from one process to them. */
export function linkRecords(records: AuthenticationRecords, parts: LinkParts): AuthenticationRecords {
  const link = new Link(parts)
  return {
    begin: started => link.write('authentication', () => records.begin(started)),
    answered: (id, answer) => link.write('authentication', () => records.answered(id, answer)),
    returned: id => link.write('authentication', () => records.returned(id)),
    find: id => link.read(() => records.find(id)),
    deliver: result => link.write('result', () => records.deliver(result)),
    removeExpired: limit => link.write('recovery', () => records.removeExpired(limit)),
  }
}
