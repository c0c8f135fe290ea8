import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdministration } from '../../src/composition/administration.ts'
import { notifiedRecordOf } from '../../src/operations/record/record.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { granted } from './administrator.ts'
import { keyEncryptionKeys, openGateway, type TestGateway } from './gateway.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { authorization, newOrder } from './requests.ts'

let gateway: TestGateway
let receiver: Receiver
let store: Store
beforeAll(async () => {
  receiver = await openReceiver()
  gateway = await openGateway('external', { isSandbox: false })
  store = await openStore(gateway.database.logins)
})
afterAll(async () => {
  await store?.close()
  await gateway?.stop()
  await receiver?.close()
})

const owner = { cell: 0, merchantId: 'TESTMERCHANT' }

/** What became of telling about an order's only change. */
async function fate(orderId: string) {
  const [kept] = await store
    .notifications(notifiedRecordOf)
    .list({ merchantId: owner.merchantId, orderId, limit: 1 })
  const attempts = kept ? await store.notifications(notifiedRecordOf).attempts(kept) : []
  return { state: kept?.state, reasons: attempts.map(({ reason }) => reason) }
}

async function paid(notificationUrl: string): Promise<string> {
  const orderId = newOrder()
  const order = { amount: '10.00', currency: 'USD', notificationUrl }
  const answer = await gateway.authorize(orderId, authorization({ order }))
  expect(answer.status, answer.text).toBe(201)
  return orderId
}

test('nobody is told anything before an operator turns it on', async () => {
  const orderId = await paid('https://shop.example/hook')
  await expect.poll(() => fate(orderId)).toEqual({ state: 'OFF', reasons: [] })
})

test('what is on, is not sent to where only the operator may reach', async () => {
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  const { merchants } = openAdministration({ store, keyring, actor: 'operator' })
  granted(await merchants.change(owner.merchantId, ['notifications=true']))
  const { port } = new URL(receiver.address())
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '127.1', '2130706433', '0x7f.1']
  const addresses = hosts.flatMap(host => [`http://${host}:${port}/hook`, `https://${host}:${port}/hook`])
  const metadata = ['https://169.254.169.254/latest', 'https://10.0.0.1/', 'https://[fd00:ec2::254]/']
  const taken: string[] = []
  for (const address of [...addresses, ...metadata]) {
    const orderId = newOrder()
    const order = { amount: '10.00', currency: 'USD', notificationUrl: address }
    // Some are no addresses by the contract; those that are, are judged when they are used.
    if ((await gateway.authorize(orderId, authorization({ order }))).status === 201) taken.push(orderId)
  }
  // In the open to none of them, and encrypted to all that are well written.
  expect(taken.length).toBe(hosts.length + metadata.length)
  for (const orderId of taken) {
    await expect
      .poll(() => fate(orderId), { timeout: 15_000 })
      .toMatchObject({ state: 'WAITING', reasons: [expect.stringMatching(/not on the public|resolved/)] })
  }
  expect(receiver.heard).toEqual([])
})

test('the sandbox shows keys, production does not', async () => {
  const answer = await gateway.call('GET', '/sandbox/merchants/TESTMERCHANT/notifications/keys')
  expect(answer.status).toBe(404)
})
