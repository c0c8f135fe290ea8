import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import { resolve } from '../kit/resolve.ts'
import { storable } from '../kit/storable.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import {
  enrollmentCheck,
  enrollmentCheckAnswer,
  issuerResult,
  issuerResultAnswer,
  threeDSecureAnswer,
} from './authentication.ts'

const check = {
  authenticationRedirect: { pageGenerationMode: 'SIMPLE', responseUrl: 'https://shop.example/acs' },
} satisfies ValueOf<typeof enrollmentCheck>

test('a check says where the payer returns to', () => {
  expect(verdict(enrollmentCheck.fields, check)).toBe('accepted')
  expect(verdict(enrollmentCheck.fields, { authenticationRedirect: { pageGenerationMode: 'NONE' } })).toBe(
    'INVALID authenticationRedirect.pageGenerationMode',
  )
  expect(verdict(enrollmentCheck.fields, { authenticationRedirect: { responseUrl: 'shop.example' } })).toBe(
    'INVALID authenticationRedirect.responseUrl',
  )
})

test('what the issuer said is needed, and never kept', () => {
  expect(verdict(issuerResult.fields, {})).toBe('MISSING paRes')
  const body = { paRes: 'eJzVWVmTosoSfu9f0dHz6' } satisfies ValueOf<typeof issuerResult>
  expect(verdict(issuerResult.fields, body)).toBe('accepted')
  const resolved = resolve(issuerResult, 100)
  if (resolved.kind !== 'group') throw new Error('a group stays one')
  expect(storable(resolved, body)).toEqual({ content: {}, numbers: [] })
})

const xid = `${'B'.repeat(27)}=`

test('answers are shown whole', () => {
  const enrolled = {
    authenticationRedirect: { simple: { htmlBodyContent: '<form></form>' } },
    summaryStatus: 'CARD_ENROLLED',
    veResEnrolled: 'Y',
    xid,
  } satisfies ValueOf<typeof enrollmentCheckAnswer>
  expect(seen(enrollmentCheckAnswer, enrolled)).toEqual(enrolled)
  const proven = { acsEci: '05', authenticationToken: xid, paResStatus: 'Y', xid } satisfies ValueOf<
    typeof issuerResultAnswer
  >
  expect(seen(issuerResultAnswer, proven)).toEqual(proven)
  const transacted = {
    acsEci: '05',
    authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    authenticationToken: xid,
    enrollmentStatus: 'ENROLLED',
    xid,
  } satisfies ValueOf<typeof threeDSecureAnswer>
  expect(seen(threeDSecureAnswer, transacted)).toEqual(transacted)
})

test('types: a transaction always says whether the card is enrolled', () => {
  // @ts-expect-error enrollmentStatus is missing
  const wrong: ValueOf<typeof threeDSecureAnswer> = { xid }
  expect(wrong).toEqual({ xid })
})
