// Credentials that are revoked while their request is under way.

import { afterEach, expect, test } from 'vitest'
import {
  basic,
  get,
  merchant,
  openTestListener,
  pause,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import { createMemoryNotificationStore } from '../../../test/support/notifications/memoryNotificationStore.ts'
import { createMemorySecretStore, openBox } from '../../../test/support/notifications/memorySecretStore.ts'
import { createNotificationFeed } from '../../notifications/feed.ts'
import { createNotificationSecrets } from '../../notifications/secrets.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { hashPassword, type MerchantDirectory } from '../authentication/credentials.ts'
import { notificationsRoute } from './notificationsRoute.ts'

let gate: Awaited<ReturnType<typeof openTestListener>>
afterEach(() => gate.listener.close())

const pepper = Buffer.alloc(32, 7)

/** A merchant whose password can be retired, and how often the gateway looked it up. */
function retirable() {
  let access = {
    ...{ merchantId: merchant.id, cell: 1, profile: ordinaryProfile },
    passwordHashes: [hashPassword(pepper, merchant.password)],
  }
  let looks = 0
  const directory: MerchantDirectory = {
    async find() {
      looks += 1
      return access
    },
  }
  return {
    directory,
    looks: () => looks,
    retire: () => {
      access = { ...access, passwordHashes: [] }
    },
    restrict: () => {
      access = { ...access, profile: { ...ordinaryProfile, allowedSources: ['192.0.2.0/24'] } }
    },
  }
}

const head = [
  `PUT ${transactionPath} HTTP/1.1`,
  ...['Host: localhost', `Authorization: ${basic()}`, 'Connection: close', 'Content-Length: 14'],
]
const slowly = [`${head.join('\r\n')}\r\n\r\n{"a":`, 500, '"bcdefg"}']

test('a password that is retired while the body is on its way is refused like any other', async () => {
  const { directory, retire, looks } = retirable()
  gate = await openTestListener({ directory })
  expect((await gate.sendRaw(slowly, 3_000)).first?.status).toBe(201)
  const answer = gate.sendRaw(slowly, 3_000)
  await expect.poll(looks).toBe(3)
  retire()
  expect((await answer).first).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="tollgate"' },
  })
  expect(gate.calls).toHaveLength(1)
})

test('where a merchant may call from is judged again, too', async () => {
  const { directory, restrict, looks } = retirable()
  gate = await openTestListener({ directory })
  const answer = gate.sendRaw(slowly, 3_000)
  await expect.poll(looks).toBe(1)
  restrict()
  expect((await answer).first).toMatchObject({ status: 403 })
  expect(gate.calls).toEqual([])
})

test('a request that comes whole is judged once', async () => {
  const { directory, looks } = retirable()
  gate = await openTestListener({ directory })
  const whole = slowly.filter(part => typeof part === 'string').join('')
  expect((await gate.sendRaw(whole)).first?.status).toBe(201)
  expect(looks()).toBe(1)
})

function openFeed() {
  const store = createMemoryNotificationStore(() => systemClock.now().getTime())
  const secrets = createNotificationSecrets({
    ...{ store: createMemorySecretStore(), box: openBox, clock: systemClock },
  })
  const log = createLog({ level: 'silent', pretty: false })
  return { store, feed: createNotificationFeed({ store, secrets, clock: systemClock, log }) }
}

const poll = get(`/api/rest/version/100/merchant/${merchant.id}/notifications?wait=20`, [
  ...[`Authorization: ${basic()}`, 'Connection: close'],
])

test('who waits for notifications hears of none once its password is retired, but the refusal', async () => {
  const { directory, retire, looks } = retirable()
  const { feed, store } = openFeed()
  gate = await openTestListener({ directory, routes: [notificationsRoute(feed)] })
  const answer = gate.sendRaw(poll, 8_000)
  await expect.poll(looks).toBe(1)
  await pause(50)
  retire()
  const retiredAtMs = systemClock.monotonicMs()
  store.commit({ ...{ cell: 1, merchantId: merchant.id, orderId: 'O1' }, ...first })
  await store.takeIn(1)
  feed.wake()
  const refused = (await answer).first
  expect(refused).toMatchObject({ status: 401, json: { error: { cause: 'INVALID_REQUEST' } } })
  expect(refused?.text).not.toContain('O1')
  expect(systemClock.monotonicMs() - retiredAtMs).toBeLessThan(1_000)
})

const first = { transactionId: '1', sequence: 1, record: {} }

test('nothing has to happen for that: whoever waits is looked at by itself', async () => {
  const { directory, retire, looks } = retirable()
  const { feed } = openFeed()
  gate = await openTestListener({ directory, routes: [notificationsRoute(feed)] })
  const answer = gate.sendRaw(poll, 8_000)
  await expect.poll(looks).toBe(1)
  retire()
  const retiredAtMs = systemClock.monotonicMs()
  expect((await answer).first?.status).toBe(401)
  expect(systemClock.monotonicMs() - retiredAtMs).toBeLessThan(2_000)
})
