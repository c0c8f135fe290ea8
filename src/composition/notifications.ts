import { notificationsRoute } from '../http/api/notificationsRoute.ts'
import type { Route } from '../http/api/routes.ts'
import { isPublicAddress, publicNames, systemNames } from '../notifications/connector.ts'
import { createDispatcher, type Dispatcher } from '../notifications/dispatcher.ts'
import { createNotificationFeed, type NotificationFeed } from '../notifications/feed.ts'
import type { NotificationStore } from '../notifications/port.ts'
import { createNotificationSecrets, type NotificationSecrets } from '../notifications/secrets.ts'
import { createSender } from '../notifications/sender.ts'
import { notifiedRecordOf } from '../operations/record/record.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { isTest } from '../platform/environment.ts'
import { notificationKeyRoutes } from '../sandbox/control/routes.ts'
import type { Store } from '../store/open.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createMerchantBox } from '../vault/merchantBox.ts'
import { openAuditedSecretStore } from './administration.ts'
import type { AssemblyOptions } from './assembly.ts'

/** What tells merchants what happened, put together. */
export function openNotifying({ options, store, notifications, keyring }: NotifyingParts): Notifying {
  const { log, stage, stopping, instrumentation: watch, stops } = options
  const isSandbox = stage === 'sandbox'
  const told = { clock, log, isTest: isTest(stage) }
  const secrets = createNotificationSecrets({
    ...{ store: openAuditedSecretStore({ store, keyring, actor: 'gateway' }), clock },
    box: createMerchantBox(keyring.notifications),
  })
  const sender = createSender({ clock, ...(isSandbox ? anywhere : onlyInPublic) })
  const feed = createNotificationFeed({ ...told, store: store.feed(notifiedRecordOf), secrets })
  const dispatcher = createDispatcher({
    ...{
      ...told,
      store: notifications,
      secrets,
      sender,
      onNewNotifications: feed.wake,
      around: watch?.delivery,
    },
    isSecretForAll: isSandbox,
    async profileOf(merchantId, isFresh) {
      if (isFresh) store.merchants.forget(merchantId)
      return (await store.merchants.find(merchantId))?.profile
    },
  })
  stopping?.addEventListener('abort', () => feed.releaseWaiters({ isClosing: true }), { once: true })
  dispatcher.start()
  stops.push(sender.close, dispatcher.stop)
  const keyRoutes = isSandbox ? notificationKeyRoutes({ secrets, ownerOf: store.merchants.find }) : []
  return { dispatcher, feed, secrets, routes: [notificationsRoute(feed), ...keyRoutes] }
}

type NotifyingParts = {
  readonly options: AssemblyOptions
  readonly store: Store
  readonly notifications: NotificationStore
  readonly keyring: Keyring
}

export type Notifying = {
  readonly dispatcher: Dispatcher
  readonly feed: NotificationFeed
  readonly secrets: NotificationSecrets
  readonly routes: readonly Route[]
}

/** A shop that is being built is on its developer's own machine. */
const anywhere = { resolve: systemNames, isAllowed: () => true }

const onlyInPublic = { resolve: publicNames, isAllowed: isPublicAddress }
