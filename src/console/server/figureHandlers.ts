// Figures over time, and what waits now: of one merchant, or for operators of all together.

import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { AskedBrand, CountedWork, FigureStep, figureCalls, ShownFigures } from '../api/figures.ts'
import type { FigureStore, FiguresOf } from '../figures/port.ts'
import { rangeBefore, rangeOf, shownFiguresOf } from '../figures/shownFigures.ts'
import type { ConsoleHandlers } from './consoleApi.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'

type ReadFigures = (whose: FiguresOf, asked: AskedFigures) => Promise<Rejection | ShownFigures>

const createReadFigures =
  (store: FigureStore): ReadFigures =>
  async (whose, asked) => {
    const range = rangeOf(asked)
    if (isRejection(range)) return range
    const brand = asked.brand === 'OTHER' ? '' : asked.brand
    const [kept, before, until] = await Promise.all([
      store.read(whose, range, { detail: asked.by === 'brand' ? 'byBrand' : 'whole', brand }),
      store.read(whose, rangeBefore(range), { detail: 'totals', brand }),
      store.takenInUntil(whose),
    ])
    return shownFiguresOf({
      range,
      kept,
      before,
      currency: asked.currency,
      brand: asked.brand,
      isByBrand: asked.by === 'brand',
      until,
    })
  }

export function createFigureHandlers({ findMerchant, figures: store }: FigureDependencies): FigureHandlers {
  const figures = createReadFigures(store)
  const openWork = async (whose: FiguresOf) => {
    const { reversals, notificationsWaiting, notificationsFailed } = await store.openWork(whose)
    return {
      reversals: shownCount(reversals),
      notificationsWaiting: shownCount(notificationsWaiting),
      notificationsFailed: shownCount(notificationsFailed),
    }
  }
  return {
    async figures({ input }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      return isRejection(merchant) ? merchant : await figures(merchant, input)
    },
    async openWork({ input }) {
      const merchant = await merchantOf(findMerchant, input.merchantId)
      return isRejection(merchant) ? merchant : await openWork(merchant)
    },
    gatewayFigures: ({ input }) => figures('everybody', input),
    gatewayOpenWork: () => openWork('everybody'),
  }
}

export type FigureHandlers = Pick<ConsoleHandlers, keyof typeof figureCalls>

type FigureDependencies = { readonly findMerchant: FindMerchant; readonly figures: FigureStore }

type AskedFigures = {
  readonly step: FigureStep
  readonly from: string
  readonly to: string
  readonly currency?: string | undefined
  readonly brand?: AskedBrand | undefined
  readonly by?: 'brand' | undefined
}

type KeptCount = { readonly count: number; readonly isMore: boolean; readonly since?: Date }

const shownCount = ({ count, isMore, since }: KeptCount): CountedWork => ({
  ...{ count, isMore },
  ...(since && { since: since.toISOString() }),
})
