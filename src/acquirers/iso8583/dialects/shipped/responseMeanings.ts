// The kinds of meaning that response codes have, whatever the generation of the standard.

import type { ResponseMeaning } from '../dialect.ts'

export type ResponseCodes = { readonly [code: string]: ResponseMeaning }

export const approved = (means: string): ResponseMeaning => ({
  means,
  outcome: 'approved',
  gatewayCode: 'APPROVED',
})
export const declined = (
  means: string,
  gatewayCode: ResponseMeaning['gatewayCode'] = 'DECLINED',
): ResponseMeaning => ({ means, outcome: 'declined', gatewayCode })
export const broken = (means: string): ResponseMeaning => declined(means, 'ACQUIRER_SYSTEM_ERROR')
export const unwanted = (means: string): ResponseMeaning => declined(means, 'DECLINED_DO_NOT_CONTACT')
export const unknown = (means: string): ResponseMeaning => ({
  means,
  outcome: 'unknown',
  gatewayCode: 'UNKNOWN',
})
