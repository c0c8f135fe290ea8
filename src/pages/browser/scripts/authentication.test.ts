import { expect, test } from 'vitest'
import { answerOf, browserName } from './authentication.ts'

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

test('a browser gives its name, as much of it as a version takes', () => {
  const names = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.1205',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) Version/17.1.2 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 13) Mobile App 309.1.0.41.113 (33/13; 450dpi; 1080x2115; 541635897)',
  ]
  for (const name of names) {
    expect(browserName(name, '100')).toBe(name)
    expect(browserName(name.repeat(30), '68')).toHaveLength(255)
    expect(browserName(name.repeat(30), '69')).toHaveLength(2048)
  }
})

test('a name with as many digits together as a card has would be refused, so it is not given', () => {
  for (const name of ['Browser/4508750015741019', 'Browser (4508 7500 1574 1019)', '4.508.750.015.741.019'])
    expect(browserName(name, '100')).toBeUndefined()
})
