import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 2_000 })
  await offer(['sandbox'])
})
afterAll(() => gateway?.stop())

async function offer(wallets: readonly string[], merchant = 'TESTMERCHANT') {
  const answer = await gateway.call('PUT', `/sandbox/merchants/${merchant}/profile`, { wallets })
  expect(answer.status).toBe(200)
}

/** What the simulated wallet sends to the page. */
async function sheet(outcome: string, price: object = {}) {
  const wanted = { outcome, amount: '10.00', currency: 'USD', ...price }
  return (await gateway.call('POST', '/sandbox/wallet/token', wanted, { authorization: null })).body
}

type Payer = Awaited<ReturnType<typeof openCheckout>>
const browser = { challengeWindowSize: '500_X_600' }
const payWith = (payer: Payer, details: unknown, body: object = {}) =>
  payer.act('wallet', { wallet: { name: 'sandbox', details }, browser, ...body })
const refused = { step: 'form', error: { reason: 'walletRefused' }, attemptsLeft: 5 }
const pageOf = async ({ path }: Payer) => (await fetch(gateway.origin + path)).text()

test('a payer pays with a wallet, as the device says and without a challenge', async () => {
  const payer = await openCheckout(gateway)
  const details = await sheet('approved')
  expect(await payWith(payer, details)).toMatchObject({ step: 'done', resultIndicator: payer.indicator })
  const { body, text } = await gateway.retrieve(payer.order)
  expect(body).toMatchObject({
    status: 'CAPTURED',
    totalCapturedAmount: 10,
    walletProvider: 'DEVICE_A_PAY',
    transaction: [
      {
        transaction: { type: 'PAYMENT' },
        gatewayEntryPoint: 'HOSTED_PAGE',
        sourceOfFunds: {
          provided: {
            card: {
              number: '512345xxxxxx0008',
              maskedFpan: '512345xxxxxx0008',
              devicePayment: { cryptogramFormat: '3DSECURE', eciIndicator: '05' },
            },
          },
        },
      },
    ],
  })
  const asked = gateway.asks.find(({ orderId }) => orderId === payer.order)
  expect(asked).toMatchObject({
    verb: 'pay',
    presented: { cryptogram: { format: '3DSECURE', eci: '05', value: expect.stringMatching(/=$/) } },
  })
  const { cryptogram } = Object(Object(asked).presented)
  const session = await gateway.call('GET', `session/${payer.sessionId}`)
  for (const shown of [text, session.text, gateway.lines.join('\n')]) {
    expect(shown).not.toContain(cryptogram.value)
    expect(shown).not.toContain('5123450000000008')
  }
  // The same answer again, as after a broken connection, is the same payment.
  expect(await payWith(payer, details)).toMatchObject({ step: 'done' })
  expect(gateway.asks.filter(({ orderId }) => orderId === payer.order)).toHaveLength(1)
})

test('what the payer typed before does not get into the payment with a wallet', async () => {
  const payer = await openCheckout(gateway)
  expect(await payer.pay({ expiry: '05/39' })).toMatchObject({ step: 'form', attemptsLeft: 4 })
  expect(await payWith(payer, await sheet('approved'), { attemptsLeft: 4 })).toMatchObject({ step: 'done' })
  const asks = gateway.asks.filter(({ orderId }) => orderId === payer.order)
  expect(asks).toHaveLength(2)
  expect(asks[1]).not.toHaveProperty('card.securityCode')
  expect(asks[1]).not.toHaveProperty('card.nameOnCard')
})

test('consent to save a card is not said of a wallet’s, and its payer gets a receipt too', async () => {
  const profile = { wallets: ['sandbox'], savedCardsAtCheckout: 'WITH_CODE', emailReceipts: true }
  await gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', profile)
  const identification = { type: 'CUSTOMER_IDENTIFICATION', value: 'returning' }
  const email = 'wallet@payer.example'
  const payer = await openCheckout(gateway, {}, { customer: { identification, email } })
  expect(await payer.pay({ expiry: '05/39' }, { save: true, email })).toMatchObject({ step: 'form' })
  const paid = await payWith(payer, await sheet('approved'), { attemptsLeft: 4, email })
  expect(paid).toMatchObject({ step: 'done' })
  const { body } = await gateway.retrieve(payer.order)
  expect(body).toHaveProperty('transaction.1.sourceOfFunds.provided.card.storedOnFile', 'TO_BE_STORED')
  expect(body).toHaveProperty('transaction.2.sourceOfFunds.provided.card.devicePayment')
  expect(body).not.toHaveProperty('transaction.2.sourceOfFunds.provided.card.storedOnFile')
  await gateway.call('POST', '/sandbox/clock', { advance: 'PT10S' })
  await vi.waitFor(
    async () => expect((await gateway.call('GET', '/sandbox/letters')).text).toContain(email),
    10_000,
  )
  await offer(['sandbox'])
})

test.each(['otherAmount', 'outOfTime', 'tampered', 'used'])(
  'a token that is %s is refused, and nothing is asked',
  async outcome => {
    const payer = await openCheckout(gateway)
    expect(await payWith(payer, await sheet(outcome))).toEqual(refused)
    expect(gateway.asks.some(({ orderId }) => orderId === payer.order)).toBe(false)
    // And the payer may go on.
    expect(await payWith(payer, await sheet('approved'))).toMatchObject({ step: 'done' })
  },
)

test('the log says why, and nothing of the token', () => {
  const lines = gateway.lines.filter(line => line.includes('"wallet"'))
  for (const reason of ['otherPrice', 'outOfTime', 'unsigned', 'used'])
    expect(lines.join('\n')).toContain(reason)
})

test('a declined card of a wallet counts as an attempt, and its token pays nothing else', async () => {
  const payer = await openCheckout(gateway)
  const details = await sheet('declined')
  expect(await payWith(payer, details)).toMatchObject({
    step: 'form',
    error: { reason: 'declined' },
    attemptsLeft: 4,
  })
  expect(await payWith(payer, details, { attemptsLeft: 4 })).toMatchObject({
    error: { reason: 'walletRefused' },
    attemptsLeft: 4,
  })
  const other = await openCheckout(gateway)
  expect(await payWith(other, details)).toEqual(refused)
})

test('a token is good for the price of this order only', async () => {
  for (const price of [{ currency: 'EUR' }, { amount: '9.99' }]) {
    const payer = await openCheckout(gateway)
    expect(await payWith(payer, await sheet('approved', price))).toEqual(refused)
  }
})

test('mandatory fields of the form are mandatory for wallets too', async () => {
  const payer = await openCheckout(gateway, { displayControl: { customerEmail: 'MANDATORY' } })
  const details = await sheet('approved')
  expect(await payWith(payer, details)).toMatchObject({ error: { reason: 'invalid', field: 'email' } })
  expect(await payWith(payer, details, { email: 'payer@example.com' })).toMatchObject({ step: 'done' })
})

test('a page has buttons only where its merchant has wallets and money is taken', async () => {
  const offered = await pageOf(await openCheckout(gateway))
  expect(offered).toContain('id="wallet-sandbox"')
  expect(offered).toContain('Pay with Test Wallet')
  expect(await pageOf(await openCheckout(gateway, { operation: 'VERIFY' }))).not.toContain('wallet-sandbox')
  await offer([])
  try {
    const payer = await openCheckout(gateway)
    const page = await pageOf(payer)
    expect(page).not.toContain('wallet-sandbox')
    expect(page.match(/<script/g)).toHaveLength(2)
    expect(await payWith(payer, await sheet('approved'))).toEqual(refused)
  } finally {
    await offer(['sandbox'])
  }
})
