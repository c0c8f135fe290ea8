import { expect, test } from 'vitest'
import { outcomeInFragment, outcomeInQuery } from './checkoutOutcome.ts'

test('the page that started a checkout learns from its address how it ended', () => {
  expect(outcomeInFragment('#__hc-action-complete-0123456789abcdef-8d30fea702')).toEqual({
    kind: 'complete',
    resultIndicator: '0123456789abcdef',
    sessionVersion: '8d30fea702',
  })
  expect(outcomeInFragment('#__hc-action-cancel')).toEqual({ kind: 'cancel' })
  expect(outcomeInFragment('#__hc-action-timeout')).toEqual({ kind: 'timeout' })
  expect(outcomeInFragment('#__hc-action-error')).toMatchObject({
    kind: 'error',
    error: { cause: 'SERVER_FAILED' },
  })
})

test.each([
  '',
  '#top',
  '#__hc-action-',
  '#__hc-action-complete',
  '#__hc-action-complete-a-b-c',
  '#x__hc-action-cancel',
])('the fragment "%s" is the merchant’s own', fragment => {
  expect(outcomeInFragment(fragment)).toBeUndefined()
})

test('the page that the session named learns it from its query, which may hold more', () => {
  const query = '?cart=7&resultIndicator=0123456789abcdef&sessionVersion=8d30fea702'
  const complete = { kind: 'complete', resultIndicator: '0123456789abcdef', sessionVersion: '8d30fea702' }
  expect(outcomeInQuery(query)).toEqual(complete)
  for (const other of [
    '',
    '?resultIndicator=x',
    '?sessionVersion=x',
    '?resultIndicator=%3C&sessionVersion=x',
  ])
    expect(outcomeInQuery(other)).toBeUndefined()
})
