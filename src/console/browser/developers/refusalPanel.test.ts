import { expect, test } from 'vitest'
import { adviceFor } from './refusalPanel.tsx'

test('advice follows from the cause; what failed here can be sent again', () => {
  expect(adviceFor({ outcome: 'REFUSED', error: { cause: 'INVALID_REQUEST' } })).toBe('adviceINVALID_REQUEST')
  expect(adviceFor({ outcome: 'REFUSED', error: { cause: 'SOMETHING_NEW' } })).toBeUndefined()
  expect(adviceFor({ outcome: 'FAILED' })).toBe('adviceSERVER_FAILED')
  expect(adviceFor({ outcome: 'FAILED', error: { cause: 'SERVER_BUSY' } })).toBe('adviceSERVER_BUSY')
})
