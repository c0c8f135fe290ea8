import { expect, test } from 'vitest'
import { answerOf } from './authentication.ts'

test('a page gets the recommendation and the markup at hand, and the whole answer', () => {
  const answer = {
    result: 'SUCCESS',
    response: { gatewayRecommendation: 'PROCEED' },
    authentication: { version: '3DS2', redirect: { html: '<div></div>' } },
  }
  expect(answerOf(answer, 201, 'c1')).toEqual({
    restApiResponse: answer,
    gatewayRecommendation: 'PROCEED',
    htmlRedirectCode: '<div></div>',
    authenticationVersion: '3DS2',
    correlationId: 'c1',
  })
})

test('answers of older versions have the markup elsewhere', () => {
  const answer = { result: 'PENDING', authentication: { redirectHtml: '<p></p>' } }
  expect(answerOf(answer, 201, 'c1').htmlRedirectCode).toBe('<p></p>')
})

test('an error says its cause, its sentence and its status', () => {
  const error = { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' }
  expect(answerOf({ result: 'ERROR', error }, 401, 'c1')).toEqual({
    error: {
      code: 'INVALID_REQUEST',
      cause: 'INVALID_REQUEST',
      msg: 'Invalid credentials.',
      result: 'ERROR',
      status: 401,
    },
    correlationId: 'c1',
  })
  expect(answerOf({}, 500, 'c1').error).toMatchObject({ cause: 'SERVER_FAILED', status: 500 })
})
