import { expect, test } from 'vitest'
import { invalid, missing } from '../orders/rejection.ts'
import { refusalText } from './output.ts'

test.each([
  [
    invalid('captureExcessPercent', 'It must be a whole number from 0 to 100.', '900'),
    "captureExcessPercent must be a whole number from 0 to 100, not '900'.",
  ],
  [invalid('cell', 'It must be a whole number from 0 to 9.'), 'cell must be a whole number from 0 to 9.'],
  [invalid('unmasking', 'It is set twice.'), 'unmasking is set twice.'],
  [invalid('slot', 'Both passwords are in use.'), 'Both passwords are in use.'],
  [
    invalid('merchantId', 'There is no such merchant. The nearest is SHOP.', 'SHPO'),
    "merchantId 'SHPO': There is no such merchant. The nearest is SHOP.",
  ],
  [invalid('a', 'It must be b.', "it's"), "a must be b, not 'it's'."],
  [missing('order.amount'), "Missing parameter 'order.amount'."],
])('a terminal is told what it is about, without the words of the API', (rejection, text) => {
  expect(refusalText(rejection)).toBe(text)
})
