// Generates docs/states.md: finds every transition by simulating all operations with all outcomes.

import { orderStatuses } from '../standards/paymentCodes.ts'
import { admissions, type OperationName, stateSentences } from './admission.ts'
import { type OrderState, stateOf } from './status.ts'
import { dependentsOf, effectiveTransactions, totalsOf } from './totals.ts'
import {
  type AuthenticationStatus,
  type GatewayCode,
  isVoid,
  type Transaction,
  type TransactionType,
  voidTypes,
} from './transaction.ts'

/** The text of docs/states.md: the states of an order and the transitions between them. */
export function statesPage(): string {
  const found = transitions()
  const isPaid = (state: OrderState) => !unpaid.has(state)
  const collapsed = found
    .filter(({ from, to }) => isPaid(from) || isPaid(to))
    .map(({ from, ...rest }) => ({ ...rest, from: isPaid(from) ? from : 'UNPAID' }))
  return `${[
    '# States of an order',
    introduction,
    '## Before a payment has succeeded',
    diagram(found.filter(({ from, to }) => !isPaid(from) && !isPaid(to))),
    '## From the first payment on',
    `\`UNPAID\` stands for every state of the diagram above.`,
    diagram(collapsed),
    '## Every state, what it admits, and where that leads',
    table(found),
  ].join('\n\n')}\n`
}

const introduction = [
  'Written by `npm run reference` from the admission table and the function that computes the status; a test',
  'fails when it is stale. A state is computed from the transactions of the order, never set. An operation',
  'that a state does not list is refused with 400 on `apiOperation`; one that is listed may still be refused',
  'for its amount, its target or its age. What does not change the state is left out of the diagrams.',
  'ENTER_CHARGEBACK and ENTER_FEE are entered by operators; merchants cannot call them.',
].join('\n')

/** States in which no money is authorized, captured or refunded. */
const unpaid: ReadonlySet<string> = new Set([
  'NEW',
  ...orderStatuses.filter(status => /^AUTHENTICAT|^FAILED$|^INITIATED$|^VERIFIED$/.test(status)),
])

type Edge = { readonly from: string; readonly operation: string; readonly to: string }

function diagram(edges: readonly Edge[]): string {
  const labels = new Map<string, Set<string>>()
  for (const { from, operation, to } of edges) {
    if (from === to) continue
    const ends = `${from === 'NEW' ? '[*]' : from} --> ${to}`
    labels.set(ends, (labels.get(ends) ?? new Set()).add(operation))
  }
  const lines = [...labels].map(([ends, operations]) => `  ${ends}: ${[...operations].join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

function table(found: readonly OrderTransition[]): string {
  const states: readonly OrderState[] = ['NEW', ...orderStatuses]
  const rows = states.flatMap(state => {
    const admitted = admissions[state].map(operation => {
      const ends = found.filter(one => one.from === state && one.operation === operation).map(({ to }) => to)
      return `| ${operation} | ${ends.join(', ') || '–'} |`
    })
    const [first = '| – | – |', ...others] = admitted
    return [`| ${state} | ${stateSentences[state]} ${first}`, ...others.map(row => `| | ${row}`)]
  })
  return ['| State | | Admits | Leads to |', '|---|---|---|---|', ...rows].join('\n')
}

type OrderTransition = {
  readonly from: OrderState
  readonly operation: OperationName
  readonly to: OrderState
}
type Past = readonly Transaction[]

/**
 * All transitions between states, found by simulation: from a new order on, every admitted operation is
 * applied with every outcome, with small amounts, until no order with a new signature results.
 */
export function transitions(): readonly OrderTransition[] {
  const found = new Map<string, OrderTransition>()
  const seen = new Set<string>()
  const pasts: Past[] = [[]]
  for (const past of pasts) {
    const from = stateOf(past)
    for (const operation of admissions[from])
      for (const future of futures[operation](past)) {
        const to = stateOf(future)
        found.set(`${from} ${operation} ${to}`, { from, operation, to })
        const signature = signatureOf(future)
        if (seen.has(signature)) continue
        seen.add(signature)
        pasts.push(future)
      }
  }
  return [...found.values()]
}

/**
 * All that determines the further transitions of an order: of orders with the same signature one is examined.
 */
function signatureOf(past: Past): string {
  const money = effectiveTransactions(past)
    .filter(({ amount, type }) => amount > 0n && !unchanging.has(type) && !isVoid(type))
    .map(({ type, amount }) => `${type}${amount}`)
  const state = stateOf(past)
  if (money.length > 0 || state === 'CANCELLED') return [state, ...money.toSorted()].join(' ')
  const awaited = past.filter(({ gatewayCode }) => gatewayCode === 'REFERRED' || gatewayCode === 'SUBMITTED')
  const kinds = new Set(awaited.map(({ type, gatewayCode }) => `${type}${gatewayCode}`))
  const isVerified = effectiveTransactions(past).some(({ type }) => type === 'VERIFICATION')
  return [state, isVerified, past.at(-1)?.authenticationStatus, ...[...kinds].toSorted()].join(' ')
}

/** What decides no further state, however often it happens. */
const unchanging: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION_UPDATE', 'CHARGEBACK', 'FEE'])

const attempts: readonly GatewayCode[] = ['APPROVED', 'DECLINED', 'REFERRED']
/** The authorized amount; the others capture or refund a part of it, the whole, and more. */
const held = 3n
const partialAmounts = [1n, 2n, 3n, 4n]

/** The possible orders after an operation. Declined follow-ups change nothing and are left out. */
const futures = {
  AUTHORIZE: past => attempts.map(code => and(past, { type: 'AUTHORIZATION', amount: held }, code)),
  PAY: past => attempts.map(code => and(past, { type: 'PAYMENT', amount: held }, code)),
  VERIFY: past => attempts.slice(0, 2).map(code => and(past, { type: 'VERIFICATION', amount: 0n }, code)),
  CAPTURE: past => captured(past),
  REFUND: past => refunded(past),
  VOID: past => effectiveTransactions(past).flatMap(one => voided(past, one)),
  UPDATE_AUTHORIZATION: past => [and(past, { type: 'AUTHORIZATION_UPDATE', amount: held })],
  REFERRAL: past => {
    const last = past.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'PAYMENT')
    if (last?.gatewayCode !== 'REFERRED') return []
    return attempts.map(code => and(past, { type: last.type, amount: held }, code))
  },
  INITIATE_AUTHENTICATION: past =>
    (['AUTHENTICATION_AVAILABLE', 'AUTHENTICATION_NOT_SUPPORTED'] as const).map(status =>
      authenticated(past, status),
    ),
  AUTHENTICATE_PAYER: past =>
    past.at(-1)?.authenticationStatus === undefined
      ? []
      : proofs.map(status => authenticated(past.slice(0, -1), status)),
  INITIATE_BROWSER_PAYMENT: past =>
    (['SUBMITTED', 'DECLINED'] as const).map(code => and(past, { type: 'PAYMENT', amount: held }, code)),
  CONFIRM_BROWSER_PAYMENT: past =>
    attempts.slice(0, 2).map(code => confirmed(past, past.findLastIndex(isOpen), code)),
  ENTER_CHARGEBACK: past =>
    totalsOf(past).captured > 0n ? [and(past, { type: 'CHARGEBACK', amount: 1n })] : [],
  ENTER_FEE: past => [and(past, { type: 'FEE', amount: 1n })],
} as const satisfies Record<OperationName, (past: Past) => readonly Past[]>

function captured(past: Past): readonly Past[] {
  const { authorized, captured: taken } = totalsOf(past)
  const fitting = partialAmounts.filter(amount => taken + amount <= authorized + 1n)
  return fitting.map(amount => and(past, { type: 'CAPTURE', amount }))
}

/** On a new order a refund is standalone, and may fail like any first attempt. */
function refunded(past: Past): readonly Past[] {
  const refund = { type: 'REFUND', amount: held } as const
  if (past.length === 0) return [and(past, refund), and(past, refund, 'DECLINED')]
  const { captured: taken, refunded: given } = totalsOf(past)
  const fitting = taken === 0n ? [] : partialAmounts.filter(amount => given + amount <= taken + 2n)
  return fitting.map(amount => and(past, { type: 'REFUND', amount }))
}

function voided(past: Past, one: Transaction): readonly Past[] {
  const { id, type, amount } = one
  const voidType = Object.entries(voidTypes).find(([target]) => target === type)?.[1]
  return voidType && !dependentsOf(one, past) ? [and(past, { type: voidType, amount, targetId: id })] : []
}

const proofs: readonly AuthenticationStatus[] = [
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_EXEMPT',
]

const isOpen = ({ gatewayCode }: Transaction): boolean => gatewayCode === 'SUBMITTED'

const outcomeOf = (gatewayCode: GatewayCode): Pick<Transaction, 'gatewayCode' | 'result'> => ({
  gatewayCode,
  result: gatewayCode === 'APPROVED' || gatewayCode === 'SUBMITTED' ? 'SUCCESS' : 'FAILURE',
})

type Move = Pick<Transaction, 'amount' | 'authenticationStatus' | 'targetId' | 'type'>
const and = (past: Past, move: Move, code: GatewayCode = 'APPROVED'): Past => [
  ...past,
  { ...move, ...outcomeOf(code), id: String(past.length + 1), currency: 'USD' },
]

const authenticated = (past: Past, authenticationStatus: AuthenticationStatus): Past =>
  and(past, { type: 'AUTHENTICATION', amount: 0n, authenticationStatus })

const confirmed = (past: Past, at: number, code: GatewayCode): Past =>
  past.map((one, index) => (index === at ? { ...one, ...outcomeOf(code) } : one))
