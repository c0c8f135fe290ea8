import type { SeenOrder } from './audit.ts'
import { type Answered, type Heard, inWords, isAccepted, type LogEntry, nameOfRequest } from './clientLog.ts'
import { isLaterStep, type Request } from './workload.ts'

/** What clients wrote down must never contradict itself. */
export function checkAnswers(log: readonly LogEntry[]): readonly string[] {
  return [...byReference(log)].flatMap(([reference, entries]) =>
    stepsOf(entries).flatMap(step => [...checkOne(step)].map(violation => `${reference}: ${violation}`)),
  )
}

/** Who heard nothing but that the gateway was not available may take other ids: nothing must be there. */
export function checkRefused(log: readonly LogEntry[], orders: readonly SeenOrder[]): readonly string[] {
  const asked = byReference(log.filter(({ isLook }) => !isLook))
  return orders.flatMap(({ audited: { key }, loaded: { transactions } }) =>
    transactions.flatMap(({ id }) => {
      const reference = nameOfRequest({ orderId: key.orderId, transactionId: id })
      const entries = asked.get(reference) ?? []
      const isRefused = entries.length > 0 && entries.every(({ heard }) => heard.kind === 'unavailable')
      return isRefused ? [`${reference}: is there, though it was told that nothing was done`] : []
    }),
  )
}

function byReference(log: readonly LogEntry[]): ReadonlyMap<string, readonly LogEntry[]> {
  const found = new Map<string, LogEntry[]>()
  for (const entry of log) {
    const reference = nameOfRequest(entry.request)
    const others = found.get(reference)
    if (others) others.push(entry)
    else found.set(reference, [entry])
  }
  return found
}

/**
 * Of two requests under the same ids each has its own answers. Who retrieves the transaction sees the first
 * until the second is sent, and the second once that is answered; in between it may be either.
 */
function stepsOf(entries: readonly LogEntry[]): readonly (readonly LogEntry[])[] {
  const asked = entries.filter(({ isLook }) => !isLook)
  const later = asked.filter(({ request }) => isLaterStep(request))
  if (later.length === 0) return [entries]
  const sentAtMs = Math.min(...later.map(({ askedAtMs }) => askedAtMs))
  const answeredAtMs = Math.min(...later.filter(isAnswered).map(({ heardAtMs }) => heardAtMs))
  return [
    entries.filter(({ isLook, request, heardAtMs }) =>
      isLook ? heardAtMs < sentAtMs : !isLaterStep(request),
    ),
    entries.filter(({ isLook, request, askedAtMs }) =>
      isLook ? askedAtMs > answeredAtMs : isLaterStep(request),
    ),
  ]
}

/** While the second still runs, the first is what there is to see. */
const isAnswered = ({ heard }: LogEntry): boolean => isAccepted(heard) && heard.how !== 'waiting'

function* checkOne(entries: readonly LogEntry[]): Iterable<string> {
  const executions = entries.filter(({ heard }) => heard.kind === 'answer' && heard.how === 'recorded')
  if (executions.length > 1) yield `was executed ${executions.length} times`
  for (const [index, earlier] of entries.entries()) {
    // The log is in the order of hearing; only who asked after that must have heard the same.
    for (const later of entries.slice(index + 1)) {
      if (later.askedAtMs <= earlier.heardAtMs) continue
      const contradiction = contradictionBetween(earlier, later)
      if (contradiction !== undefined)
        yield `${contradiction}: first ${inWords(earlier)}, later ${inWords(later)}`
    }
  }
}

function contradictionBetween(earlier: LogEntry, later: LogEntry): string | undefined {
  const before = accepted(earlier.heard)
  if (!before) return undefined
  const { heard } = later
  const isOther = !before.isSeen && !isSameContent(earlier.request, later.request)
  if (isOther && heard.kind === 'answer' && heard.how !== 'seen') return 'another content was not refused'
  if (isOther && heard.kind !== 'answer') return undefined
  // Who only looked may be asking with the content that was refused.
  if (heard.kind === 'rejection') return before.isSeen ? undefined : 'what was accepted is refused'
  if (heard.kind !== 'answer') return undefined
  const after = accepted(heard)
  if (!after) return 'what was accepted is unknown'
  if (heard.how === 'recorded') return 'was executed again'
  return isSuccessor(before, after) ? undefined : 'the answer changed'
}

/** Two clients may mix up their ids in the very same way. */
const isSameContent = ({ body }: Request, { body: other }: Request): boolean =>
  body === other || JSON.stringify(body) === JSON.stringify(other)

type Accepted = Answered & { readonly isRunning: boolean; readonly isSeen: boolean }

function accepted(heard: Heard): Accepted | undefined {
  return isAccepted(heard) ? acceptedAs(heard.how, heard.answer) : undefined
}

/** Retrieved while it runs it looks like what is not settled, so that it may be either. */
const acceptedAs = (how: string, answer: Answered): Accepted => ({
  ...answer,
  isRunning: how === 'waiting' || (how === 'seen' && answer.result === 'PENDING'),
  isSeen: how === 'seen',
})

/** A final answer stays for ever, to the letter; what is open may stay open or become final. */
function isSuccessor(before: Accepted, after: Accepted): boolean {
  if (before.isRunning) return true
  // The payer is on the way: until the end is known it says so, with more and more detail.
  if (before.gatewayCode === 'SUBMITTED') return after.result !== 'PENDING'
  if (after.isRunning) return before.result === 'PENDING' && after.isSeen
  switch (before.result) {
    case 'PENDING':
      return after.result !== 'UNKNOWN'
    case 'UNKNOWN':
      return after.result !== 'PENDING'
    default:
      return isSame(before, after)
  }
}

/** What is retrieved shows the order as it is now, so only the outcome is compared with that. */
const isSame = (before: Accepted, after: Accepted): boolean =>
  before.isSeen || after.isSeen
    ? before.result === after.result && before.gatewayCode === after.gatewayCode
    : before.document === after.document
