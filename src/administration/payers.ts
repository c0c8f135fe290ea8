// Erasing a payer on request: finding out what that would change, and doing it part by part. Each part is one
// commit with its audit entry; what was done is not done again, so an erasure that was cut short is repeated.

import { invalid, isRejection, type Rejection } from '../orders/rejection.ts'
import { payerOfMerchant } from '../vault/port.ts'
import { type AdministrationDependencies, auditEntryOf, withMerchant } from './context.ts'
import type {
  ErasureObstacle,
  KnownErasure,
  KnownMerchant,
  PayerOrders,
  PayerRecords,
  PayerSelection,
  PayerTraces,
} from './port.ts'

export interface PayerAdministration {
  /** What an erasure would change now, newest first; nothing is changed. */
  find(merchantId: string, payer: NamedPayer, page: PayerPage): Promise<FoundPayer | Rejection>
  /** One part of an erasure; the next one begins with what it gives as `next`. */
  erase(merchantId: string, payer: NamedPayer, after?: string): Promise<ErasedPart | Rejection>
  erasureOf(merchantId: string, orderId: string): Promise<{ readonly erasure?: KnownErasure } | Rejection>
}

/** As a request names them: by one of these. */
export type NamedPayer = {
  readonly email?: string | undefined
  readonly orderId?: string | undefined
  /** The merchant's own reference, which it gives in sessions of payers who save cards. */
  readonly reference?: string | undefined
}
type PayerPage = { readonly after?: string | undefined; readonly limit: number }

/** The traces are told with the first page, and only of an e-mail address. */
export type FoundPayer = PayerOrders & { readonly traces?: PayerTraces }

export type ErasedPart = {
  readonly erased: readonly string[]
  /** Orders that cannot be erased now: an erasure later does it. */
  readonly left: readonly { readonly orderId: string; readonly why: ErasureObstacle }[]
  /** Saved cards that are gone, entries of the request log without their bodies, and saved searches. */
  readonly cards: number
  readonly calls: number
  readonly filters: number
  readonly next?: string
}

type PayerDependencies = AdministrationDependencies & {
  /** Under the key by which saved cards know their payers. */
  readonly cardHash: (text: string) => Buffer
}

export function createPayerAdministration(dependencies: PayerDependencies): PayerAdministration {
  const { payers } = dependencies.store
  return {
    find: (merchantId, payer, { after, limit }) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const who = selectionOf(dependencies, merchantId, payer)
        if (isRejection(who)) return who
        if (after !== undefined && !isPlace(after)) return unknownPlace(after)
        const found = await payers.orders(merchant, { who, after, limit })
        if (after !== undefined || !('email' in who)) return found
        return { ...found, traces: await payers.traces(merchant, who.email) }
      }),
    erase: (merchantId, payer, after = 'orders') =>
      withMerchant(dependencies, merchantId, async merchant => {
        const who = selectionOf(dependencies, merchantId, payer)
        if (isRejection(who)) return who
        const [step, place] = after.split(' ', 2)
        if (place !== undefined && !isPlace(place)) return unknownPlace(after)
        const part = { ...dependencies, payers, merchant, who, place }
        if (step === 'orders') return eraseOrders(part)
        return step === 'calls' ? eraseCalls(part) : unknownPlace(after)
      }),
    erasureOf: (merchantId, orderId) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const erasure = await payers.erasureOf(merchant, orderId)
        return erasure ? { erasure } : {}
      }),
  }
}

function selectionOf(
  { cardHash }: PayerDependencies,
  merchantId: string,
  { email, orderId, reference }: NamedPayer,
): PayerSelection | Rejection {
  if ([email, orderId, reference].filter(name => name !== undefined).length !== 1)
    return invalid('email', 'Name the payer by an e-mail address, an order or your reference: one of them.')
  if (reference !== undefined) return { payer: cardHash(payerOfMerchant(merchantId, reference)) }
  if (orderId !== undefined) return { orderId }
  const address = email?.trim().toLowerCase() ?? ''
  return address.includes('@') ? { email: address } : invalid('email', 'It must be a whole e-mail address.')
}

/** As the store gives places: numbers and points. */
const isPlace = (text: string): boolean => /^\d{1,19}(\.\d{1,19})?$/.test(text)
const unknownPlace = (after: string) => invalid('after', 'It is not where a part before ended.', after)

type Part = Pick<AdministrationDependencies, 'actor'> & {
  readonly payers: PayerRecords
  readonly merchant: KnownMerchant
  readonly who: PayerSelection
  readonly place: string | undefined
}

/** So many orders are locked at once, for some milliseconds each. */
const ordersAtOnce = 20

async function eraseOrders(part: Part): Promise<ErasedPart> {
  const { payers, merchant, who, place, actor } = part
  const { orders, next } = await payers.orders(merchant, { who, after: place, limit: ordersAtOnce })
  const payer = 'payer' in who ? who.payer : undefined
  const by = payer ? 'reference' : 'email' in who ? 'email' : 'orderId'
  const { outcomes, cards } = await payers.erase(merchant, {
    ...{ orderIds: orders.map(({ orderId }) => orderId), payer, actor },
    entry: (orderIds, savedCards) =>
      auditEntryOf(part, 'payer.erase', merchant, {
        ...{ by, count: orderIds.length, orderIds },
        ...(savedCards > 0 && { savedCards }),
      }),
  })
  return {
    erased: outcomes.flatMap(({ orderId, outcome }) => (outcome === 'ERASED' ? [orderId] : [])),
    left: outcomes.flatMap(({ orderId, outcome: why }) =>
      why === 'ERASED' || why === 'UNKNOWN' ? [] : [{ orderId, why }],
    ),
    ...{ cards, calls: 0, filters: 0, next: next === undefined ? 'calls' : `orders ${next}` },
  }
}

async function eraseCalls(part: Part): Promise<ErasedPart> {
  const { payers, merchant, who, place } = part
  const email = 'email' in who ? who.email : undefined
  const entryOf = (details: Readonly<Record<string, number | string>>) =>
    auditEntryOf(part, 'payer.erase', merchant, details)
  const isFirst = place === undefined && email !== undefined
  const filters = isFirst
    ? await payers.eraseFilters(merchant, email, count => entryOf({ of: 'filters', count }))
    : 0
  const entry = (count: number) => entryOf({ of: 'calls', count })
  const { count, next } = await payers.eraseCalls(merchant, { email, before: place, entry })
  const more = next === undefined ? {} : { next: `calls ${next}` }
  return { ...{ erased: [], left: [], cards: 0, calls: count, filters }, ...more }
}
