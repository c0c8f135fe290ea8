import {
  createDispatcher,
  type Dispatcher,
  type DispatcherDependencies,
} from '../../../src/notifications/dispatcher.ts'
import type { NotificationEnvelope } from '../../../src/notifications/envelope.ts'
import type { DeliveryOutcome } from '../../../src/notifications/outcome.ts'
import type { NotificationStore } from '../../../src/notifications/port.ts'
import { createNotificationSecrets } from '../../../src/notifications/secrets.ts'
import { ordinaryProfile, type Profile } from '../../../src/orders/merchant.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type CommittedChange, createMemoryNotificationStore } from './memoryNotificationStore.ts'
import { createMemorySecretStore, openBox } from './memorySecretStore.ts'

export type Sent = {
  readonly target: string
  readonly envelope: NotificationEnvelope
  readonly stop: AbortSignal | undefined
}
type Receiver = (sent: Sent) => DeliveryOutcome | Promise<DeliveryOutcome>

const running: Dispatcher[] = []

/** For the end of a test. */
export const stopTestDispatchers = () => Promise.all(running.splice(0).map(one => one.stop()))

type TestDispatcherOptions = Partial<DispatcherDependencies> & {
  readonly profile?: Partial<Profile>
  /** What the store does otherwise than it should. */
  readonly faults?: (store: NotificationStore) => Partial<NotificationStore>
}

/** A dispatcher with a receiver, a store and a clock of its own. */
export function startTestDispatcher(receive: Receiver, options: TestDispatcherOptions = {}) {
  const { profile: changed, faults, ...parts } = options
  let shiftMs = 0
  const now = () => systemClock.now().getTime() + shiftMs
  const store = createMemoryNotificationStore(now)
  const sent: Sent[] = []
  const lines: string[] = []
  const profile: Profile = {
    ...ordinaryProfile,
    ...{ notifications: true, notificationUrl: 'https://shop.example/hook', ...changed },
  }
  const secrets = createNotificationSecrets({
    store: createMemorySecretStore(),
    box: openBox,
    clock: systemClock,
  })
  const dispatcher = createDispatcher({
    ...{ secrets, clock: systemClock, profileOf: async () => profile, random: () => 0.5 },
    store: { ...store, ...faults?.(store) },
    log: createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } }),
    sender: {
      async send(target, envelope, stop) {
        const one = { target, envelope, stop }
        sent.push(one)
        return receive(one)
      },
      close: async () => undefined,
    },
    ...parts,
    limits: { intervalMs: 10, graceTimeoutMs: 100, ...parts.limits },
  })
  running.push(dispatcher)
  const advance = (ms: number) => {
    shiftMs += ms
  }
  return { dispatcher, store, sent, lines, advance }
}

export const change = (more: Partial<CommittedChange> = {}): CommittedChange => ({
  ...{ cell: 0, merchantId: 'SHOP', orderId: 'order', transactionId: '1', sequence: 1 },
  record: { result: 'SUCCESS', order: { id: 'order' } },
  ...more,
})

export const changes = (count: number, more: (index: number) => Partial<CommittedChange>) =>
  Array.from({ length: count }, (_, index) => change(more(index)))

export const ok: DeliveryOutcome = { status: 200 }
