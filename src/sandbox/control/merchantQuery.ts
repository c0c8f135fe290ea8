import { checkParameter } from '../../http/api/path.ts'
import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { Rejection } from '../../orders/rejection.ts'

/**
 * A call of the control API that is about one merchant, where `?merchantId=` names one, and otherwise about
 * all of them.
 */
export function ofMerchant(answer: (merchantId?: string) => HttpReply): Pick<Route, 'handler' | 'query'> {
  return {
    query: ['merchantId'],
    async handler({ query }: RouteCall): Promise<HttpReply | Rejection> {
      const { merchantId = '' } = query
      if (merchantId === '') return answer()
      return checkParameter('merchantId', merchantId)?.rejection ?? answer(merchantId)
    },
  }
}
