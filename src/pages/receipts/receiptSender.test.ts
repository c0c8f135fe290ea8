import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { firstLookMs, type ReceiptClaim, type ReceiptStore } from './port.ts'
import { createReceiptSender } from './receiptSender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const unused = () => Promise.reject(new Error('not asked for'))
const claim: ReceiptClaim = {
  ...{ cell: 0, merchantId: 'M', orderId: 'A-1', checkout: 'abcdef01', shopName: 'Shop', locale: 'en' },
  ...{ amount: '10.00', currency: 'EUR', attempt: 1, tries: 1, promisedAtMs: 0 },
}

/** A sender of a merchant that sends no receipts any more: nothing is looked up but the profile. */
function opened(due: readonly ReceiptClaim[][] = []) {
  const rounds = [...due]
  const claimDue = vi.fn(async () => rounds.shift() ?? [])
  const record = vi.fn<ReceiptStore['record']>(async () => undefined)
  const none = { promise: unused, list: unused, backlog: unused, removeExpired: unused }
  const sender = createReceiptSender({
    store: { ...none, claim: claimDue, record },
    ...{ gateway: { retrieveForCheckout: unused }, profileOf: async () => undefined },
    ...{ mailer: { send: unused }, from: 'pay@gate.example', isTest: true },
    log: createLog({ level: 'silent', pretty: false }),
  })
  return { sender, claimDue, record }
}

test('where nothing is promised, hardly anything is asked', async () => {
  const { sender, claimDue } = opened()
  sender.start()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(claimDue.mock.calls.length).toBeLessThanOrEqual(20)
  await sender.stop()
})

test('what is promised is looked at as soon as it is due, and many promises in few looks', async () => {
  const { sender, claimDue } = opened()
  sender.start()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(claimDue).toHaveBeenCalledTimes(1)
  for (let promises = 0; promises < 100; promises++) {
    sender.wake()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(claimDue).toHaveBeenCalledTimes(1)
  // The first of them is due, then the last.
  await vi.advanceTimersByTimeAsync(firstLookMs - 20 * 100 + 200)
  expect(claimDue).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(firstLookMs + 100)
  expect(claimDue).toHaveBeenCalledTimes(3)
  await sender.stop()
})

test('after a look that found something the next one follows at once', async () => {
  const { sender, claimDue, record } = opened([[claim], [claim]])
  sender.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(claimDue).toHaveBeenCalledTimes(3)
  expect(record.mock.calls.map(([, verdict]) => verdict.kind)).toEqual(['notOwed', 'notOwed'])
  await sender.stop()
})
