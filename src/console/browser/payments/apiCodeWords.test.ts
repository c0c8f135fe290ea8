import { expect, test } from 'vitest'
import { authenticationStatuses, gatewayCodes } from '../../../standards/paymentCodes.ts'
import { isApiCode } from './apiCodeWords.ts'

test('every gateway code and every outcome of authentication has a name', () => {
  expect([...gatewayCodes, ...authenticationStatuses].filter(code => !isApiCode(code))).toEqual([])
  expect(['toString', 'LATER_CODE'].filter(isApiCode)).toEqual([])
})
