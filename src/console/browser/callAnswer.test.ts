import { expect, test } from 'vitest'
import { answerIn, CallRefused, CallUnheard } from './callAnswer.ts'

const sentence = (name: string, code = 'none') => `${name} (${code})`
const heard = (status: number, body: object | string) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  try {
    return answerIn(status, text, sentence)
  } catch (error) {
    return error
  }
}
const failed = (cause: string, more: object = {}) => ({ error: { cause, ...more }, result: 'ERROR' })

test('an answer is what the server says', () => {
  expect(heard(200, { result: 'SUCCESS' })).toEqual({ result: 'SUCCESS' })
})

test.each([
  [400, failed('INVALID_REQUEST', { explanation: 'At most 6.00.', field: 'amount' }), 'At most 6.00.'],
  [401, failed('SIGN_IN', { explanation: 'Nobody is signed in.' }), 'Nobody is signed in.'],
  [403, failed('REQUEST_REJECTED', { supportCode: 'C-1' }), 'refused (C-1)'],
  [503, failed('SERVER_BUSY', { explanation: 'Come again.' }), 'Come again.'],
])('%i %j: it was not done', (status, body, message) => {
  expect(heard(status, body)).toBeInstanceOf(CallRefused)
  expect(heard(status, body)).toMatchObject({ status, message, cause: body.error.cause })
})

test.each([
  [500, failed('SERVER_FAILED', { supportCode: 'C-2' }), 'C-2'],
  [503, failed('SERVER_FAILED'), 'none'],
  [502, '<h1>Bad Gateway</h1>', 'none'],
  [403, '<h1>Forbidden</h1>', 'none'],
  [200, '<h1>Welcome</h1>', 'none'],
  [200, '{"result":"SUC', 'none'],
  [200, 'null', 'none'],
])('%i %j: nobody knows whether it was done', (status, body, code) => {
  expect(heard(status, body)).toBeInstanceOf(CallUnheard)
  expect(heard(status, body)).toMatchObject({ message: `unheard (${code})` })
})
