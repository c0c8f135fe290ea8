// Finding orders, showing one, and hearing of new ones.

import type { PayerAdministration } from '../../administration/payers.ts'
import type { Gateway } from '../../operations/gateway.ts'
import { invalid, isRejection } from '../../orders/rejection.ts'
import type { paymentCalls } from '../api/payments.ts'
import type { ChangeWaiters } from '../search/changeWaiters.ts'
import { filterOf, keyText, listedOrderOf, readKey, timeOfKey } from '../search/filter.ts'
import type { FilterStore, SearchStore } from '../search/port.ts'
import { shownOrderOf } from '../search/shownOrder.ts'
import { type ActDependencies, createActOnOrder } from './actOnOrder.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { createExplainOrder, type ExplainDependencies } from './explainOrder.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'
import { shownErasure } from './payerHandlers.ts'

export function createPaymentHandlers(dependencies: PaymentDependencies): PaymentHandlers {
  return {
    ...createFindHandlers(dependencies),
    ...createFilterHandlers(dependencies),
    async orderShown({ input: { merchantId, orderId } }) {
      const merchant = await merchantOf(dependencies.findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      const record = await dependencies.gateway.retrieveOrder({ ...merchant, orderId })
      if (isRejection(record)) return record
      const known = await dependencies.payers.erasureOf(merchantId, orderId)
      const erasure = isRejection(known) ? undefined : known.erasure
      return { ...shownOrderOf(orderId, record), ...(erasure && { erased: shownErasure(erasure) }) }
    },
    explainOrder: createExplainOrder(dependencies),
    actOnOrder: createActOnOrder(dependencies),
  }
}

export type PaymentHandlers = Pick<ConsoleHandlers, keyof typeof paymentCalls>

export type PaymentDependencies = ActDependencies &
  ExplainDependencies & {
    readonly findMerchant: FindMerchant
    readonly gateway: Gateway
    readonly search: SearchStore
    readonly filters: FilterStore
    readonly waiters: ChangeWaiters
    readonly payers: Pick<PayerAdministration, 'erasureOf'>
  }

const pageUsual = 50

function createFindHandlers({
  findMerchant,
  search,
  waiters,
}: PaymentDependencies): Pick<PaymentHandlers, 'changes' | 'findOrders'> {
  return {
    async findOrders({ input }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      if (isRejection(merchant)) return merchant
      const after = input.after === undefined ? undefined : readKey(input.after)
      if (isRejection(after)) return after
      const limit = input.limit ?? pageUsual
      // The position first: what is taken in between the two is heard of again, never missed.
      const [position, until] = await Promise.all([search.position(merchant), search.takenInUntil(merchant)])
      const page = await search.find(merchant, { filter: filterOf(input), limit, ...(after && { after }) })
      const isCut = page.next !== undefined && page.orders.length < limit
      return {
        orders: page.orders.map(listedOrderOf),
        ...(page.next && { after: keyText(page.next) }),
        ...(page.next && isCut && { searchedTo: timeOfKey(page.next) }),
        position: String(position),
        ...(until && { upToDateAsOf: until.toISOString() }),
      }
    },
    async changes({ input, signedIn }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      if (isRejection(merchant)) return merchant
      const since = Number(input.position)
      const waited = await waiters.wait(signedIn.sessionId, async () => {
        const now = await search.position(merchant)
        return now > since ? now : undefined
      })
      if (waited === 'replaced') return { position: String(since), isChanged: false, pauseMs: crowdedPauseMs }
      return { position: String(waited ?? since), isChanged: waited !== undefined }
    },
  }
}

function createFilterHandlers({
  filters,
  findMerchant,
}: Pick<PaymentDependencies, 'filters' | 'findMerchant'>): Pick<
  PaymentHandlers,
  'deleteFilter' | 'saveFilter' | 'savedFilters'
> {
  const list = async (userId: string, merchantId: string) => ({
    filters: (await filters.list(userId, merchantId)).map(kept => ({ filterId: idOf(kept.name), ...kept })),
  })
  return {
    savedFilters: ({ input, signedIn }) => list(signedIn.user.userId, input.merchantId),
    async saveFilter({ input: { merchantId, name, query }, signedIn: { user } }) {
      const merchant = await merchantOf(findMerchant, merchantId)
      if (isRejection(merchant)) return merchant
      if (!(await filters.save(user.userId, merchantId, { name, query }))) return tooManyFilters
      return await list(user.userId, merchantId)
    },
    async deleteFilter({ input: { merchantId, filterId }, signedIn: { user } }) {
      await filters.remove(user.userId, merchantId, Buffer.from(filterId, 'base64url').toString())
      return await list(user.userId, merchantId)
    },
  }
}

const idOf = (name: string): string => Buffer.from(name).toString('base64url')

const tooManyFilters = invalid('name', 'You have kept too many filters: remove some that you do not use.')

/** So many pages wait that they take each other's place: each asks now and then instead. */
const crowdedPauseMs = 10_000
