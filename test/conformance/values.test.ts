import { describe, expect, test } from 'vitest'
import { operationNamed } from '../../src/contract/catalogue.ts'
import { type Content, JsonNumber, normalise } from '../../src/contract/kit/content.ts'
import { requestAt } from '../../src/contract/kit/operation.ts'
import { validate } from '../../src/contract/kit/validate.ts'

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
const order = { amount: '10.00', currency: 'USD' }
const paid = { order, sourceOfFunds: { provided: { card } } }

function judge(body: Content, name = 'AUTHORIZE') {
  const operation = operationNamed(name)
  return validate(operation, 100, normalise(requestAt(operation, 100), { apiOperation: name, ...body }))
}
const verdict = (body: Content, name?: string) => {
  const finding = judge(body, name)
  return finding ? `${finding.field} ${finding.validationType}` : 'good'
}

describe('spec 2.2: e-mail addresses', () => {
  const verdictOn = (email: string) => verdict({ ...paid, customer: { email } })
  test.each([
    'a@b.co',
    'first.last+tag@mail.example.com',
    'x_y@bücher.example',
    "o'hara@localhost",
    'a-b@c-d.ie',
  ])('%s is one', email => expect(verdictOn(email)).toBe('good'))
  test.each([
    ...['.a@b.co', 'a.@b.co', 'a..b@b.co', 'a@.b.co', 'a@b.co.', 'a@b..co', '.@b.co', 'a@.', 'a@b.-c'],
    ...['a@-b.co', 'a@b-.co', 'ab.co'],
  ])('%s is none', email => expect(verdictOn(email)).toBe('customer.email INVALID'))
  test('the longest is told with the refusal of a longer one', () => {
    const finding = judge({ ...paid, customer: { email: `a@${'b'.repeat(320)}` } })
    expect(finding?.sentence).toContain('320')
  })
})

describe('an explanation says the true reason', () => {
  test('spec 2.2: an address over 2,048 characters is too long', () => {
    const notificationUrl = `https://shop.example/${'x'.repeat(2_048)}`
    expect(judge({ ...paid, order: { ...order, notificationUrl } })).toMatchObject({
      field: 'order.notificationUrl',
      sentence: expect.stringContaining('2048'),
    })
  })
  test.each([
    ['CHE', /fund/],
    ['USN', /fund/],
    ['XAU', /metal|fund/],
    ['XXX', /no currency|not money/],
    ['BGN', /no longer/],
    ['usd', /upper case/],
    ['ABC', /ISO 4217/],
  ])('spec 2.2: nobody can pay in %s', (currency, why) => {
    const finding = judge({ ...paid, order: { ...order, currency } })
    expect(finding).toMatchObject({ field: 'order.currency', validationType: 'INVALID' })
    expect(finding?.sentence).toMatch(why)
  })
  test('spec 10: digits that a JSON number cannot carry are wanted in quotes', () => {
    const long = new JsonNumber('5000000000000000005')
    const unquoted = { order, sourceOfFunds: { provided: { card: { ...card, number: long } } } }
    const finding = judge(unquoted)
    expect(finding).toMatchObject({ field: 'sourceOfFunds.provided.card.number', validationType: 'INVALID' })
    expect(finding?.sentence).toMatch(/in quotes/)
    expect(JSON.stringify(finding)).not.toContain('5000000000000000005')
    const quoted = {
      order,
      sourceOfFunds: { provided: { card: { ...card, number: '5000000000000000005' } } },
    }
    expect(verdict(quoted)).toBe('good')
  })
})

describe('spec 2.5: agreement.id is required beside stored card details', () => {
  const stored = {
    token: { token: '5123451234560009' },
    'storedOnFile STORED': { provided: { card: { ...card, storedOnFile: 'STORED' } } },
  } as const
  const fresh = { provided: { card: { ...card, storedOnFile: 'TO_BE_STORED' } } }
  const series = (type: string) => ({ type, amountVariability: 'FIXED' })

  for (const [name, sourceOfFunds] of Object.entries(stored))
    for (const type of ['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'])
      test(`${name}, ${type}, whoever starts the payment`, () => {
        for (const operation of ['AUTHORIZE', 'PAY', 'VERIFY'])
          for (const source of [undefined, 'INTERNET', 'MERCHANT', 'MOTO']) {
            const body = { order, sourceOfFunds, ...(source && { transaction: { source } }) }
            expect(verdict({ ...body, agreement: series(type) }, operation)).toBe('agreement.id MISSING')
            expect(verdict({ ...body, agreement: { ...series(type), id: 'A1' } }, operation)).toBe('good')
          }
      })

  test('not for other agreements, and not before details are stored', () => {
    expect(verdict({ order, sourceOfFunds: stored.token, agreement: series('OTHER') })).toBe('good')
    expect(verdict({ order, sourceOfFunds: stored.token })).toBe('good')
    expect(verdict({ order, sourceOfFunds: fresh, agreement: series('RECURRING') })).toBe('good')
  })
})

describe('spec 1.4: accounts that no link here can carry are UNSUPPORTED', () => {
  const banks = {
    ach: { bankAccountNumber: '1234567', routingNumber: '123456789' },
    directDebitCanada: {
      ...{ bankAccountHolder: 'Ada', bankAccountNumber: '1234567' },
      ...{ financialInstitutionNumber: '123', transitNumber: '12345' },
    },
    sepa: { bankAccountHolder: 'Ada', bic: 'ABCDEFGH', iban: 'DE02120300000000202051' },
  }
  const types = { ach: 'ACH', directDebitCanada: 'DIRECT_DEBIT_CANADA', sepa: 'SEPA' } as const
  for (const name of ['ach', 'directDebitCanada', 'sepa'] as const)
    test(`a bank account as ${name}`, () => {
      const provided = { [name]: banks[name] }
      const type = types[name]
      for (const operation of ['AUTHORIZE', 'PAY', 'VERIFY', 'BALANCE_INQUIRY'])
        for (const sourceOfFunds of [{ provided }, { type, provided }])
          expect(verdict({ order, sourceOfFunds }, operation), operation).toBe(
            `sourceOfFunds.provided.${name} UNSUPPORTED`,
          )
      expect(verdict({ order, sourceOfFunds: { type } })).toBe('sourceOfFunds.type UNSUPPORTED')
      expect(verdict({ order, sourceOfFunds: { type, provided: { card } } })).toBe(
        'sourceOfFunds.type UNSUPPORTED',
      )
    })
  test('an account with a provider, where no browser goes there', () => {
    const provided = { providerB: { accountEmail: 'ada@example.com' } }
    expect(verdict({ order, sourceOfFunds: { type: 'PROVIDER_B', provided } })).toBe(
      'sourceOfFunds.provided.providerB UNSUPPORTED',
    )
    expect(verdict({ order, sourceOfFunds: { type: 'PROVIDER_A' } })).toBe('sourceOfFunds.type UNSUPPORTED')
    const browserPayment = { operation: 'PAY', returnUrl: 'https://shop.example/back' }
    const away = { order, browserPayment, sourceOfFunds: { type: 'PROVIDER_B', provided } }
    expect(verdict(away, 'INITIATE_BROWSER_PAYMENT')).toBe('good')
  })
})
