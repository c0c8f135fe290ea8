import type { HostEntryKind } from '../../src/acquirerHost/hostBooks.ts'
import type { TransactionType } from '../../src/orders/transaction.ts'
import { currencyOfNumber } from '../../src/standards/currencies.ts'
import type { WireForm } from './compareWire.ts'
import type { BookedEntry } from './hostProcess.ts'
import type { GatewayRecord, RecordedOrder, RecordedStep } from './record.ts'

/** Order by order and to the minor unit: what the gateway recorded, and what the host has in its books. */
export function compareBooks(
  record: GatewayRecord,
  books: readonly BookedEntry[],
  { reversalsAreNumbered }: Pick<WireForm, 'reversalsAreNumbered'>,
): readonly string[] {
  // What undoes or lessens something may have its trace number: then the time tells them apart.
  const keyOf = (keyed: Keyed, transmitted: string) =>
    [
      ...[keyed.terminal, keyed.reference, keyed.traceNumber],
      ...(keyed.type[1] === '4' && !reversalsAreNumbered ? [transmitted] : []),
    ].join(' ')
  const owners = new Map<string, RecordedStep>()
  const findings: string[] = []
  for (const step of record.transactions) {
    if (!step.trace) continue
    const key = keyOf(step.trace, transmittedAt(step))
    if (owners.has(key)) findings.push(`${nameOf(step)} has the trace of another transaction (${key})`)
    owners.set(key, step)
  }
  const entriesOf = new Map<RecordedStep, BookedEntry[]>()
  const entriesByOrder = new Map<string, BookedEntry[]>()
  for (const entry of books) {
    if (entry.kind === 'reversal' || entry.kind === 'void') continue
    const key = keyOf(entry, entry.transmitted)
    const owner = owners.get(key)
    if (!owner) findings.push(`the host booked a ${entry.kind} that no transaction is of (${key})`)
    else {
      pushTo(entriesOf, owner, entry)
      pushTo(entriesByOrder, owner.orderId, entry)
    }
  }
  const voided = voidedIn(record)
  for (const step of record.transactions) {
    const isVoided = voided.has(`${step.orderId} ${step.transactionId}`)
    const finding = findingAbout(step, entriesOf.get(step) ?? [], isVoided)
    if (finding !== undefined) findings.push(`${nameOf(step)} (${step.type} ${step.result}): ${finding}`)
  }
  for (const order of record.orders) findings.push(...totalsDiffer(order, entriesByOrder.get(order.orderId)))
  return findings
}

type Keyed = {
  readonly type: string
  readonly terminal: string
  readonly reference: string
  readonly traceNumber: string
}

const transmittedAt = ({ startedAtMs, trace }: RecordedStep): string =>
  new Date(Number(trace?.transmittedAtMs ?? startedAtMs)).toISOString().replace(/\D/g, '').slice(4, 14)

const nameOf = ({ orderId, transactionId }: RecordedStep): string => `${orderId}/${transactionId}`

function pushTo<Key>(map: Map<Key, BookedEntry[]>, key: Key, entry: BookedEntry): void {
  const list = map.get(key)
  if (list) list.push(entry)
  else map.set(key, [entry])
}

const voidedIn = ({ transactions }: GatewayRecord): ReadonlySet<string> =>
  new Set(
    transactions
      .filter(({ type, result }) => type.startsWith('VOID_') && result === 'SUCCESS')
      .map(({ orderId, targetId }) => `${orderId} ${targetId}`),
  )

/** What a host books for a transaction that succeeded. */
const kinds: { readonly [type in TransactionType]?: readonly HostEntryKind[] } = {
  AUTHORIZATION: ['hold'],
  AUTHORIZATION_UPDATE: ['increase', 'decrease'],
  PAYMENT: ['sale'],
  CAPTURE: ['capture'],
  REFUND: ['refund'],
}

function findingAbout(
  step: RecordedStep,
  entries: readonly BookedEntry[],
  isVoided: boolean,
): string | undefined {
  if (step.owed !== null) return `a ${step.owed} is still owed after ${step.attempts} attempts: ${step.heard}`
  if (step.result !== 'SUCCESS' && step.result !== 'FAILURE') return 'nobody knows what became of it'
  const standing = entries.filter(({ state }) => state !== 'undone')
  const expected = kinds[step.type]
  if (expected === undefined || step.result === 'FAILURE')
    return standing.length === 0 ? undefined : `the host still has ${told(standing)}; here: ${step.heard}`
  if (isVoided) return standing.length === 0 ? undefined : `it was voided, and the host has ${told(standing)}`
  const [entry, ...others] = standing
  if (entry === undefined) return entries.length === 0 ? 'the host never booked it' : 'the host undid it'
  if (others.length > 0) return `the host has it more than once: ${told(standing)}`
  return contentDiffers(step, entry, expected)
}

function contentDiffers(
  step: RecordedStep,
  entry: BookedEntry,
  expected: readonly HostEntryKind[],
): string | undefined {
  const { amount, currency } = step
  if (!expected.includes(entry.kind) || entry.state !== 'posted') return `the host has ${told([entry])}`
  if (currencyOfNumber(entry.currency) !== currency) return `currency ${currency}, and ${told([entry])}`
  // A larger hold is asked for by its difference.
  const booked = entry.kind === 'increase' ? BigInt(step.trace?.amount ?? -1) : amount
  return BigInt(entry.amount) === booked ? undefined : `amount ${booked}, and ${told([entry])}`
}

const told = (entries: readonly BookedEntry[]): string =>
  entries
    .map(({ entryNo, kind, state, amount }) => `entry ${entryNo}, ${kind} of ${amount} ${state}`)
    .join('; ')

/** Of the order as a whole: what is held, taken and given back. */
function totalsDiffer(order: RecordedOrder, entries: readonly BookedEntry[] = []): readonly string[] {
  const findings: string[] = []
  if (order.openId !== null) findings.push(`${order.orderId}: transaction ${order.openId} keeps it busy`)
  let [authorized, captured, refunded] = [0n, 0n, 0n]
  let isReleased = false
  for (const entry of entries) {
    if (entry.state !== 'posted') continue
    const amount = BigInt(entry.amount)
    if (entry.kind === 'refund') refunded += amount
    if (entry.kind === 'sale') captured += amount
    if (entry.kind === 'sale') authorized += amount
    if (entry.kind === 'hold') captured += BigInt(entry.captured)
    if (entry.kind === 'hold') authorized += BigInt(entry.authorized)
    if (entry.kind === 'capture' && entry.isLast) isReleased = true
  }
  // With its last capture a host releases what is left of a hold; that capture may be voided later.
  const isBetween = authorized >= captured && authorized <= order.authorized
  const held = isReleased && isBetween ? authorized : order.authorized
  const pairs = [
    ['authorized', held, authorized],
    ['captured', order.captured, captured],
    ['refunded', order.refunded, refunded],
  ] as const
  for (const [name, ours, theirs] of pairs)
    if (ours !== theirs) findings.push(`${order.orderId}: ${name} ${ours}, and the host has ${theirs}`)
  return findings
}
