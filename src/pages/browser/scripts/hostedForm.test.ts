import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FieldCommand } from '../fields/protocol.ts'
import { createFieldCalls } from './hostedForm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a field answers the call that it was asked by', async () => {
  const sent: FieldCommand[] = []
  const calls = createFieldCalls(command => sent.push(command))
  const [first, second] = [calls.update(undefined), calls.update('SESSION1')]
  calls.settle({ news: 'updated', call: 2, answer: { status: 'ok' } })
  calls.settle({ news: 'updated', call: 1, answer: { status: 'system_error' } })
  expect(await second).toEqual({ status: 'ok' })
  expect(await first).toEqual({ status: 'system_error' })
  expect(sent).toEqual([
    { order: 'update', call: 1 },
    { order: 'update', call: 2, sessionId: 'SESSION1' },
  ])
})

test('the page gets an answer, with a message, when fields do not give one', async () => {
  const calls = createFieldCalls(() => undefined)
  const [updated, validated] = [calls.update(undefined), calls.validate()]
  vi.advanceTimersByTime(45_000)
  const message = 'The fields did not answer.'
  expect(await updated).toEqual({ status: 'request_timeout', message, errors: { message } })
  expect(await validated).toEqual({})
})
