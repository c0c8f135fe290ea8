import { expect, test } from 'vitest'
import { notEnrolled } from '../../../test/support/checkout/issuerAnswers.ts'
import { card, otherCard, testCheckout } from '../../../test/support/checkout/testCheckout.ts'

const approved = { step: 'done', address: expect.stringContaining('resultIndicator=') }

test('what is wrong in the form is named by its field, and costs no try', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open({
    displayControl: { billingAddress: 'MANDATORY', customerEmail: 'MANDATORY' },
  })
  const whole = {
    email: 'payer@example.com',
    billing: { street: 'Alpha St', city: 'Town', country: 'USA' },
  }
  const cases = [
    [{ ...whole, card: { ...card, number: '5123450000000009' } }, 'number'],
    [{ ...whole, card: { ...card, number: '' } }, 'number'],
    [{ ...whole, card: { ...card, expiryMonth: '13' } }, 'expiry'],
    [{ ...whole, card: { ...card, expiryYear: '' } }, 'expiry'],
    [{ ...whole, card: { ...card, securityCode: 'abc' } }, 'securityCode'],
    [{ ...whole, card: { ...card, nameOnCard: 'x'.repeat(300) } }, 'nameOnCard'],
    [{ ...whole, card: { ...card, nameOnCard: '5123 4500 0000 0008' } }, 'nameOnCard'],
    [{ ...whole, billing: { ...whole.billing, street2: 'c/o 4508750015741019' } }, 'billing.street2'],
    [{ ...whole, email: 'nobody' }, 'email'],
    [{ ...whole, email: '' }, 'email'],
    [{ ...whole, billing: { street: 'Alpha St', city: 'Town', country: 'Utopia' } }, 'billing.country'],
    [{ ...whole, billing: { street: 'Alpha St', country: 'USA' } }, 'billing.city'],
    [{ ...whole, billing: undefined }, 'billing.street'],
  ] as const
  for (const [given, field] of cases)
    expect(await payer.pay(given)).toEqual({
      step: 'form',
      error: { reason: 'invalid', field },
      attemptsLeft: 5,
    })
  expect(checkout.others.asks).toEqual([])
  checkout.others.authentications.push(notEnrolled)
  expect(await payer.pay(whole)).toMatchObject(approved)
})

test('hostile forms are refused or read as empty, never as something else', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  for (const given of [{ card: [] }, { card: 'x' }, { card: { ...card, number: { a: 1 } } }, { card: null }])
    expect(await payer.pay(given)).toMatchObject({ step: 'form', error: { reason: 'invalid' } })
  const odd = { browser: { colorDepth: 'many', timeZone: 1e9, language: '<script>', screenWidth: -1 } }
  checkout.others.authentications.push(notEnrolled)
  expect(await payer.pay(odd)).toMatchObject(approved)
  expect((await payer.held())?.contents.values.device?.browserDetails).toEqual({
    acceptHeaders: 'text/html',
  })
})

test('issuers are told what the browser said for the page, and its languages', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open({ operation: 'NONE' })
  const acceptHeaders = 'text/html,image/avif;q=0.8'
  expect(String(Object(await payer.page({ accept: acceptHeaders })).body)).toContain(
    JSON.stringify({ acceptHeaders }).slice(1, -1),
  )
  const browser = { acceptHeaders, javaEnabled: false, javaScriptEnabled: true }
  await payer.pay({ browser }, { accept: 'application/json', acceptLanguage: 'de-DE,de;q=0.9' })
  expect((await payer.held())?.contents.values.device?.browserDetails).toEqual({
    ...{ acceptHeaders, javaEnabled: false, javaScriptEnabled: true },
    acceptLanguage: 'de-DE,de;q=0.9',
  })
})

test('a browser whose headers read like card data pays, and they are left out', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open()
  const telling = {
    userAgent: 'Browser/4111111111111111',
    accept: 'text/html;cvv=123',
    acceptLanguage: 'de-4111111111111111',
  }
  checkout.others.authentications.push(notEnrolled)
  expect(await payer.pay({ browser: { language: '4111-1111-1111-1111' } }, telling)).toMatchObject(approved)
  expect((await payer.held())?.contents.values.device).toEqual({ ipAddress: '192.0.2.7' })
})

test('what a form has no field for is not read: the order is the merchant’s', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open({ operation: 'NONE' })
  const notificationUrl = 'https://thief.example/hook'
  const order = { amount: '0.01', notificationUrl }
  const more = { order, transaction: { reference: 'r' }, session: { order }, interaction: { operation: 'X' } }
  await payer.pay({ ...more, billing: { street: 'Alpha St', order }, browser: { order, notificationUrl } })
  const values = (await payer.held())?.contents.values
  expect(values).toMatchObject({ billing: { address: { street: 'Alpha St' } } })
  expect(values?.order).toEqual({ id: 'O', amount: '10.00', currency: 'USD' })
  expect(values).not.toHaveProperty('transaction')
  expect(JSON.stringify(values)).not.toContain('thief')
})

test('what the payer may not change stays; a new card takes nothing over from the old', async () => {
  const checkout = testCheckout()
  const address = { street: 'Merchant St', city: 'Town', country: 'USA' }
  const payer = await checkout.open(
    { operation: 'NONE', displayControl: { billingAddress: 'READ_ONLY', customerEmail: 'HIDE' } },
    {
      others: {
        billing: { address },
        sourceOfFunds: { provided: { card: { storedOnFile: 'TO_BE_STORED' } } },
      },
    },
  )
  const changed = { billing: { street: 'Payer St' }, email: 'payer@example.com', shipping: { city: 'X' } }
  await payer.pay(changed)
  const { nameOnCard: _, securityCode: __, ...bare } = otherCard
  await payer.pay({ ...changed, card: bare })
  const values = (await payer.held())?.contents.values
  expect(values).toMatchObject({ billing: { address } })
  expect(values).not.toHaveProperty('customer')
  expect(values).not.toHaveProperty('shipping')
  expect(values?.sourceOfFunds?.provided?.card).toEqual({
    number: '4508750015741019',
    expiry: { month: '1', year: '39' },
    storedOnFile: 'TO_BE_STORED',
  })
})

test('what the payer clears is gone, what the form does not ask for stays', async () => {
  const checkout = testCheckout()
  const payer = await checkout.open(
    { operation: 'NONE', displayControl: { shipping: 'OPTIONAL' } },
    {
      others: {
        billing: { address: { street: 'Merchant St', city: 'Town' } },
        customer: { email: 'known@example.com', firstName: 'Ann' },
        shipping: { address: { city: 'Port' }, method: 'GROUND' },
      },
    },
  )
  await payer.pay({ billing: { city: 'Village' } })
  expect((await payer.held())?.contents.values).toMatchObject({
    billing: { address: { city: 'Village' } },
    customer: { firstName: 'Ann' },
    shipping: { method: 'GROUND' },
  })
  const text = JSON.stringify((await payer.held())?.contents.values)
  for (const cleared of ['Merchant St', 'known@example.com', 'Port']) expect(text).not.toContain(cleared)
})
