import { fundsOf } from '../journeys/requests.ts'
import type { Submitted } from './story.ts'

/** The request of a step, as a merchant would send it; with another card than the usual one where given. */
export function bodyOf(
  { verb, amount, currency, target, extra }: Submitted,
  card: { readonly number?: string } = {},
): object {
  const { group, apiOperation, needsCard } = forms[verb]
  const priced = { ...(amount !== undefined && { amount }), currency }
  const said = sayingOf(extra, card)
  const transaction = {
    ...(group === 'transaction' && (verb !== 'update' || amount !== undefined) && priced),
    ...(target !== undefined && { targetTransactionId: target }),
    ...(verb === 'referral' && { authorizationCode: 'A1B2C3' }),
    ...said.transaction,
  }
  const order = { ...(group === 'order' && { ...priced, acceptPartialAmount: true }), ...said.order }
  return {
    apiOperation,
    ...(Object.keys(order).length > 0 && { order }),
    ...(Object.keys(transaction).length > 0 && { transaction }),
    ...(needsCard && { sourceOfFunds: fundsOf(card) }),
    ...said.top,
  }
}

const forms = {
  authorize: { apiOperation: 'AUTHORIZE', group: 'order', needsCard: true },
  pay: { apiOperation: 'PAY', group: 'order', needsCard: true },
  verify: { apiOperation: 'VERIFY', group: 'order', needsCard: true },
  capture: { apiOperation: 'CAPTURE', group: 'transaction', needsCard: false },
  refund: { apiOperation: 'REFUND', group: 'transaction', needsCard: false },
  update: { apiOperation: 'UPDATE_AUTHORIZATION', group: 'transaction', needsCard: false },
  void: { apiOperation: 'VOID', group: 'none', needsCard: false },
  referral: { apiOperation: 'REFERRAL', group: 'none', needsCard: false },
} as const
export const operationOf = ({ verb }: Submitted): string => forms[verb].apiOperation

type Said = { readonly top?: object; readonly order?: object; readonly transaction?: object }

function sayingOf(extra = '', card: { readonly number?: string }): Said {
  const [, first, last] = /^fields (\d+)-(\d+)$/.exec(extra) ?? []
  if (first !== undefined) return { order: { custom: customFields(Number(first), Number(last)) } }
  const [, proof] = /^a proof of (\d+)$/.exec(extra) ?? []
  if (proof !== undefined) return { top: { authentication: { transactionId: proof } } }
  if (extra === 'a card') return { top: { sourceOfFunds: fundsOf(card) } }
  const said = sayings.get(extra)
  if (extra !== '' && !said) throw new Error(`nobody says: ${extra}`)
  return said ?? {}
}

const brokenReading = {
  p2pe: { keySerialNumber: 'FFFF9876543210E00001', payload: 'A1'.repeat(16), encryptionState: 'INVALID' },
}
const sayings: ReadonlyMap<string, Said> = new Map<string, Said>([
  ['a source', { transaction: { source: 'INTERNET' } }],
  ['a sub-merchant', { order: { subMerchant: { identifier: 'S-1', tradingName: 'Sub Ltd' } } }],
  ['broken encryption', { top: { sourceOfFunds: { provided: { card: brokenReading } } } }],
])

const customFields = (first: number, last: number): object =>
  Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [`f${first + index}`, 'x']))
