import type { Projector } from '../console/search/projector.ts'
import { isPublicAddress, publicNames, systemNames } from '../notifications/connector.ts'
import { createDispatcher, type Dispatcher } from '../notifications/dispatcher.ts'
import { createNotificationFeed, type NotificationFeed } from '../notifications/feed.ts'
import type { NotificationStore } from '../notifications/port.ts'
import { createNotificationSecrets, type NotificationSecrets } from '../notifications/secrets.ts'
import { createSender } from '../notifications/sender.ts'
import type { Instrumentation } from '../observability/instrumentation.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { type GatewayEnvironment, isTest } from '../platform/environment.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'
import { openAuditedSecretStore } from './administration.ts'
import { openSearch } from './search.ts'

/** Notifications of merchants: their secrets, the dispatcher that delivers them, and the feed. */
export function openNotifications(options: OpenNotificationsOptions): OpenNotifications {
  const { store, keyring, log, stage, stopping, instrumentation, stops } = options
  const isSandbox = stage === 'sandbox'
  const shared = { clock, log, isTest: isTest(stage) }
  const secrets = createNotificationSecrets({
    ...{ store: openAuditedSecretStore({ store, keyring, actor: 'gateway' }), clock },
    box: createMerchantBox(keyring.notifications),
  })
  const sender = createSender({ clock, ...(isSandbox ? anyReceiver : publicReceivers) })
  const feed = createNotificationFeed({ ...shared, store: store.feed(notifiedRecordOf), secrets })
  const projector = openSearch(options)
  const dispatcher = createDispatcher({
    ...{ ...shared, store: options.notificationStore, secrets, sender },
    onNewNotifications() {
      feed.wake()
      projector.wake()
    },
    around: instrumentation?.delivery,
    isSecretForAll: isSandbox,
    async profileOf(merchantId, isFresh) {
      if (isFresh) store.merchants.forget(merchantId)
      return (await store.merchants.find(merchantId))?.profile
    },
  })
  stopping?.addEventListener('abort', () => feed.releaseWaiters({ isClosing: true }), { once: true })
  dispatcher.start()
  stops.push(sender.close, dispatcher.stop)
  return { dispatcher, feed, secrets, projector }
}

type OpenNotificationsOptions = {
  readonly store: Store
  readonly notificationStore: NotificationStore
  readonly keyring: Keyring
  readonly stage: GatewayEnvironment
  readonly log: Log
  readonly stops: (() => Promise<unknown>)[]
  /** Aborted when the node is about to stop. */
  readonly stopping?: AbortSignal
  readonly instrumentation?: Pick<Instrumentation, 'delivery'>
}

export type OpenNotifications = {
  readonly dispatcher: Dispatcher
  readonly feed: NotificationFeed
  readonly secrets: NotificationSecrets
  /** Follows the same feed, for the console. */
  readonly projector: Projector
}

/** In a sandbox: a shop under development runs on its developer's own machine. */
const anyReceiver = { resolve: systemNames, isAllowed: () => true }

const publicReceivers = { resolve: publicNames, isAllowed: isPublicAddress }
