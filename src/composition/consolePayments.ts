import { createChangeWaiters } from '../console/search/changeWaiters.ts'
import { createFigureHandlers, type FigureHandlers } from '../console/server/figureHandlers.ts'
import { createPaymentHandlers, type PaymentHandlers } from '../console/server/paymentHandlers.ts'
import type { Gateway } from '../operations/gateway.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { openAdministration } from './administration.ts'
import type { OpenNotifications } from './notifications.ts'

/** What the console's pages ask about orders, and do to them. */
export function openPayments(options: ConsolePaymentsOptions): FigureHandlers & PaymentHandlers {
  const { store, keyring, gateway, notifications, log, stopping } = options
  const waiters = createChangeWaiters(systemClock)
  notifications.projector.onAdvanced(waiters.wake)
  stopping?.addEventListener('abort', () => waiters.release({ isClosing: true }), { once: true })
  const findMerchant = (merchantId: string) => store.merchants.find(merchantId)
  const payments = createPaymentHandlers({
    ...{ findMerchant, gateway, log, waiters, search: store.search, filters: store.savedFilters },
    notifications: store.orderNotifications(notifiedRecordOf),
    payers: openAdministration({ store, keyring, actor: 'console' }).payers,
    audit: (actor, merchantId, details) =>
      openAdministration({ store, keyring, actor }).audit.note('payment.act', details, merchantId),
  })
  return { ...payments, ...createFigureHandlers({ findMerchant, figures: store.figures }) }
}

export type ConsolePaymentsOptions = {
  readonly store: Store
  readonly keyring: Keyring
  readonly gateway: Gateway
  readonly notifications: Pick<OpenNotifications, 'projector'>
  readonly log: Log
  /** Aborted when the node is about to stop. */
  readonly stopping?: AbortSignal
}
