import { expect, test } from 'vitest'
import { ordinaryProfile } from '../../orders/merchant.ts'
import type { AuthenticationStatus } from '../../orders/transaction.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import type { PlanContext } from '../model/flow.ts'
import type { RecordedTransaction } from '../model/journal.ts'
import { paymentKinds, planPayment } from './payments.ts'

const number = '5123450000000008'
const cardFunds = { provided: { card: { number, expiry: { month: '1', year: '39' }, securityCode: '100' } } }
const request = { order: { amount: '10.00', currency: 'USD' }, sourceOfFunds: cardFunds } as const
const nothing: PlanContext = { transactions: [], profile: ordinaryProfile }

function authenticated(status: AuthenticationStatus | undefined, cardNumber = number): PlanContext {
  const card = { number: maskedNumber(cardNumber) }
  const recorded: RecordedTransaction = {
    ...{ id: 'A', type: 'AUTHENTICATION', result: 'SUCCESS', gatewayCode: 'APPROVED', amount: 0n },
    ...{ currency: 'USD', startedAtMs: 0, operation: 'AUTHENTICATE_PAYER', apiVersion: 100 },
    fingerprint: Buffer.alloc(0),
    request: { fields: { sourceOfFunds: { provided: { card } } }, additions: {} },
    ...(status && { authenticationStatus: status }),
    amount: 1000n,
  }
  return { transactions: [recorded], currency: 'USD', profile: ordinaryProfile, nowMs: 0 }
}
const proven = { ...request, authentication: { transactionId: 'A' } }

test('a payment asks with everything the issuer can compare', () => {
  const plan = planPayment(
    paymentKinds.AUTHORIZE,
    {
      ...request,
      agreement: { id: 'A-1', type: 'RECURRING' },
      billing: { address: { street: 'Alpha St', postcodeZip: '12345', city: 'Elsewhere' } },
      customer: { email: 'jane@example.com', phone: '123' },
    },
    nothing,
  )
  expect(plan).toMatchObject({
    type: 'AUTHORIZATION',
    amount: 1000n,
    ask: {
      verb: 'authorize',
      card: { number, expiry: { month: 1, year: 39 }, securityCode: '100' },
      acceptPartialAmount: false,
      isOfAgreement: true,
      billing: { street: 'Alpha St', postcodeZip: '12345' },
      customerEmail: 'jane@example.com',
      customerPhone: '123',
    },
  })
})

test.each([
  ['STORED', true],
  ['TO_BE_STORED', false],
  ['NOT_STORED', false],
] as const)('a card that is %s is on file: %s', (storedOnFile, isOnFile) => {
  const stored = { ...request.sourceOfFunds.provided.card, storedOnFile }
  const plan = planPayment(
    paymentKinds.PAY,
    { ...request, sourceOfFunds: { provided: { card: stored } } },
    nothing,
  )
  expect('ask' in plan && plan.ask && 'isOnFile' in plan.ask).toBe(isOnFile)
})

test('a gift card pays with its number and its PIN', () => {
  const sourceOfFunds = { provided: { giftCard: { number: '6035710001000001111', pin: '1234' } } }
  const plan = planPayment(paymentKinds.PAY, { ...request, sourceOfFunds }, nothing)
  expect(plan).toMatchObject({ ask: { verb: 'pay', card: { number: '6035710001000001111', pin: '1234' } } })
})

test.each([
  ['AUTHENTICATION_SUCCESSFUL', true],
  ['AUTHENTICATION_ATTEMPTED', true],
  ['AUTHENTICATION_EXEMPT', true],
  ['AUTHENTICATION_UNAVAILABLE', true],
  ['AUTHENTICATION_PENDING', false],
  ['AUTHENTICATION_FAILED', false],
  ['AUTHENTICATION_REJECTED', false],
] as const)('a payment that names an authentication which is %s is sent: %s', (status, isSent) => {
  const plan = planPayment(paymentKinds.AUTHORIZE, proven, authenticated(status))
  if (isSent) expect(plan).toHaveProperty('ask')
  else expect(plan).toMatchObject({ verdict: { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' } })
})

test('who was authenticated for a little less has agreed as far as the profile of the merchant goes', () => {
  const verdict = { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' }
  const paid = (amount: string, authenticatedExcessPercent: number) => {
    const context = authenticated('AUTHENTICATION_SUCCESSFUL')
    const profile = { ...context.profile, authenticatedExcessPercent }
    return planPayment(
      paymentKinds.PAY,
      { ...proven, order: { ...proven.order, amount } },
      { ...context, profile },
    )
  }
  expect(paid('10.01', 0)).toMatchObject({ verdict })
  expect(paid('11.50', 15)).toHaveProperty('ask')
  expect(paid('11.51', 15)).toMatchObject({ verdict })
})

test('who was authenticated for less, or to keep a card, has not agreed to pay', () => {
  const verdict = { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' }
  const dearer = { ...proven, order: { ...proven.order, amount: '10.01' } }
  const context = authenticated('AUTHENTICATION_SUCCESSFUL')
  expect(planPayment(paymentKinds.PAY, dearer, context)).toMatchObject({ verdict })
  const [known] = context.transactions
  if (!known) throw new Error('nothing is authenticated')
  const fields = { ...known.request.fields, authentication: { purpose: 'ADD_CARD' } } as const
  const request = { fields, additions: {} }
  const kept = { ...context, transactions: [{ ...known, request }] }
  expect(planPayment(paymentKinds.PAY, proven, kept)).toMatchObject({ verdict })
})

test('an authentication with another card proves nothing', () => {
  const context = authenticated('AUTHENTICATION_SUCCESSFUL', '2223000000000007')
  expect(planPayment(paymentKinds.PAY, proven, context)).toMatchObject({
    verdict: { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' },
    card: { number },
  })
})

test('an enrollment check covers a payment of its card, amount and currency', () => {
  const answered = { summaryStatus: 'CARD_NOT_ENROLLED', enrollmentStatus: 'NOT_ENROLLED' } as const
  const found = { ...answered, veResEnrolled: 'N' } as const
  const enrolment = { found, isFor: (paid: string) => paid === number, amount: 1000n, currency: 'USD' }
  const paid = (order: { readonly amount?: string; readonly currency?: string }) =>
    planPayment(
      paymentKinds.PAY,
      { ...request, order: { ...request.order, ...order } },
      { ...nothing, enrolment },
    )
  const verdict = { result: 'FAILURE', gatewayCode: 'AUTHENTICATION_FAILED' }
  expect(paid({})).toHaveProperty('ask')
  expect(paid({ currency: 'EUR' })).toMatchObject({ verdict })
  expect(paid({ amount: '10.01' })).toMatchObject({ verdict })
})

test('accounts that cannot be asked about are refused, and the field is named', () => {
  const refusedWith = (funds: object) => planPayment(paymentKinds.PAY, { ...request, ...funds }, nothing)
  expect(refusedWith({ sourceOfFunds: { type: 'PROVIDER_B', provided: { providerB: {} } } })).toMatchObject({
    field: 'sourceOfFunds',
    validationType: 'INVALID',
  })
  expect(refusedWith({ sourceOfFunds: { provided: { ebt: {} } } })).toMatchObject({
    field: 'sourceOfFunds.provided.card.number',
    validationType: 'MISSING',
  })
  expect(refusedWith({ sourceOfFunds: { provided: { card: { track1: '%B' } } } })).toMatchObject({
    field: 'sourceOfFunds.provided.card.number',
    validationType: 'MISSING',
  })
})

test.each(['p2pe', 'pin'] as const)('a terminal whose encryption failed (%s) asks nobody', name => {
  const failed = {
    keySerialNumber: 'FFFF9876543210E00001',
    payload: 'A1',
    encryptionState: 'INVALID',
  } as const
  const sourceOfFunds = { provided: { card: { ...cardFunds.provided.card, [name]: failed } } }
  const plan = planPayment(paymentKinds.PAY, { ...request, sourceOfFunds }, nothing)
  expect(plan).toMatchObject({ verdict: { result: 'FAILURE', gatewayCode: 'DECLINED' }, card: { number } })
  expect(plan).not.toHaveProperty('ask')
})

test('an account of benefits is a card that says which benefits pay', () => {
  const asked = (funds: object) => {
    const sourceOfFunds = { ...cardFunds, ...funds }
    return planPayment(paymentKinds.PAY, { ...request, sourceOfFunds }, nothing)
  }
  const provided = { ...cardFunds.provided, ebt: { accountType: 'SNAP_BENEFITS' } }
  expect(asked({ provided })).toMatchObject({ ask: { benefits: { accountType: 'SNAP_BENEFITS' } } })
  expect(asked({ type: 'EBT_CARD' })).toMatchObject({ ask: { benefits: {} } })
  expect(asked({ type: 'CARD' })).not.toHaveProperty('ask.benefits')
})

test('where the acquirer demands it, a chip transaction says who is at the terminal', () => {
  const demanding = { ...nothing, profile: { ...ordinaryProfile, attendedForChip: true } }
  const at = (posTerminal: object) => planPayment(paymentKinds.PAY, { ...request, posTerminal }, demanding)
  const field = 'posTerminal.attended'
  expect(at({ entryMode: '051' })).toMatchObject({ field, validationType: 'MISSING' })
  expect(at({ panEntryMode: 'CONTACTLESS' })).toMatchObject({ field, validationType: 'MISSING' })
  expect(at({ entryMode: '051', attended: 'UNATTENDED' })).toHaveProperty('ask')
  expect(at({ panEntryMode: 'SWIPE' })).toHaveProperty('ask')
  expect(
    planPayment(paymentKinds.PAY, { ...request, posTerminal: { entryMode: '051' } }, nothing),
  ).toHaveProperty('ask')
})
