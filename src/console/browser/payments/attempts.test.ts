import { expect, test } from 'vitest'
import { CallRefused, CallUnheard } from '../callAnswer.ts'
import { createAttempts, isInDoubt } from './attempts.ts'

const unheard = new CallUnheard('not known')
const refusal = (status: number, cause: string) => new CallRefused(status, { cause }, 'refused')
const invalid = refusal(400, 'INVALID_REQUEST')
const empty = () => '6.00'

test('what was lost is begun again as the same, until it is heard of', () => {
  const attempts = createAttempts<string>()
  const first = { ...attempts.begin('order', empty), form: '2.50' }
  attempts.send('order', first)
  const lost = attempts.fail('order', first, unheard)
  expect(isInDoubt(lost, unheard)).toBe(true)
  expect(attempts.begin('order', empty)).toEqual({ ...first, isLost: true })
  expect(attempts.begin('another', empty)).toMatchObject({ form: '6.00', isLost: false })
  attempts.hear('order', lost, 'LOCK_FAILURE')
  expect(attempts.begin('order', empty)).toEqual({ ...first, isLost: true })
  attempts.hear('order', lost, 'APPROVED')
  const next = attempts.begin('order', empty)
  expect(next).toMatchObject({ form: '6.00', isLost: false })
  expect(next.transactionId).not.toBe(first.transactionId)
})

test('what was refused at once was not done: it may be changed, and forgotten', () => {
  const attempts = createAttempts<string>()
  const first = attempts.begin('order', empty)
  attempts.send('order', first)
  const refused = attempts.fail('order', first, invalid)
  expect(refused).toEqual(first)
  expect(isInDoubt(refused, invalid)).toBe(false)
  expect(attempts.begin('order', empty).transactionId).not.toBe(first.transactionId)
})

test.each([
  ['SERVER_BUSY', 503, true],
  ['SIGN_IN', 401, true],
  // It was looked at: what is asked for can be mended, under the same id.
  ['INVALID_REQUEST', 400, false],
])('a refusal (%s) after a loss does not tell of what was lost', (cause, status, isStill) => {
  const attempts = createAttempts<string>()
  const first = attempts.begin('order', empty)
  attempts.send('order', first)
  const lost = attempts.fail('order', first, unheard)
  attempts.send('order', lost)
  const error = refusal(status, cause)
  const refused = attempts.fail('order', lost, error)
  expect(isInDoubt(refused, error)).toBe(isStill)
  expect(attempts.begin('order', empty).transactionId).toBe(first.transactionId)
})

test('a page that is left while it is sent finds it again', () => {
  const attempts = createAttempts<string>()
  const first = attempts.begin('order', empty)
  attempts.send('order', first)
  expect(attempts.begin('order', empty)).toEqual({ ...first, isLost: true })
})
