import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber } from '../../contract/kit/content.ts'
import {
  declineCodes,
  type ProtocolAnswer,
  type ProtocolCall,
  paymentStates,
  protocolBodyBytesMax,
  protocolErrorCodes,
  protocolErrors,
} from './declaration.ts'
import {
  protocolError,
  readAnswer,
  readCall,
  readDescription,
  readNotice,
  writeAnswer,
  writeCall,
  writeDescription,
  writeError,
  writeNotice,
} from './messages.ts'

const start: ProtocolCall<'start'> = {
  call: 'start',
  merchantId: 'SHOP',
  paymentId: 'pay-1',
  orderId: 'order-1',
  transactionId: '1',
  operation: 'PAY',
  amount: '12.00',
  currency: 'USD',
  kind: 'WALLET',
  confirmation: 'AT_PROVIDER',
  returnUrl: 'https://gateway.example/return/abc',
  noticeUrl: 'https://gateway.example/notice',
  expiresAt: '2026-11-16T12:00:00.000Z',
}
const refund: ProtocolCall<'refund'> = {
  call: 'refund',
  merchantId: 'SHOP',
  paymentId: 'pay-1',
  refundId: 'refund-1',
  amount: '5.00',
  currency: 'USD',
}

describe('calls', () => {
  test('any call is read as it was written', () => {
    fc.assert(
      fc.property(anyCall, call => {
        expect(readCall(call.call, writeCall(call))).toEqual({ call })
      }),
    )
  })

  test.each<[string, object, string, RegExp]>([
    ['no payment', { paymentId: undefined }, 'paymentId', /missing/],
    ['an id with other characters', { paymentId: 'pay 1' }, 'paymentId', /1 to 64 characters/],
    ['an amount as a number', { amount: 12 }, 'amount', /must be text/],
    ['an amount with a sign', { amount: '-1.00' }, 'amount', /decimal number/],
    ['too many decimals', { amount: '12.001' }, 'amount', /more decimals than USD/],
    ['money that is none', { currency: 'XXX' }, 'currency', /ISO 4217/],
    ['an address with a password', { returnUrl: 'https://a:b@gateway.example/' }, 'returnUrl', /https/],
    ['a day without a time', { expiresAt: '2026-11-16' }, 'expiresAt', /YYYY/],
    ['half of a group', { shippingAddress: { isShown: true } }, 'shippingAddress.mayChange', /missing/],
    ['particulars that are a text', { particulars: 'none' }, 'particulars', /object/],
    ['the name of another call', { call: 'refund' }, 'call', /one of start/],
  ])('%s is refused, with the field', (_, changes, field, explanation) => {
    expect(readCall('start', JSON.stringify({ ...start, ...changes }))).toEqual({
      error: { code: 'INVALID_REQUEST', field, explanation: expect.stringMatching(explanation) },
    })
  })

  test.each(['', 'null', '[]', '"start"', '{', '{"call":"start"'])('%j is not a call', body => {
    expect(readCall('start', body)).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
  })

  test('fields that nobody declared are ignored, and null counts as absent', () => {
    const more = { ...start, reference: null, particulars: null, newInVersionTwo: { a: [1] } }
    expect(readCall('start', JSON.stringify(more))).toEqual({ call: start })
  })

  test('a question is about one part at most', () => {
    const both = { call: 'status', merchantId: 'SHOP', paymentId: 'p', captureId: 'c', refundId: 'r' }
    expect(readCall('status', JSON.stringify(both))).toMatchObject({ error: { field: 'refundId' } })
  })

  test('particulars that are too large stay at home; numbers keep their digits', () => {
    const item = { name: 'x'.repeat(100), unitPrice: new JsonNumber('1.10') }
    const few = JSON.parse(writeCall({ ...start, particulars: { order: { item: [item] } } }))
    expect(few.particulars.order.item[0].unitPrice).toBe('1.10')
    const many = writeCall({ ...start, particulars: { order: { item: Array(1_000).fill(item) } } })
    expect(Buffer.byteLength(many)).toBeLessThan(protocolBodyBytesMax)
    expect(readCall('start', many)).toEqual({ call: start })
  })

  test('a notice names a payment and nothing else', () => {
    const notice = { call: 'notice', paymentId: 'pay-1' } as const
    expect(readNotice(writeNotice(notice))).toEqual({ notice })
    expect(readNotice('{"call":"notice"}')).toMatchObject({ error: { field: 'paymentId' } })
    expect(readNotice('{"call":"status","paymentId":"p"}')).toMatchObject({ error: { field: 'call' } })
    expect(readNotice('nothing')).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
  })
})

describe('answers', () => {
  const approved: ProtocolAnswer = { paymentId: 'pay-1', state: 'approved', amount: '12.00', currency: 'USD' }
  const read = (answer: object, to: Parameters<typeof readAnswer>[0] = start) =>
    readAnswer(to, 200, JSON.stringify(answer))

  test('any answer is read as it was written', () => {
    fc.assert(
      fc.property(anyAnswer, answer => {
        const to = { ...answer, call: 'status' } as const
        expect(readAnswer(to, 200, writeAnswer(answer))).toEqual({ answer, leftOut: [] })
      }),
    )
  })

  test.each<[string, object, string]>([
    ['no state', { ...approved, state: undefined }, 'state'],
    ['a state that nobody knows', { ...approved, state: 'paid' }, 'state'],
    ['an approval without an amount', { ...approved, amount: undefined }, 'amount'],
    ['an approval without a currency', { ...approved, currency: undefined }, 'currency'],
    ['an approval of half a cent', { ...approved, amount: '12.005' }, 'amount'],
    ['an amount as a number', { ...approved, amount: 12 }, 'amount'],
    ['an open payment without a page', { paymentId: 'pay-1', state: 'open' }, 'pageUrl'],
    [
      'a page that anybody on the way can change',
      { paymentId: 'pay-1', state: 'open', pageUrl: 'http://wallet.example/pay/1' },
      'pageUrl',
    ],
    ['a page that is none', { paymentId: 'pay-1', state: 'open', pageUrl: 'javascript:1' }, 'pageUrl'],
  ])('%s says nothing', (_, answer, field) => {
    expect(read(answer)).toEqual({ flaw: 'INVALID_ANSWER', field })
  })

  test('a page is wanted of a start only', () => {
    const open = { paymentId: 'pay-1', state: 'open' }
    expect(read(open, { ...start, call: 'status' })).toMatchObject({ answer: open })
  })

  test('an answer about another payment or another part says nothing', () => {
    expect(read({ ...approved, paymentId: 'pay-2' })).toEqual({ flaw: 'OTHER_PAYMENT' })
    expect(read({ ...approved, refundId: 'refund-1' })).toEqual({ flaw: 'OTHER_PAYMENT' })
    expect(read(approved, refund)).toEqual({ flaw: 'OTHER_PAYMENT' })
    expect(read({ ...approved, refundId: 'refund-2' }, refund)).toEqual({ flaw: 'OTHER_PAYMENT' })
    expect(read({ ...approved, refundId: 'refund-1' }, refund)).toMatchObject({ leftOut: [] })
  })

  test('a part is never open', () => {
    const open = { paymentId: 'pay-1', refundId: 'refund-1', state: 'open' }
    expect(read(open, refund)).toEqual({ flaw: 'INVALID_ANSWER', field: 'state' })
  })

  test('what nothing depends on is left out where it is wrong, and costs nothing', () => {
    const talkative = {
      ...approved,
      message: 'x'.repeat(300),
      accountId: '5123 4500 0000 0008',
      code: 'NEW_CODE',
      receipt: 7,
      authorizationCode: 'A1',
    }
    const outcome = read(talkative)
    expect(outcome).toMatchObject({ answer: { ...approved, authorizationCode: 'A1' } })
    expect('leftOut' in outcome && outcome.leftOut.toSorted()).toEqual([
      ...['accountId', 'code', 'message', 'receipt'],
    ])
  })

  test('an id may look like the number of a card', () => {
    const number = '5123450000000008'
    expect(read({ ...approved, paymentId: number }, { ...start, paymentId: number })).toMatchObject({
      answer: { paymentId: number },
    })
  })

  test('card data in the words of an error is not read', () => {
    const [number, grouped] = ['5123450000000008', '5123 4500 0000 0008']
    for (const words of [
      { explanation: `Card ${grouped} is blocked.` },
      { explanation: 'No.', field: number },
    ]) {
      const error = { code: 'INVALID_REQUEST', ...words }
      const read = readAnswer(start, 400, JSON.stringify({ error }))
      expect(read).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
      expect(JSON.stringify(read).replaceAll(' ', '')).not.toContain(number)
    }
  })

  test('errors count with their own status only', () => {
    for (const code of protocolErrorCodes) {
      const error = protocolError(code, 'Because.')
      const { status } = protocolErrors[code]
      expect(readAnswer(start, status, writeError(error))).toEqual({ error })
      expect(readAnswer(start, 418, writeError(error))).toEqual({ flaw: 'UNEXPECTED_STATUS' })
    }
    for (const body of ['', '<html>', '{}', '{"error":{"code":"OOPS","explanation":"x"}}', '{"error":{}}'])
      expect(readAnswer(start, 404, body), body).toEqual({ flaw: 'UNEXPECTED_STATUS' })
    expect(readAnswer(start, 200, 'no')).toEqual({ flaw: 'NOT_JSON' })
    expect(readAnswer(start, 302, writeAnswer(approved))).toEqual({ flaw: 'UNEXPECTED_STATUS' })
  })
})

test('what an adapter can do is read, and what it can do beyond this version is ignored', () => {
  const written = writeDescription({ name: 'Wallet', supports: ['refund', 'notice'] })
  expect(readDescription(written)).toEqual({ name: 'Wallet', supports: ['refund', 'notice'] })
  const newer = { protocol: 'tollgate-provider', versions: [1, 2], supports: ['refund', 'fly'] }
  expect(readDescription(JSON.stringify(newer))).toEqual({ name: '', supports: ['refund'] })
  for (const other of [
    { ...newer, versions: [2] },
    { ...newer, protocol: 'x' },
    { ...newer, supports: 1 },
    [],
  ])
    expect(readDescription(JSON.stringify(other))).toBeUndefined()
})

const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
const anyText = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme-composite' })
  .map(text => text.slice(0, 40))
const anyMoney = fc
  .tuple(fc.constantFrom(['USD', 2], ['JPY', 0], ['KWD', 3]), fc.nat(99_999_999))
  .map(([[currency, decimals], minor]) => ({
    currency: String(currency),
    amount: (minor / 10 ** Number(decimals)).toFixed(Number(decimals)),
  }))
const identity = { merchantId: anyText, paymentId: anyId }
const withMoney = <T extends object>(call: fc.Arbitrary<T>) =>
  fc.tuple(call, anyMoney).map(([one, money]) => ({ ...one, ...money }))

const anyCall: fc.Arbitrary<ProtocolCall> = fc.oneof(
  withMoney(
    fc
      .record(
        {
          ...identity,
          orderId: anyText,
          operation: fc.constantFrom('AUTHORIZE' as const, 'PAY' as const),
          confirmation: fc.constantFrom('AT_PROVIDER' as const, 'AT_MERCHANT' as const),
          expiresAt: fc
            .date({ min: new Date('2000-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })
            .map(date => date.toISOString()),
          reference: anyText,
          shippingAddress: fc.record({ isShown: fc.boolean(), mayChange: fc.boolean() }),
          particulars: fc.record({ order: fc.constantFrom({ id: 'order-1' }, {}) }),
        },
        { requiredKeys: ['merchantId', 'paymentId', 'orderId', 'operation', 'confirmation', 'expiresAt'] },
      )
      .map(more => ({ ...start, ...more })),
  ),
  fc.record({ call: fc.constant('status' as const), ...identity }),
  fc.record({ call: fc.constant('status' as const), ...identity, refundId: anyId }),
  withMoney(fc.record({ call: fc.constant('confirm' as const), ...identity, reference: anyText })),
  withMoney(fc.record({ call: fc.constant('capture' as const), ...identity, captureId: anyId })),
  withMoney(fc.record({ call: fc.constant('refund' as const), ...identity, refundId: anyId })),
  fc.record({
    call: fc.constant('cancel' as const),
    ...identity,
    reason: fc.constantFrom('OUTCOME_UNKNOWN' as const, 'VOIDED_BY_MERCHANT' as const),
  }),
)

const anyAnswer: fc.Arbitrary<ProtocolAnswer> = withMoney(
  fc.record(
    {
      paymentId: anyId,
      state: fc.constantFrom(...paymentStates),
      code: fc.constantFrom(...declineCodes),
      message: fc.constantFrom('Thank you.', 'Not enough money.'),
      pageUrl: fc.constant('https://provider.example/pay/1'),
    },
    { requiredKeys: ['paymentId', 'state'] },
  ),
)
