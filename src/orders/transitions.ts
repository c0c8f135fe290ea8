import { admissions, type OperationName } from './admission.ts'
import { builtUpon } from './foundation.ts'
import { type OrderState, stateOf } from './status.ts'
import { standing, totalsOf } from './totals.ts'
import {
  type AuthenticationStatus,
  type GatewayCode,
  isVoid,
  type Transaction,
  voidTypes,
} from './transaction.ts'

export type Transition = {
  readonly from: OrderState
  readonly operation: OperationName
  readonly to: OrderState
}
type Past = readonly Transaction[]

/**
 * Where every operation can lead, found by doing it: from a new order on, all that the admission table lets
 * begin is played with every outcome, on small amounts, until no order comes out that was not seen before.
 */
export function transitions(): readonly Transition[] {
  const found = new Map<string, Transition>()
  const seen = new Set<string>()
  const pasts: Past[] = [[]]
  for (const past of pasts) {
    const from = stateOf(past)
    for (const operation of admissions[from])
      for (const future of futures[operation](past)) {
        const to = stateOf(future)
        found.set(`${from} ${operation} ${to}`, { from, operation, to })
        const likeness = likenessOf(future)
        if (seen.has(likeness)) continue
        seen.add(likeness)
        pasts.push(future)
      }
  }
  return [...found.values()]
}

/** What may come next depends on nothing else, so of orders that agree in it one is followed. */
function likenessOf(past: Past): string {
  const money = standing(past)
    .filter(({ amount, type }) => amount > 0n && type !== 'AUTHORIZATION_UPDATE' && !isVoid(type))
    .map(({ type, amount }) => `${type}${amount}`)
  const state = stateOf(past)
  if (money.length > 0 || state === 'CANCELLED') return [state, ...money.toSorted()].join(' ')
  const awaited = past.filter(({ gatewayCode }) => gatewayCode === 'REFERRED' || gatewayCode === 'SUBMITTED')
  const kinds = new Set(awaited.map(({ type, gatewayCode }) => `${type}${gatewayCode}`))
  const isVerified = standing(past).some(({ type }) => type === 'VERIFICATION')
  return [state, isVerified, past.at(-1)?.authenticationStatus, ...[...kinds].toSorted()].join(' ')
}

const attempts: readonly GatewayCode[] = ['APPROVED', 'DECLINED', 'REFERRED']
/** Enough to hold, take and give back in parts, as a whole, and beyond. */
const held = 3n
const parts = [1n, 2n, 3n, 4n]

/** What an order may look like after the operation. Declined follow-ups change nothing and are left out. */
const futures = {
  AUTHORIZE: past => attempts.map(code => and(past, { type: 'AUTHORIZATION', amount: held }, code)),
  PAY: past => attempts.map(code => and(past, { type: 'PAYMENT', amount: held }, code)),
  VERIFY: past => attempts.slice(0, 2).map(code => and(past, { type: 'VERIFICATION', amount: 0n }, code)),
  CAPTURE: past => captured(past),
  REFUND: past => refunded(past),
  VOID: past => standing(past).flatMap(one => voided(past, one)),
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
} as const satisfies Record<OperationName, (past: Past) => readonly Past[]>

function captured(past: Past): readonly Past[] {
  const { authorized, captured: taken } = totalsOf(past)
  const fitting = parts.filter(amount => taken + amount <= authorized + 1n)
  return fitting.map(amount => and(past, { type: 'CAPTURE', amount }))
}

/** On a new order it stands alone, and may fail like any first attempt. */
function refunded(past: Past): readonly Past[] {
  const refund = { type: 'REFUND', amount: held } as const
  if (past.length === 0) return [and(past, refund), and(past, refund, 'DECLINED')]
  const { captured: taken, refunded: given } = totalsOf(past)
  const fitting = taken === 0n ? [] : parts.filter(amount => given + amount <= taken + 2n)
  return fitting.map(amount => and(past, { type: 'REFUND', amount }))
}

function voided(past: Past, one: Transaction): readonly Past[] {
  const { id, type, amount } = one
  const voidType = Object.entries(voidTypes).find(([target]) => target === type)?.[1]
  return voidType && !builtUpon(one, past) ? [and(past, { type: voidType, amount, targetId: id })] : []
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
