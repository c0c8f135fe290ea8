import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostBench, openHostBench } from '../../../test/support/acquirers/hostBench.ts'
import {
  card,
  followUpAsk,
  originalOf,
  paymentAsk,
  reversalAsk,
} from '../../../test/support/acquirers/isoBench.ts'
import type { FollowUpAsk, OriginalTransaction, PaymentAsk } from '../port.ts'
import { shippedDialects } from './dialects/shippedDialects.ts'

const patient = new AbortController().signal

describe.each(shippedDialects)('over a link in $name', dialect => {
  let bench: HostBench
  let nowMs = Date.parse('2026-11-16T12:00:00Z')
  beforeAll(async () => {
    bench = await openHostBench(dialect, { now: () => new Date(nowMs), merchantId: 'SHOP' })
  })
  afterAll(() => bench?.close())

  /** One second after the other, as the journal would commit them. */
  async function put<Ask extends PaymentAsk | FollowUpAsk>(ask: Ask, deadline = patient) {
    nowMs += 1_000
    const assigned = await bench.acquirer.assign?.(ask)
    if (!assigned || !('trace' in assigned)) throw new Error(`Not assigned: ${JSON.stringify(assigned)}`)
    const traced = { ...ask, trace: assigned.trace, startedAtMs: nowMs }
    return { ask: traced, trace: assigned.trace, answer: await bench.acquirer.send(traced, deadline) }
  }
  const update = (original: OriginalTransaction, amount: bigint, heldAmount: bigint, deadline = patient) =>
    put(followUpAsk(original, { verb: 'update', amount, heldAmount, transactionId: String(nowMs) }), deadline)
  const heldAtHost = (reference: string) => heldBy(bench, reference)

  test('what the host holds is what we hold, after every update, silence and reversal', async () => {
    const authorized = await put(paymentAsk({ amount: 1_000n, transactionId: 'hold' }))
    const hold = originalOf(authorized)
    const reference: string = JSON.parse(authorized.trace).reference
    expect(heldAtHost(reference)).toBe(1_000n)
    for (const [amount, before] of [
      [1_500n, 1_000n],
      [1_500n, 1_500n],
      [600n, 1_500n],
      [900n, 600n],
    ] as const) {
      expect((await update(hold, amount, before)).answer).toMatchObject({ outcome: 'approved', amount })
      expect(heldAtHost(reference)).toBe(amount)
    }
    for (const amount of [2_000n, 400n]) {
      bench.host.control.fault('drop-answer', { next: 1 })
      const lost = await update(hold, amount, 900n, AbortSignal.timeout(100))
      expect(lost.answer).toMatchObject({ outcome: 'silent' })
      expect(heldAtHost(reference)).toBe(amount)
      nowMs += 1_000
      const original = originalOf(lost)
      const reversed = await bench.acquirer.send(
        reversalAsk(original, { amount, owedAtMs: nowMs, transactionId: original.transactionId }),
        patient,
      )
      expect(reversed).toMatchObject({ outcome: 'approved' })
      expect(heldAtHost(reference)).toBe(900n)
    }
    const captured = await put(followUpAsk(hold, { amount: 900n, isLast: true, transactionId: 'capture' }))
    expect(captured.answer).toMatchObject({ outcome: 'approved', amount: 900n })
    expect(bench.host.control.comparisons()).toMatchObject({ mismatched: 0, unknown: 0 })
  })

  test('what was approved in part is undone under the amount that its message had', async () => {
    const halved = { card: { ...card, expiry: { month: 4, year: 39 } }, acceptPartialAmount: true }
    for (const verb of ['reverse', 'void'] as const) {
      const part = await put(paymentAsk({ ...halved, amount: 1_000n, transactionId: `part ${verb}` }))
      expect(part.answer).toMatchObject({ outcome: 'approved', amount: 500n })
      const original = originalOf(part)
      const answer =
        verb === 'void'
          ? (await put(followUpAsk(original, { verb, amount: 500n, transactionId: 'void' }))).answer
          : await bench.acquirer.send(reversalAsk(original, { amount: 500n, owedAtMs: nowMs }), patient)
      expect(answer).toMatchObject({ outcome: 'approved', amount: 500n })
      expect(stateAtHost(bench, JSON.parse(part.trace).reference)).toBe('undone')
    }
  })
})

/** What a hold is by now in the host's books. */
const heldBy = ({ host }: HostBench, reference: string): bigint | undefined =>
  host.control.entries().find(({ kind, reference: of }) => kind === 'hold' && of === reference)?.authorized

const stateAtHost = ({ host }: HostBench, reference: string): string | undefined =>
  host.control.entries().find(({ kind, reference: of }) => kind === 'hold' && of === reference)?.state
