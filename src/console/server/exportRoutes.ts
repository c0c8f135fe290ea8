// Downloads of whole lists as CSV: the only answers of the console that are no calls.

import type { Route, RouteHandler } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { busy, isRejection, type Rejection } from '../../orders/rejection.ts'
import { exportPath } from '../api/apiPath.ts'
import type { ConsoleCall } from '../api/call.ts'
import { type ConsoleInput, consoleCalls } from '../api/calls.ts'
import { figuresAsCsv, ordersAsCsv } from '../search/exports.ts'
import { filterOf } from '../search/filter.ts'
import type { SearchStore } from '../search/port.ts'
import { admitCall, type ConsoleApiOptions, isOfOwnPage } from './consoleApi.ts'
import type { ReadFigures } from './figureHandlers.ts'
import { type FindMerchant, merchantOf } from './merchantOf.ts'

type ExportOptions = Pick<ConsoleApiOptions, 'findSession' | 'isSecure'> & ExportDependencies

export type ExportDependencies = {
  readonly findMerchant: FindMerchant
  readonly search: Pick<SearchStore, 'find'>
  readonly readFigures: ReadFigures
}

/**
 * `GET /console/export/orders?merchantId=…` with the filters of a search, and `…/figures` with the range of
 * the figures; without a merchant, those of all. Whoever may make the call may download its answer. How far
 * it is, the browser sees by the rows that have arrived: they come newest first, so that the time of the last
 * one tells how much of the range is done. A count in advance would have to read everything twice.
 */
export function exportRoutes(options: ExportOptions): readonly Route[] {
  const download = createDownloads()
  const { findOrders, figures, gatewayFigures } = consoleCalls
  return [
    routeOf('orders', findOrders, async call => {
      const admitted = await admitCall<ConsoleInput<'findOrders'>>(options, findOrders, call, call.query)
      if (!('signedIn' in admitted)) return admitted
      const { input, signedIn } = admitted
      const merchant = await merchantOf(options.findMerchant, input.merchantId)
      if (isRejection(merchant)) return merchant
      return download(signedIn.sessionId, 'orders', ordersAsCsv(options.search, merchant, filterOf(input)))
    }),
    routeOf('figures', figures, async call => {
      const { merchantId } = call.query
      const declared = merchantId === undefined ? gatewayFigures : figures
      const admitted = await admitCall<ConsoleInput<'gatewayFigures'>>(options, declared, call, call.query)
      if (!('signedIn' in admitted)) return admitted
      const whose =
        merchantId === undefined ? 'everybody' : await merchantOf(options.findMerchant, merchantId)
      if (isRejection(whose)) return whose
      const shown = await options.readFigures(whose, admitted.input)
      if (isRejection(shown)) return shown
      return download(admitted.signedIn.sessionId, 'figures', figuresAsCsv(shown))
    }),
  ]
}

const routeOf = (name: string, { input }: ConsoleCall, handler: RouteHandler): Route => ({
  ...{ method: 'GET', path: `${exportPath}/${name}`, under: 'root', access: 'public' },
  checkOrigin: isOfOwnPage,
  readsCookie: true,
  query: Object.keys(input.fields).filter(field => field !== 'after' && field !== 'limit'),
  handler,
})

const perSessionMax = 2
const downloadsMax = 8

/** A download takes as long as its client does, so they are counted here and not in the load. */
function createDownloads() {
  const underWay: string[] = []
  async function* counted(sessionId: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
    underWay.push(sessionId)
    try {
      yield* lines
    } finally {
      underWay.splice(underWay.indexOf(sessionId), 1)
    }
  }
  return (sessionId: string, name: string, lines: AsyncIterable<string>): HttpReply | Rejection => {
    const own = underWay.filter(one => one === sessionId).length
    if (own >= perSessionMax || underWay.length >= downloadsMax)
      return busy('Too many downloads are under way.', 5)
    return {
      status: 200,
      body: '',
      stream: counted(sessionId, lines),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    }
  }
}
