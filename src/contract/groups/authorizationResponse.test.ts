import { expect, test } from 'vitest'
import { seen } from '../../../test/support/contract/groupTesting.ts'
import type { ValueOf } from '../kit/vocabulary.ts'
import { authorizationResponse } from './response.ts'

test('what the acquirer sent is shown as it sent it, and nothing that is not declared', () => {
  const response = {
    marketSpecificData: '8',
    merchantAdviceCode: '01',
    paySvcData: 'I',
    posData: '1025100006600',
    posEntryMode: '812',
    posEntryModeChanged: 'N',
    processingCode: '003000',
    responseCode: '00',
    responseMessage: 'APPROVED',
    returnAci: 'Y',
    stan: '000001',
    time: '235959',
    timezone: '+1000',
    trackQuality: '1',
    transactionIdentifier: '123456789012345',
    transactionIntegrityClass: 'A1',
    validationCode: 'ABCD',
    vpasResponse: '2',
  } satisfies ValueOf<typeof authorizationResponse>
  expect(seen(authorizationResponse, { ...response, track2: 'never' })).toEqual(response)
})
