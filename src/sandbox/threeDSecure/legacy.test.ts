import fc from 'fast-check'
import { expect, test } from 'vitest'
import { origin } from '../../../test/support/sandbox/threeDSecureTest.ts'
import type { LegacyEnrolmentCheck } from '../../threeDSecure/port.ts'
import { createLegacyIssuer } from './legacy.ts'

const key = Buffer.alloc(32, 7)
const issuer = createLegacyIssuer({ key, origin: () => origin })
const ask: LegacyEnrolmentCheck = {
  merchantId: 'SHOP',
  threeDSecureId: 'secure-1',
  cardNumber: '5123450000000008',
  amount: 1230n,
  currency: 'USD',
}
const back = { termUrl: 'https://shop.example/acs', merchantData: 'order 1' }

function enrolled(more: Partial<LegacyEnrolmentCheck> = {}) {
  const enrolment = issuer.enrolment({ ...ask, ...more })
  if (enrolment.summaryStatus !== 'CARD_ENROLLED') throw new Error(enrolment.summaryStatus)
  return enrolment
}

function answered(paReq: string, outcome: string) {
  const posting = issuer.answer(paReq, outcome, back)
  if (typeof posting !== 'object') throw new Error(posting)
  return posting
}

test.each([
  ['5123450000000008', { summaryStatus: 'CARD_ENROLLED', veResEnrolled: 'Y', enrollmentStatus: 'ENROLLED' }],
  ['4012000033330026', { summaryStatus: 'CARD_NOT_ENROLLED', veResEnrolled: 'N' }],
  ['5123459999998221', { veResEnrolled: 'U', enrollmentStatus: 'ENROLLMENT_STATUS_UNDETERMINED' }],
  ['6011003179988686', { summaryStatus: 'CARD_DOES_NOT_SUPPORT_3DS' }],
])('the enrolment of card %s is %o', (cardNumber, told) => {
  expect(issuer.enrolment({ ...ask, cardNumber })).toMatchObject(told)
})

test.each([
  ['Y', '5123450000000008', { acsEci: '02' }],
  ['A', '5123450000000008', { acsEci: '01' }],
  ['Y', '4440000009900010', { acsEci: '05' }],
  ['A', '4440000009900010', { acsEci: '06' }],
  ['N', '5123450000000008', {}],
  ['U', '5123450000000008', {}],
])('an issuer that says %s of card %s is understood', (paResStatus, cardNumber, told) => {
  const { xid, paReq, acsUrl } = enrolled({ cardNumber })
  expect(acsUrl).toBe(`${origin}/sandbox/acs/legacy`)
  expect(xid).toHaveLength(28)
  const maskedCard = `${cardNumber.slice(0, 6)}xxxxxx${cardNumber.slice(-4)}`
  expect(issuer.question(paReq)).toMatchObject({ amount: '12.30', currency: 'USD', maskedCard })
  const { address, fields } = answered(paReq, paResStatus)
  expect([address, fields.MD]).toEqual([back.termUrl, back.merchantData])
  const { authenticationToken, ...result } = issuer.result(fields.PaRes ?? '', xid) ?? {}
  expect(result).toEqual({ paResStatus, xid, ...told })
  expect(authenticationToken?.length).toBe('acsEci' in told ? 28 : undefined)
})

test('a word that was changed anywhere, or is about another enrolment, is nobody’s', () => {
  const { xid, paReq } = enrolled()
  const { PaRes = '' } = answered(paReq, 'N').fields
  const other = enrolled({ threeDSecureId: 'secure-2' })
  expect(issuer.result(PaRes, other.xid)).toBeUndefined()
  expect(issuer.result(paReq, xid)).toBeUndefined()
  const stranger = createLegacyIssuer({ key: Buffer.alloc(32, 8), origin: () => origin })
  expect(stranger.result(PaRes, xid)).toBeUndefined()
  const bytes = Buffer.from(PaRes, 'base64')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const forged = Buffer.from(bytes)
      forged[at] = (forged[at] ?? 0) ^ change
      expect(issuer.result(forged.toString('base64'), xid)).toBeUndefined()
    }),
  )
  fc.assert(fc.property(fc.string({ maxLength: 200 }), text => issuer.result(text, xid) === undefined))
})

test('nothing that passes through the browser holds the proof', () => {
  const { xid, paReq } = enrolled()
  const { PaRes = '' } = answered(paReq, 'Y').fields
  const { authenticationToken = '' } = issuer.result(PaRes, xid) ?? {}
  expect(authenticationToken).not.toBe('')
  for (const text of [paReq, PaRes])
    expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain(authenticationToken)
})

test('an answer needs a request of this gateway, an outcome and an address', () => {
  const { paReq } = enrolled()
  expect(issuer.answer('x', 'Y', back)).toBeUndefined()
  expect(issuer.question('x')).toBeUndefined()
  expect(issuer.answer(paReq, 'R', back)).toBe('noSuchOutcome')
  for (const termUrl of ['', 'javascript:alert(1)', 'data:text/html,x', `https://x/${'x'.repeat(3_000)}`])
    expect(issuer.answer(paReq, 'Y', { ...back, termUrl })).toBe('noAddress')
})
