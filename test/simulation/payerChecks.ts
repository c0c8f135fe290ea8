import type { RecordedTransaction } from '../../src/operations/model/journal.ts'
import { effectiveAmount, tookEffect } from '../../src/orders/transaction.ts'
import type { ProviderAnswer } from '../../src/providers/port.ts'
import type { SeenOrder } from './audit.ts'
import type { Outside } from './outside.ts'
import type { SpokenWord } from './schemes/resultChecks.ts'
import { type Note, referenceOf, type WireLedger } from './wireLedger.ts'

/** Nothing was asked twice, and what the gateway says of a browser payment is what its provider says. */
export async function checkBrowserPayments(
  orders: readonly SeenOrder[],
  { provider, payerLedger, ledger }: Outside & { readonly ledger: WireLedger },
): Promise<readonly string[]> {
  const violations = payerLedger.repeated().map(name => `${name} was sent more than once`)
  const recorded = recordedIn(orders)
  for (const payment of payerLedger.started.values()) {
    const reference = referenceOf(payment.orderId, payment.transactionId)
    const known = recorded.get(reference)
    const truth = await provider.send({ ...payment, verb: 'progress', isOver: false }, openEnd)
    if (ledger.wasFollowedWithCard(reference))
      violations.push(`${reference} was paid at the provider, and followed up on somebody's card`)
    if (!known) violations.push(`${reference} was started at the provider, and nobody knows of it`)
    else violations.push(...[...contradictions(known, truth)].map(violation => `${reference}: ${violation}`))
  }
  return violations
}

const openEnd = new AbortController().signal

/** What was undone since, the provider calls declined; that it is undone on both sides the books tell. */
function* contradictions(known: RecordedTransaction, truth: ProviderAnswer): Iterable<string> {
  const told = `${known.result} ${known.gatewayCode}`
  if (truth.outcome === 'approved' && !tookEffect(known)) yield `is ${told}, but the provider took the money`
  if (truth.outcome === 'approved' && truth.amount !== effectiveAmount(known))
    yield `is for ${effectiveAmount(known)}, but the provider took ${truth.amount}`
  const isOpen = truth.outcome === 'agreed' || truth.outcome === 'undecided'
  if (isOpen && tookEffect(known)) yield `is ${told}, but the provider has taken nothing`
}

/** Only a payer whom the issuer knows, or does not want to know, is a proof; and it is the issuer's own. */
export function checkAuthentications(
  orders: readonly SeenOrder[],
  { ledger, wordOn }: Witnesses,
): readonly string[] {
  const recorded = recordedIn(orders)
  return [...recorded].flatMap(([reference, known]) => {
    if (known.type === 'AUTHENTICATION') return [...checkWord(reference, known, wordOn(reference))]
    const [orderId = ''] = reference.split('/')
    const id = known.request.fields.authentication?.transactionId
    const note = ledger.noteOn(reference)
    if (id === undefined || !note) return []
    const proof = recorded.get(referenceOf(orderId, id))
    const word = wordOn(referenceOf(orderId, id))
    return [...checkProof(known, proof, { sent: note.proof, word })].map(
      violation => `${reference} was sent to the acquirer, proven by ${id}: ${violation}`,
    )
  })
}

type Witnesses = {
  readonly ledger: WireLedger
  /** The issuer's word about a payer, once it has spoken. */
  readonly wordOn: (reference: string) => SpokenWord | undefined
}

function* checkProof(
  { amount }: RecordedTransaction,
  proof: RecordedTransaction | undefined,
  { sent, word }: { readonly sent: Note['proof']; readonly word: SpokenWord | undefined },
): Iterable<string> {
  const { authenticationStatus: status, amount: agreed = 0n } = proof ?? {}
  if (status === undefined || disproven.has(status)) yield `that is ${status}`
  const isProven = words.has(status ?? '')
  if (isProven && amount > agreed) yield `that is for ${agreed}, not for ${amount}`
  const { authenticationToken: token } = word ?? {}
  if (sent?.token !== (isProven ? token : undefined)) yield `with ${sent?.token} for ${token}`
  if (isProven && sent?.eci !== word?.eci) yield `with ECI ${sent?.eci} for ${word?.eci}`
  if (isProven && sent?.transactionId !== word?.dsTransactionId) yield `as ${sent?.transactionId}`
  if (isProven && sent?.transactionStatus !== word?.transactionStatus) yield `as ${sent?.transactionStatus}`
}

const disproven: ReadonlySet<string> = new Set([
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_REJECTED',
])

/** The gateway may know less than the issuer said, never something better. */
function* checkWord(
  reference: string,
  { authenticationStatus }: RecordedTransaction,
  word: SpokenWord | undefined,
): Iterable<string> {
  const { transactionStatus } = word ?? {}
  const needed = words.get(authenticationStatus ?? '')
  if (needed !== undefined && transactionStatus !== needed)
    yield `${reference} is ${authenticationStatus}, but the issuer said ${transactionStatus}`
}

const words: ReadonlyMap<string, string> = new Map([
  ['AUTHENTICATION_SUCCESSFUL', 'Y'],
  ['AUTHENTICATION_ATTEMPTED', 'A'],
])

function recordedIn(orders: readonly SeenOrder[]): ReadonlyMap<string, RecordedTransaction> {
  return new Map(
    orders.flatMap(({ audited, loaded }) =>
      loaded.transactions.map(one => [referenceOf(audited.key.orderId, one.id), one] as const),
    ),
  )
}
