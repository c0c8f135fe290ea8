import { createDecipheriv } from 'node:crypto'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type BrowserTestContext, browserTest, expectAt } from './browser.ts'
import { cards } from './cards.ts'
import { paymentsOf, valueAt } from './checkout.ts'
import { type CardForm, fieldIn, lastEventOf, openCardForm, typeCard } from './hostedFields.ts'
import { picture } from './pictures.ts'
import { expectNoSecrets } from './secrets.ts'

for (const size of ['desktop', 'phone'] as const)
  browserTest(
    `a card typed into the gateway's fields is paid with by the merchant's server: ${size}`,
    async scene => {
      const form = await openCardForm(scene)
      const payer = await scene.payer({ size })
      const { page } = payer
      await page.goto(form.address)
      expect(await lastEventOf(page, 'ready')).toBe('ok')
      await expectAccessible(page)
      await typeCard(page, cards.frictionless)
      expect(await fieldIn(page, 'number').locator('#field').inputValue()).toBe('5123 4567 8901 2346')
      expect(await lastEventOf(page, 'cardType')).toMatchObject({ brand: 'NETWORK_B' })
      await picture(payer, 'fields-filled')
      await page.locator('#pay').click()
      expect(await lastEventOf(page, 'updated')).toMatchObject({
        status: 'ok',
        session: { id: form.sessionId },
      })
      expect(await lastEventOf(page, 'initiated')).toBe('PROCEED')
      expect(await lastEventOf(page, 'authenticated')).toMatchObject({
        result: 'SUCCESS',
        response: { gatewayCode: 'APPROVED' },
        transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      })
      expect(await pay(scene, form)).toEqual(['PAYMENT APPROVED'])
      await expectNoSecrets(scene, payer, cards.frictionless.number)
    },
  )

browserTest('a challenge leads back to the merchant, with what only the merchant can read', async scene => {
  const form = await openCardForm(scene)
  const payer = await scene.payer()
  const { page } = payer
  await page.goto(form.address)
  await lastEventOf(page, 'ready')
  await typeCard(page, cards.challenged)
  await page.locator('#pay').click()
  const issuer = page.frameLocator('#challengeFrame')
  await issuer.locator('#outcome-Y').waitFor()
  await picture(payer, 'fields-challenge')
  await issuer.locator('#outcome-Y').click()
  const { method, body } = await scene.shop.called(form.returned)
  const posted = Object.fromEntries(new URLSearchParams(body))
  expect(method).toBe('POST')
  await expectAt(page, form.returned)
  expect(posted).toMatchObject({
    'order.id': form.orderId,
    'transaction.id': 'authentication',
    result: 'SUCCESS',
    'response.gatewayRecommendation': 'PROCEED',
  })
  expect(opened(form, posted)).toMatchObject({ transaction: { authenticationStatus: expect.any(String) } })
  expect(await pay(scene, form)).toEqual(['PAYMENT APPROVED'])
  await expectNoSecrets(scene, payer, cards.challenged.number)
})

for (const outcome of ['N', 'R', 'cancelled'] as const)
  browserTest(`after a challenge that ended with ${outcome} the merchant cannot be paid`, async scene => {
    const form = await openCardForm(scene)
    const { page } = await scene.payer()
    await page.goto(form.address)
    await lastEventOf(page, 'ready')
    await typeCard(page, cards.challengedAtOnce)
    await page.locator('#pay').click()
    await page.frameLocator('#challengeFrame').locator(`#outcome-${outcome}`).click()
    const { body } = await scene.shop.called(form.returned)
    const posted = Object.fromEntries(new URLSearchParams(body))
    expect(posted['response.gatewayRecommendation']).toBe('DO_NOT_PROCEED')
    expect(await pay(scene, form)).toEqual(['PAYMENT AUTHENTICATION_FAILED'])
  })

browserTest('a card that no issuer protects goes straight on', async scene => {
  const form = await openCardForm(scene)
  const { page } = await scene.payer()
  await page.goto(form.address)
  await lastEventOf(page, 'ready')
  await typeCard(page, cards.plain)
  await page.locator('#pay').click()
  expect(await lastEventOf(page, 'initiated')).toBe('PROCEED')
  expect(valueAt(await lastEventOf(page, 'authenticated'), 'response', 'gatewayCode')).toBe('NOT_SUPPORTED')
  expect(await pay(scene, form)).toEqual(['PAYMENT APPROVED'])
})

browserTest('what is wrong is told by field, and nothing is stored', async scene => {
  const form = await openCardForm(scene)
  const { page } = await scene.payer()
  await page.goto(form.address)
  await lastEventOf(page, 'ready')
  await typeCard(page, { ...cards.plain, number: '4508750015741018', code: '' })
  await page.locator('#pay').click()
  expect(await lastEventOf(page, 'updated')).toMatchObject({
    status: 'fields_in_error',
    errors: { cardNumber: 'invalid' },
  })
  const { body } = await scene.gateway.call('GET', `session/${form.sessionId}`)
  expect(valueAt(body, 'sourceOfFunds', 'provided', 'card', 'number')).toBeUndefined()
})

browserTest('a payer with a keyboard only gets through the fields', async scene => {
  const form = await openCardForm(scene)
  const { page } = await scene.payer()
  await page.goto(form.address)
  await lastEventOf(page, 'ready')
  await page.getByText('Card number').click()
  expect(await lastEventOf(page, 'focus')).toBe('#card-number')
  for (const [role, text] of [
    ['number', cards.plain.number],
    ['expiryMonth', '01'],
    ['expiryYear', '39'],
    ['securityCode', '100'],
    ['nameOnCard', 'Ada Quill'],
  ] as const) {
    // From frame to frame the focus takes its time.
    await fieldIn(page, role).locator('#field:focus').waitFor()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.locator('#pay:focus').waitFor()
  await page.keyboard.press('Enter')
  expect(await lastEventOf(page, 'updated')).toMatchObject({ status: 'ok' })
})

/** The merchant's server pays with the session and names the authentication. */
async function pay(scene: BrowserTestContext, { orderId, sessionId }: CardForm): Promise<readonly string[]> {
  const { status, text } = await scene.gateway.call('PUT', `order/${orderId}/transaction/payment`, {
    apiOperation: 'PAY',
    authentication: { transactionId: 'authentication' },
    session: { id: sessionId },
  })
  expect(status, text).toBe(201)
  return paymentsOf(scene, orderId)
}

/** What the browser brought, deciphered with the session's key. */
function opened({ aes256Key }: CardForm, posted: Readonly<Record<string, string>>): unknown {
  const part = (name: string) => Buffer.from(posted[`encryptedData.${name}`] ?? '', 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(aes256Key, 'base64'), part('nonce'))
  decipher.setAuthTag(part('tag'))
  return JSON.parse(decipher.update(part('ciphertext'), undefined, 'utf8') + decipher.final('utf8'))
}
