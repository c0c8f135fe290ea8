import { expect, test } from 'vitest'
import { seen, verdict } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import {
  authenticatingPayer,
  authentication,
  authenticationAnswer,
  initiatingAuthentication,
  provenAuthentication,
} from './authentication.ts'

const token = `${'A'.repeat(27)}=`
const everything = {
  '3ds': { acsEci: '05', authenticationToken: token, transactionId: 'b5cf8e34-3d1a-4d3f-8a9c-1d2e3f4a5b6c' },
  '3ds2': {
    '3dsServerTransactionId': 'b5cf8e34-3d1a-4d3f-8a9c-1d2e3f4a5b6c',
    acsTransactionId: 'b5cf8e34-3d1a-4d3f-8a9c-1d2e3f4a5b6c',
    dsTransactionId: 'b5cf8e34-3d1a-4d3f-8a9c-1d2e3f4a5b6c',
    protocolVersion: '2.2.0',
    statusReasonCode: '81',
    transactionStatus: 'Y',
  },
  acceptVersions: '3DS1,3DS2',
  channel: 'PAYER_BROWSER',
  purpose: 'PAYMENT_TRANSACTION',
  redirectResponseUrl: 'https://shop.example/return',
  transactionId: 'auth-1',
} satisfies ValueOf<typeof authentication>

test('each step takes its own part', () => {
  const { '3ds': proof, '3ds2': proof2, acceptVersions, channel, purpose } = everything
  const { redirectResponseUrl, transactionId } = everything
  expect(verdict(authentication.fields, everything)).toBe('accepted')
  expect(verdict(initiatingAuthentication.fields, { acceptVersions, channel, purpose })).toBe('accepted')
  expect(verdict(initiatingAuthentication.fields, { transactionId })).toBe('UNSUPPORTED transactionId')
  expect(verdict(authenticatingPayer.fields, { redirectResponseUrl })).toBe('accepted')
  expect(verdict(authenticatingPayer.fields, { acceptVersions })).toBe('UNSUPPORTED acceptVersions')
  expect(verdict(provenAuthentication.fields, { '3ds': proof, '3ds2': proof2, transactionId })).toBe(
    'accepted',
  )
  expect(verdict(provenAuthentication.fields, { channel })).toBe('UNSUPPORTED channel')
})

test.each([
  [{ acceptVersions: '3DS3' }, 'INVALID acceptVersions'],
  [{ channel: 'CARRIER_PIGEON' }, 'INVALID channel'],
  [{ purpose: 'FUN' }, 'INVALID purpose'],
  [{ redirectResponseUrl: 'ftp://shop.example/return' }, 'INVALID redirectResponseUrl'],
  [{ transactionId: 'x'.repeat(41) }, 'INVALID transactionId'],
  [{ '3ds': { acsEci: '123' } }, 'INVALID 3ds.acsEci'],
  [{ '3ds': { authenticationToken: 'A'.repeat(27) } }, 'INVALID 3ds.authenticationToken'],
  [{ '3ds': { authenticationToken: 'A'.repeat(30) } }, 'INVALID 3ds.authenticationToken'],
  [{ '3ds': { authenticationToken: `${'-'.repeat(27)}=` } }, 'INVALID 3ds.authenticationToken'],
  [{ '3ds2': { transactionStatus: 'X' } }, 'INVALID 3ds2.transactionStatus'],
  [{ '3ds2': { statusReasonCode: '1' } }, 'INVALID 3ds2.statusReasonCode'],
  [{ '3ds2': { protocolVersion: '2' } }, 'INVALID 3ds2.protocolVersion'],
])('%j → %s', (body, expected) => {
  expect(verdict(authentication.fields, body)).toBe(expected)
})

const html = '<div id="threedsChallengeRedirect"></div>'

test('the excerpt for the page is found under its older name too, at every version', () => {
  const record = { redirect: { html } }
  expect(seen(authenticationAnswer, record, 59)).toEqual({ redirect: { html }, redirectHtml: html })
  expect(seen(authenticationAnswer, record, 100)).toEqual({ redirect: { html }, redirectHtml: html })
  expect(seen(authenticationAnswer, { version: 'NONE' }, 59)).toEqual({ version: 'NONE' })
})

test('the answer of an initiated authentication is shown whole', () => {
  const answer = {
    '3ds2': {
      directoryServerId: 'DS',
      methodCompleted: false,
      methodSupported: 'SUPPORTED',
      protocolVersion: '2.2.0',
      requestorId: 'R1',
      requestorName: 'Shop',
    },
    payerInteraction: 'REQUIRED',
    redirect: { html },
    version: '3DS2',
  } satisfies ValueOf<typeof authenticationAnswer>
  expect(seen(authenticationAnswer, answer)).toEqual({ ...answer, redirectHtml: html })
})
