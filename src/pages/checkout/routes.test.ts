import { expect, test } from 'vitest'
import {
  challenge,
  enrolled,
  notEnrolled,
  wantsToLook,
} from '../../../test/support/checkout/issuerAnswers.ts'
import { testCheckout } from '../../../test/support/checkout/testCheckout.ts'
import { operationNamed } from '../../contract/catalogue.ts'
import { responseAt } from '../../contract/kit/operation.ts'
import { project } from '../../contract/kit/project.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { brandStyle } from '../brandStyle.ts'

test('no page but ours is heard; a laptop has several names', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  for (const origin of ['https://shop.example', 'null', 'https://pay.example.evil', 'http://pay.example'])
    expect(await payer.act('state', {}, { origin })).toEqual({ refused: 'REQUEST_REJECTED' })
  expect(await payer.act('state', {}, { origin: undefined })).toMatchObject({ step: 'form' })
})

test('the page may be framed by the merchant’s pages only when it is asked to be', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  const policyOf = async (query: Readonly<Record<string, string>>) => {
    const reply = await payer.page({ query })
    return 'kind' in reply ? '' : (reply.headers?.['Content-Security-Policy'] ?? '')
  }
  expect(await policyOf({})).toContain("frame-ancestors 'none'")
  expect(await policyOf({ embedded: 'https://evil.example' })).toContain("frame-ancestors 'none'")
  expect(await policyOf({ embedded: 'https://shop.example' })).toContain(
    'frame-ancestors https://shop.example',
  )
})

test.each([
  ['the session says it', { merchant: { name: 'Corner Books' } }, 'Harbour Books', 'Corner Books'],
  ['the profile says it', {}, 'Harbour Books', 'Harbour Books'],
  ['nobody says it', {}, '', 'shop.example'],
  ['there is not even an address', { returnUrl: undefined }, '', 'Händler'],
])('the payer reads the name of the shop: %s', async (_, interaction, shopName, name) => {
  const checkout = testCheckout({ profile: { ...ordinaryProfile, shopName } })
  const payer = await checkout.open({ ...interaction, locale: 'de' })
  const shown = await payer.page()
  expect(shown).toMatchObject({ body: expect.stringContaining(`<title>Zahlung an ${name}</title>`) })
  expect(shown).toMatchObject({ body: expect.not.stringMatching(/>M</) })
})

test("a merchant's colour and picture are its profile's, and the session's picture comes first", async () => {
  const profile = { ...ordinaryProfile, brandColor: '#c0143c', logoUrl: 'https://shop.example/logo.svg' }
  const { open } = testCheckout({ profile })
  const shown = await (await open()).page()
  expect(shown).toMatchObject({ body: expect.stringContaining('--button:#c0143c') })
  expect(shown).toMatchObject({ body: expect.stringContaining('src="https://shop.example/logo.svg"') })
  const policy = 'headers' in shown ? shown.headers?.['Content-Security-Policy'] : undefined
  expect(policy).toContain(`'${brandStyle('#c0143c').hash}'`)
  expect(policy).toMatch(/img-src data: https:\/\/shop\.example/)
  const other = await open({ merchant: { name: 'Corner Books', logo: 'https://other.example/logo.svg' } })
  expect(await other.page()).toMatchObject({
    body: expect.stringContaining('src="https://other.example/logo.svg"'),
  })
  const plain = await (await testCheckout().open()).page()
  expect(plain).toMatchObject({ body: expect.not.stringMatching(/--button:#|id="logo"/) })
})

test("marks of networks and a merchant's type are the gateway's own files", async () => {
  const brandFiles = {
    ...{ marksFor: () => ({ NETWORK_C: '/brand/1.svg' }), routes: [] },
    fontNamed: (name: string) => (name === 'Grotesk' ? '/brand/2.woff2' : undefined),
  }
  const shown = (profile: typeof ordinaryProfile) =>
    testCheckout({ profile, brandFiles })
      .open()
      .then(payer => payer.page())
  const page = await shown({ ...ordinaryProfile, font: 'Grotesk' })
  expect(page).toMatchObject({
    body: expect.stringContaining('"cardMarks":{"NETWORK_C":"/brand/1.svg"}'),
    headers: { 'Content-Security-Policy': expect.stringContaining("img-src data: 'self'; font-src 'self';") },
  })
  expect(page).toMatchObject({ body: expect.stringContaining('src:url(/brand/2.woff2)') })
  for (const font of ['', 'Serif'])
    expect(await shown({ ...ordinaryProfile, font })).toMatchObject({
      body: expect.not.stringContaining('@font-face'),
      headers: { 'Content-Security-Policy': expect.not.stringContaining('font-src') },
    })
  expect(await (await testCheckout().open()).page()).toMatchObject({
    body: expect.not.stringContaining('"cardMarks"'),
    headers: { 'Content-Security-Policy': expect.stringContaining('img-src data:; connect-src') },
  })
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', undefined, 'de'],
  ['sv,pl;q=0.9,fr;q=0.5', undefined, 'fr'],
  ['sv,pt-BR;q=0.9,fr;q=0.5', undefined, 'pt'],
  ['zh-CN', undefined, 'zh-Hans'],
  ['ar', undefined, 'ar'],
  ['sv', undefined, 'en'],
  ['nl', undefined, 'nl'],
  [undefined, undefined, 'en'],
  ['de', 'es_MX', 'es'],
  ['de', 'sv', 'de'],
  ['de', 'ja', 'ja'],
])(
  'a browser that asks for %s of a merchant who wishes %s reads %s',
  async (acceptLanguage, wish, locale) => {
    const checkout = testCheckout()
    const payer = await checkout.open(wish === undefined ? {} : { locale: wish })
    const shown = await payer.page({ acceptLanguage })
    expect(shown).toMatchObject({
      headers: { Vary: 'Accept-Encoding, Accept-Language' },
      body: expect.stringContaining(`<html lang="${locale}"`),
    })
  },
)

test('who finds no page is told so in their language', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  const lost = { params: { sessionId: 'SESSION0000000000000000000000000' }, acceptLanguage: 'de' }
  const german = expect.stringContaining('<html lang="de"')
  expect(await payer.page(lost)).toMatchObject({ status: 404, body: german })
})

test('nothing of the card is in the page or in any answer', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(wantsToLook, challenge, notEnrolled)
  const payer = await checkout.open()
  const said = [await payer.pay(), await payer.act('proceed'), await payer.act('state'), await payer.page()]
  const text = JSON.stringify(said)
  for (const secret of ['5123450000000008', payer.indicator, '"100"', 'A Payer'])
    expect(text.includes(secret), secret).toBe(false)
})

test('the session’s id is the payer’s: neither issuers nor the order are told it', async () => {
  const checkout = testCheckout()
  checkout.others.authentications.push(enrolled, challenge)
  const payer = await checkout.open()
  expect(await payer.pay()).toMatchObject({ step: 'challenge' })
  expect(checkout.others.asks).toHaveLength(2)
  const order = await checkout.gateway.retrieveOrder({ cell: 0, merchantId: 'M', orderId: 'O' })
  const shown = project(responseAt(operationNamed('RETRIEVE_ORDER'), 100), { ...order })
  const amounts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  for (const told of [...checkout.others.asks, shown])
    expect(JSON.stringify(told, amounts)).not.toContain(payer.sessionId)
})

test('a page knows how long a payment that it lost sight of may wait for its order', async () => {
  const payer = await testCheckout().open()
  expect(await payer.page()).toMatchObject({ body: expect.stringContaining('"lostAfterMs":10100,') })
})
