import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { headerOf, startMailServer, type TestMailServer } from '../support/mail/mailServer.ts'
import { cardThat } from './cardholder.ts'
import { enterConsole } from './consoleUser.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openCheckout } from './payer.ts'
import { valueAt } from './whole.ts'

let gateway: TestGateway
let server: TestMailServer
beforeAll(async () => {
  server = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const mailServer = { host: '127.0.0.1', port: server.port, security: 'none' } as const
  gateway = await openGateway('embedded', { mail: { server: mailServer, from: 'pay@gate.example' } })
  await setProfile({ emailReceipts: true, receiptReplyTo: 'shop@example.com', shopName: 'Hafen & Söhne' })
})
afterAll(async () => {
  await gateway?.stop()
  await server?.close()
})

const setProfile = (profile: object) =>
  gateway.call('PUT', '/sandbox/merchants/TESTMERCHANT/profile', profile, { authorization: null })
const advance = (duration: string) => gateway.call('POST', '/sandbox/clock', { advance: duration })

const email = 'payer@example.com'
const customer = { customer: { email } }
const waiting = { timeout: 8_000, interval: 50 }

/** The letters about an order, once there are as many. */
async function lettersAbout(order: string, count = 1) {
  const about = () => server.letters.filter(({ source }) => decoded(source).includes(order))
  await vi.waitFor(() => expect(about()).toHaveLength(count), waiting)
  return about().map(letter => ({ ...letter, text: decoded(letter.source) }))
}

const escaped = (markup: string) => markup.replace('&amp;', '&').replace(/[$.*+?()]/g, '\\$&')

const decoded = (source: string) =>
  Buffer.from(
    source
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

test('a payer gets what the printed receipt says, in the language of the page', async () => {
  const payer = await openCheckout(gateway, { locale: 'de_DE' }, customer)
  expect(await payer.pay({}, { email })).toMatchObject({ step: 'done' })
  await advance('PT10S')
  const [letter] = await lettersAbout(payer.order)
  expect(letter).toMatchObject({ from: 'pay@gate.example', to: [email] })
  expect(headerOf(letter?.source ?? '', 'Reply-To')).toBe('shop@example.com')
  expect(headerOf(letter?.source ?? '', 'Content-Language')).toBe('de')
  const page = await (await fetch(gateway.origin + payer.path)).text()
  const printed = /<section class="panel end done"[\s\S]*?<\/section>/.exec(page)?.[0] ?? ''
  const facts = [...printed.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(?:<bdi[^>]*>)?([^<]*)/g)]
  expect(facts).toHaveLength(5)
  // The browser fills in the date and the card.
  for (const [, label, value] of facts)
    expect(letter?.text).toMatch(new RegExp(`^${label}: .*${escaped(value ?? '')}`, 'm'))
  expect(letter?.text).toContain('Hafen & Söhne')
  expect(letter?.text).toContain('10,00')
  expect(letter?.text).toContain(`•••• ${cardThat.isKnown.slice(-4)}`)
  expect(letter?.source).not.toContain(cardThat.isKnown.slice(0, -4))
  expect(letter?.source).not.toMatch(/<img|https?:\/\//)
})

test('a busy mail server gets the same letter again, and one that refuses it does not', async () => {
  const [busy, refusing] = [await openCheckout(gateway), await openCheckout(gateway)]
  const sources: string[] = []
  server.onAsked = source => void sources.push(source)
  server.answerNext(451)
  expect(await busy.pay({}, { email })).toMatchObject({ step: 'done' })
  await advance('PT10S')
  await vi.waitFor(() => expect(sources).toHaveLength(1), waiting)
  await advance('PT1M')
  await lettersAbout(busy.order)
  const ids = sources.map(source => headerOf(source, 'Message-ID'))
  expect(ids).toHaveLength(2)
  expect(new Set(ids)).toHaveLength(1)
  expect(ids[0]).toMatch(/^<receipt\.[0-9a-f]{32}@gate\.example>$/)
  server.answerNext(554)
  expect(await refusing.pay({}, { email })).toMatchObject({ step: 'done' })
  await advance('PT10S')
  await vi.waitFor(() => expect(sources).toHaveLength(3), waiting)
  await vi.waitFor(
    () => expect(gateway.lines.join('')).toMatch(/answered 554.*a receipt was not sent/),
    waiting,
  )
  await advance('P7D')
  expect(sources).toHaveLength(3)
})

test('nobody gets a receipt for a declined payment, and one for the approved one after it', async () => {
  const payer = await openCheckout(gateway, {}, {})
  expect(await payer.pay({ expiry: '05/39' }, { email })).toMatchObject({ step: 'form' })
  await advance('PT10S')
  expect(await payer.pay({}, { email, attemptsLeft: 4 })).toMatchObject({ step: 'done' })
  await advance('PT10S')
  await lettersAbout(payer.order)
  await advance('PT1H')
  expect(await lettersAbout(payer.order)).toHaveLength(1)
})

test('without a mail server a sandbox shows its letters; without an address there are none', async () => {
  gateway = await gateway.restarted({})
  const letters = async () => Object((await gateway.call('GET', '/sandbox/letters')).body.letters)
  const [payer, unnamed] = [await openCheckout(gateway), await openCheckout(gateway)]
  expect(await unnamed.pay()).toMatchObject({ step: 'done' })
  expect(await payer.pay({}, { email })).toMatchObject({ step: 'done' })
  await advance('PT10S')
  const subject = 'Test mode: Payment to Hafen & Söhne'
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ to: email, subject }]), waiting)
  const page = await fetch(gateway.origin + String(valueAt((await letters())[0], 'page')))
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain(payer.order)
  const user = await enterConsole(gateway)
  const { transactions } = await user.ask('explainOrder', {
    ...{ merchantId: 'TESTMERCHANT', orderId: payer.order },
  })
  const told = transactions.map(({ transactionId, steps }) => [transactionId, receiptsIn(steps)])
  const sent = { step: 'RECEIPT', state: 'SENT', attempts: 1, to: 'p***@example.com' }
  expect(told).toMatchObject([
    [expect.stringMatching(/^auth-1-/), []],
    [expect.stringMatching(/^pay-1-/), [sent]],
  ])
  // The merchant's own question has the same.
  const paid = `order/${payer.order}/transaction/${String(told[1]?.[0])}/explain`
  expect(receiptsIn((await gateway.call('GET', paid)).body.steps)).toMatchObject([sent])
})

const receiptsIn = (steps: unknown) =>
  (Array.isArray(steps) ? steps : []).filter(step => valueAt(step, 'step') === 'RECEIPT')
