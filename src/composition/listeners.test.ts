import { expect, test } from 'vitest'
import { patienceMsOf } from '../threeDSecure/emv/adapter.ts'
import { closeTimeoutMs } from './listeners.ts'

test('a stop waits for whoever waits longest: for an acquirer, or for a directory server', () => {
  const waits = { orderWaitMs: 3_000, acquirerPatienceMs: 2_000 }
  expect(closeTimeoutMs(waits)).toBeGreaterThan(5_000)
  const schemes = [10, 25].map(answerSeconds => ({ answerSeconds }))
  const authenticatorPatienceMs = patienceMsOf({ directoryServers: schemes })
  expect(authenticatorPatienceMs).toBeGreaterThan(25_000)
  const withSchemes = closeTimeoutMs({ ...waits, authenticatorPatienceMs })
  expect(withSchemes - closeTimeoutMs(waits)).toBe(authenticatorPatienceMs - 2_000)
})
