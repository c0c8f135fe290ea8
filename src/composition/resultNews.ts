// News of results that directory servers delivered: their orders look at them. Only some orders at a time:
// the next result has to be recorded and acknowledged within seconds, and needs the database for that.

import type { Interactions } from '../operations/interactions/interactions.ts'
import type { Log } from '../platform/log.ts'
import { createBatcher } from '../platform/queues.ts'
import type { KnownAuthentication } from '../threeDSecure/emv/records.ts'

type NewsOptions = Pick<Interactions, 'inquire'> & { readonly log: Pick<Log, 'fault'> }

/** Where it fails, and of what was waiting when the node stopped, recovery will ask: results are recorded. */
export function createResultNews({ inquire, log }: NewsOptions): (news: KnownAuthentication) => void {
  const waiting = createBatcher<KnownAuthentication, unknown>({
    keyOf: ({ merchantId, orderId }) => `${merchantId} ${orderId}`,
    write: news =>
      Promise.all(
        news.map(({ cell, merchantId, orderId, transactionId }) =>
          inquire({ cell, merchantId, orderId }, transactionId),
        ),
      ),
    ...{ sizeMax: 1, inFlightMax: ordersAtOnce, waitingMax: 10_000 },
  })
  return news => void waiting.submit(news).catch(error => log.fault('results', error))
}

export const ordersAtOnce = 4
