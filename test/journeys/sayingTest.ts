import { connect } from 'node:net'
import { openAdministration } from '../../src/composition/administration.ts'
import { openStore } from '../../src/store/open.ts'
import { openKeyring } from '../../src/vault/keyring.ts'
import { granted } from './administrator.ts'
import type { Answer } from './answer.ts'
import { visit } from './browser.ts'
import { keyEncryptionKeys, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { authorization, newOrder } from './requests.ts'

/**
 * Every place where a gateway says that it is a test, and whether this one does: all of them in a sandbox and
 * in a rehearsal, none where payments are real.
 */
export async function sayingTest(gateway: TestGateway): Promise<Readonly<Record<string, boolean>>> {
  return {
    ...(await inAnswers(gateway)),
    'a refusal of what is no request': await inWhatIsNoRequest(gateway),
    ...(await onCheckout(gateway)),
    'the field for the card number': await inTheField(gateway),
    ...(await onNotices(gateway)),
    'a notification': await inNotifications(gateway),
  }
}

/** The same places, all with the same answer. */
export const everywhere = (found: Readonly<Record<string, boolean>>, says: boolean) =>
  Object.fromEntries(Object.keys(found).map(place => [place, says]))

async function inAnswers(gateway: TestGateway) {
  const order = newOrder()
  const paid = await gateway.authorize(order, authorization())
  const story = await gateway.call('GET', `order/${order}/transaction/1/explain`)
  const ready = await gateway.call('GET', '/ready')
  const byHeader = {
    'a payment': paid,
    'the same again': await gateway.authorize(order, authorization()),
    'an order': await gateway.retrieve(order),
    'a refusal': await gateway.authorize(newOrder(), { apiOperation: 'AUTHORIZE' }),
    'a stranger’s refusal': await gateway.call('GET', `order/${order}`, undefined, { authorization: null }),
    'what nobody has': await gateway.call('GET', '/nowhere'),
    'the versions': await gateway.call('GET', '/api/rest/version/100/information'),
    'a story': story,
    readiness: ready,
  }
  const heads = Object.entries(byHeader).map(([place, { headers }]) => [
    `the head of ${place}`,
    headers['tollgate-mode'] === 'TEST',
  ])
  return { ...Object.fromEntries(heads), 'a story': saysMode(story), readiness: saysMode(ready) }
}

const saysMode = ({ body }: Answer): boolean => body.mode === 'TEST'

async function inWhatIsNoRequest({ port }: TestGateway): Promise<boolean> {
  const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
  let heard = ''
  for await (const chunk of socket) heard += chunk
  return /^HTTP\/1\.1 400 .*\r\nTollgate-Mode: TEST\r\n/s.test(heard)
}

const badge = '<span class="badge">Test mode</span>'

async function onCheckout(gateway: TestGateway) {
  const payer = await openCheckout(gateway)
  const page = async () => (await visit(`${gateway.origin}${payer.path}`)).text.includes(badge)
  const before = await page()
  const { step } = await payer.pay()
  if (step !== 'done') throw new Error(`The payer was left at ${step}`)
  return { 'the checkout': before, 'the receipt': await page() }
}

async function inTheField({ database, origin }: TestGateway): Promise<boolean> {
  const store = await openStore(database.logins)
  const keyring = await openKeyring({ keys: keyEncryptionKeys, store: store.keys })
  const { merchants } = openAdministration({ store, keyring, actor: 'operator' })
  granted(await merchants.change('TESTMERCHANT', ['allowedOrigins=https://shop.example']))
  await store.close()
  const query = `merchantId=TESTMERCHANT&version=100&origin=https://shop.example&form=${'0'.repeat(32)}`
  // Nodes hear of a changed profile within a second.
  for (let tries = 0; tries < 100; tries += 1) {
    const { status, text } = await visit(`${origin}/form/field/number?${query}`)
    if (status === 200) return text.includes('<span id="test">TEST</span>')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('There is no field')
}

/** Pages that only say that something is over, or was never there. */
async function onNotices({ origin }: TestGateway) {
  const token = 'A'.repeat(43)
  const posted = { method: 'POST', body: new URLSearchParams({ cres: 'x' }) }
  const says = async (path: string, options: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, { headers: { Accept: 'text/html' }, ...options })
    const text = await response.text()
    if (response.status !== 404 || !text.includes('<h1>'))
      throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    return text.includes(badge)
  }
  return {
    'a checkout that is over': await says(`/checkout/pay/SESSION${'0'.repeat(24)}`),
    'a page that is not there': await says('/nowhere'),
    'a payment elsewhere that is over': await says(`/pay/redirect/${token}`),
    'a challenge that is over': await says(`/3ds/callback/${token}`, posted),
  }
}

async function inNotifications(gateway: TestGateway): Promise<boolean> {
  const { body } = await gateway.call('GET', 'notifications')
  const [first] = Array.isArray(body.notifications) ? body.notifications : []
  if (first === undefined) throw new Error('There is no notification')
  return Object(first).headers['Tollgate-Mode'] === 'TEST'
}
