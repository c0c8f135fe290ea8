// What an answer says under the names of the API's `authorizationResponse`, within its bounds.

import type { AuthorizationResponse, AuthorizationResponseField } from '../../port.ts'
import type { LinkSettings } from '../../routing/settings.ts'
import type { AnswerValues } from './answerValues.ts'
import type { AskedQuestion } from './question.ts'

type Heard = {
  readonly asked: AskedQuestion
  readonly values: AnswerValues
  readonly responseCode: string
  readonly settings: LinkSettings
}

/** What hosts do not repeat is taken from the question. A value beyond its bounds is left out, never cut. */
export function authorizationResponse({
  asked,
  values,
  responseCode,
  settings,
}: Heard): AuthorizationResponse {
  const { said } = values
  const { entryMode } = asked
  const isOf1993 = settings.dialect.generation === '1993'
  const told: { readonly [field in AuthorizationResponseField]?: string | undefined } = {
    marketSpecificData: said.marketSpecificData,
    merchantAdviceCode: said.merchantAdviceCode,
    paySvcData: said.paySvcData,
    posData: said.posData ?? (isOf1993 ? (said.pointOfService ?? entryMode) : undefined),
    posEntryMode: isOf1993 ? undefined : (said.entryMode ?? entryMode),
    processingCode: said.processingCode ?? asked.processingCode,
    responseCode,
    responseMessage: said.responseText,
    returnAci: said.returnAci,
    stan: said.traceNumber ?? asked.traceNumber,
    time: said.localTime ?? (said.localDateAndTime ?? asked.localTime).slice(-6),
    timezone: settings.timeZone,
    transactionIdentifier: said.transactionIdentifier,
    transactionIntegrityClass: said.transactionIntegrityClass,
    validationCode: said.validationCode,
    vpasResponse: said.authenticationResult,
  }
  const response: { [field in AuthorizationResponseField]?: string } = {}
  for (const [field, longest] of bounds) {
    const value = told[field]
    if (value !== undefined && value !== '' && value.length <= longest) response[field] = value
  }
  return response
}

/** The longest values of spec 2.12. */
const bounds: readonly (readonly [AuthorizationResponseField, number])[] = [
  ['marketSpecificData', 1],
  ['merchantAdviceCode', 2],
  ['paySvcData', 23],
  ['posData', 13],
  ['posEntryMode', 4],
  ['processingCode', 6],
  ['responseCode', 3],
  ['responseMessage', 16],
  ['returnAci', 1],
  ['stan', 6],
  ['time', 6],
  ['timezone', 5],
  ['transactionIdentifier', 30],
  ['transactionIntegrityClass', 2],
  ['validationCode', 4],
  ['vpasResponse', 1],
]
