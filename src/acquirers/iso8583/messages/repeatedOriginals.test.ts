import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostBench, openHostBench } from '../../../../test/support/acquirers/hostBench.ts'
import {
  followUpAsk,
  originalOf,
  paymentAsk,
  reversalAsk,
} from '../../../../test/support/acquirers/isoBench.ts'
import type { FollowUpAsk, PaymentAsk } from '../../port.ts'
import { shippedDialects } from '../dialects/shippedDialects.ts'

const patient = new AbortController().signal
const soon = () => AbortSignal.timeout(100)

describe.each(shippedDialects)('over a link in $name', dialect => {
  let bench: HostBench
  let nowMs = Date.parse('2026-11-16T12:00:00Z')
  beforeAll(async () => {
    bench = await openHostBench(dialect, { now: () => new Date(nowMs), merchantId: 'SHOP' })
  })
  afterAll(() => bench?.close())

  async function put<Ask extends PaymentAsk | FollowUpAsk>(ask: Ask, deadline = patient) {
    nowMs += 1_000
    const transactionId = String(nowMs)
    const assigned = await bench.acquirer.assign?.({ ...ask, transactionId })
    if (!assigned || !('trace' in assigned)) throw new Error(`Not assigned: ${JSON.stringify(assigned)}`)
    const traced = { ...ask, transactionId, trace: assigned.trace, startedAtMs: nowMs }
    return { ask: traced, trace: assigned.trace, answer: await bench.acquirer.send(traced, deadline) }
  }

  /** A capture of which the first message, or its answer, is lost; the repeat is answered later. */
  async function capturedByRepeat(lost: 'drop-request' | 'drop-answer') {
    const hold = originalOf(await put(paymentAsk({ amount: 1_000n })))
    bench.host.control.fault(lost, { next: 1 })
    const first = await put(followUpAsk(hold, { isLast: true, heldAmount: 1_000n }), soon())
    expect(first.answer).toMatchObject({ outcome: 'silent' })
    nowMs += 10_000
    const answer = await bench.acquirer.send({ ...first.ask, repeat: 1 }, patient)
    expect(answer).toMatchObject({ outcome: 'approved' })
    return originalOf({ ...first, answer })
  }

  const named = () => {
    const { matched, mismatched, unknown } = bench.host.control.comparisons()
    return { matched, mismatched, unknown }
  }

  test.each(['drop-request', 'drop-answer'] as const)(
    'a void names a capture that was answered as a repeat as the host knows it (%s)',
    async lost => {
      const capture = await capturedByRepeat(lost)
      const before = named()
      const voided = await put(followUpAsk(capture, { verb: 'void' }))
      expect(voided.answer).toMatchObject({ outcome: 'approved' })
      expect(named()).toEqual({ ...before, matched: before.matched + 1 })
    },
  )

  test.each(['drop-request', 'drop-answer'] as const)('and so does a reversal of it (%s)', async lost => {
    const capture = await capturedByRepeat(lost)
    const before = named()
    const { transactionId } = capture
    const reversed = await bench.acquirer.send(
      reversalAsk(capture, { owedAtMs: nowMs, transactionId }),
      patient,
    )
    expect(reversed).toMatchObject({ outcome: 'approved' })
    expect(named()).toEqual({ ...before, matched: before.matched + 1 })
  })
})
