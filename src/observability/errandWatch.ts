import type { AroundDelivery } from '../notifications/port.ts'
import type { AroundObligation } from '../operations/recovery/recovery.ts'
import { type Ground, shownId, timed } from './ground.ts'

/** What recovery does is a trace of its own, found by the names of what it is about. */
export function aroundPursuit({ tracing }: Ground): AroundObligation {
  if (!tracing) return (_due, work) => work()
  return ({ key, transactionId, obligation, attempt }, work) => {
    const facts = {
      'tollgate.merchant': key.merchantId,
      'tollgate.order': shownId(key.orderId),
      'tollgate.transaction': shownId(merchantsName(transactionId)),
      'tollgate.attempt': attempt,
    }
    return tracing.backgroundTask({ name: `recovery ${obligation}`, facts }, work)
  }
}

/** What is written down as a later step has the operation behind the id. */
const merchantsName = (transactionId: string): string => transactionId.replace(/\u001f.*$/s, '')

/**
 * A first attempt belongs to the trace of the request that it tells of. Later ones come up to days after it,
 * when that trace has long been put away: they only point to it.
 */
export function aroundDelivery({ measures, tracing }: Ground): AroundDelivery {
  return (delivery, work) => {
    const { merchantId, orderId, notificationId, sequence, attempt, waitedMs, trace: after } = delivery
    if (waitedMs !== undefined) measures.deliveryLag.observe(waitedMs / 1_000)
    const tell = (seconds: number, outcome: string) => {
      measures.deliveries.observe(seconds, outcome)
      tracing?.addDetails({ facts: { 'tollgate.outcome': outcome } })
    }
    const attempted = () => timed(work, ({ verdict }) => verdict.kind, tell)
    if (!tracing) return attempted()
    const facts = {
      'tollgate.merchant': merchantId,
      'tollgate.order': shownId(orderId),
      'tollgate.notification': notificationId,
      'tollgate.sequence': sequence,
      'tollgate.attempt': attempt,
    }
    return tracing.backgroundTask(
      { name: 'delivery', facts, asksOthers: true, after, isPart: attempt === 1 },
      attempted,
    )
  }
}
