import { describe, expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  identity,
  isoBench,
  originalOf,
  paymentAsk,
  reversalAsk,
  startMs,
} from '../../../test/support/acquirers/isoBench.ts'
import { iso1987Ascii } from './dialects/shipped/iso1987Ascii.ts'
import { iso1993Packed } from './dialects/shipped/iso1993Packed.ts'
import { readTrace } from './messages/trace.ts'

const patient = new AbortController().signal

/** The first ask waits for a block; those after it must not. */
async function warm(bench: ReturnType<typeof isoBench>) {
  await bench.acquirer.assign?.(paymentAsk())
  return bench
}

test('a trace is assigned without waiting where numbers are there', async () => {
  const bench = await warm(isoBench(iso1987Ascii))
  const assigned = bench.acquirer.assign?.(paymentAsk())
  expect(assigned).not.toBeInstanceOf(Promise)
  expect(assigned && 'trace' in assigned && readTrace(assigned.trace)).toEqual({
    ...{
      link: 'first',
      merchant: 'SHOP',
      type: '0100',
      traceNumber: '000003',
      reversalTraceNumber: '000004',
    },
    ...{ institution: '123456', terminal: 'TERM0002', acceptor: 'SHOP0001', reference: '632023000003' },
    ...{ processingCode: '000000', entryMode: '812', condition: '59' },
  })
})

test('terminals take turns, and what follows stays at the terminal it began at', async () => {
  const bench = isoBench(iso1993Packed)
  const first = await ask(bench, paymentAsk())
  const second = await ask(bench, paymentAsk())
  const third = await ask(bench, paymentAsk())
  expect([first, second, third].map(({ message }) => message?.fields[41])).toEqual([
    ...['TERM0001', 'TERM0002', 'TERM0001'],
  ])
  for (const paid of [first, second]) {
    const { message } = await ask(bench, followUpAsk(originalOf(paid)))
    expect(message?.fields[41]).toBe(paid.message?.fields[41])
  }
})

test('a terminal without numbers is passed over; without any, nothing is sent', async () => {
  const left = new Map([['first/123456/TERM0002', { first: 999_998, last: 999_999 }]])
  const bench = isoBench(iso1993Packed, {
    leases: {
      lease: async ({ scope }) => {
        const block = left.get(scope)
        left.delete(scope)
        return block ?? 'exhausted'
      },
    },
  })
  const { message } = await ask(bench, paymentAsk())
  expect(message?.fields).toMatchObject({ 11: '999998', 41: 'TERM0002' })
  expect(await bench.acquirer.assign?.(paymentAsk())).toEqual({ unsent: 'no trace number left' })
  expect(bench.logged.join()).toContain('No trace number is left')
  const balance = { verb: 'balance', merchantId: 'SHOP', currency: 'EUR', card: paymentAsk().card } as const
  expect(await bench.acquirer.send(balance, patient)).toEqual({
    ...{ outcome: 'unsent', reason: 'no trace number left' },
  })
})

test('across midnight and the last number no message has the identity of another', async () => {
  const blocks = [
    { first: 999_900, last: 999_999 },
    { first: 1, last: 999 },
  ]
  const bench = isoBench(iso1987Ascii, { leases: { lease: async () => blocks.shift() ?? 'exhausted' } })
  const seen = new Set<string>()
  for (let at = 0; at < 300; at++) {
    bench.state.nowMs = Date.parse('2026-12-31T23:59:50Z') + at * 50
    const paid = await ask(bench, paymentAsk({ startedAtMs: bench.state.nowMs }))
    const fields = paid.message?.fields ?? {}
    seen.add([fields[32], fields[41], fields[7], fields[11]].join())
    if (at % 3 !== 0) continue
    await bench.acquirer.send(reversalAsk(originalOf(paid)), patient)
    const { fields: reversed } = bench.lastSent()
    seen.add([reversed[32], reversed[41], reversed[7], reversed[11]].join())
  }
  expect(seen.size).toBe(400)
})

test('a link in trouble assigns nothing, and says why', async () => {
  const bench = isoBench(iso1987Ascii)
  bench.state.trouble = 'breaker open'
  expect(bench.acquirer.assign?.(paymentAsk())).toEqual({ unsent: 'breaker open' })
})

test('what this host cannot be asked is refused before anything is recorded', async () => {
  const { authorizedCredit, inquire, increase, ...asks } = iso1987Ascii.asks
  const bench = isoBench({ ...iso1987Ascii, asks })
  expect([...bench.acquirer.verbs]).not.toContain('inquire')
  expect([...bench.acquirer.verbs]).not.toContain('update')
  expect(bench.acquirer.assign?.(paymentAsk({ verb: 'credit', refundAuthorization: true }))).toEqual({
    refused: 'The acquirer behind the link first does not support this (credit).',
  })
  const benefits = { accountType: 'EWIC_BENEFITS' } as const
  expect(bench.acquirer.assign?.(paymentAsk({ benefits }))).toMatchObject({ refused: expect.any(String) })
})

test('what was sent elsewhere is not followed here', async () => {
  const bench = isoBench(iso1987Ascii)
  const paid = await ask(bench, paymentAsk())
  const elsewhere = originalOf(paid, { trace: paid.trace.replace('"first"', '"other"') })
  expect(bench.acquirer.assign?.(followUpAsk(elsewhere))).toMatchObject({ refused: expect.any(String) })
  for (const original of [elsewhere, originalOf(paid, { trace: 'no trace' })])
    expect(await bench.acquirer.send(reversalAsk(original), patient)).toEqual({
      ...{ outcome: 'unsent', reason: 'not of this link' },
    })
  expect(await bench.acquirer.send(paymentAsk(), patient)).toMatchObject({ outcome: 'unsent' })
  expect(bench.logged).toHaveLength(3)
  expect(bench.sent).toHaveLength(1)
})

test('a reversal follows its original on the same connection, behind what payers wait for', async () => {
  const bench = isoBench(iso1987Ascii)
  const paid = await ask(bench, paymentAsk())
  expect(bench.options[0]).toMatchObject({ isBacklog: false })
  expect(bench.options[0]?.after).toBeUndefined()
  bench.state.nowMs = startMs + 60_000
  await bench.acquirer.send(reversalAsk(originalOf(paid)), patient)
  expect(bench.options[1]).toMatchObject({ isBacklog: true })
  const { 7: time, 11: number, 32: institution, 41: terminal } = paid.message?.fields ?? {}
  expect(bench.options[1]?.after).toEqual({ 7: time, 11: number, 32: institution, 41: terminal })
  await ask(bench, followUpAsk(originalOf(paid)))
  await ask(bench, followUpAsk(originalOf(paid), { repeat: 1 }))
  expect(bench.options.slice(2).map(({ isBacklog }) => isBacklog)).toEqual([false, true])
})

describe('it never throws', () => {
  test('when the link says that nothing was sent', async () => {
    const bench = isoBench(iso1987Ascii)
    bench.script(() => ({ state: 'unsent', reason: 'too late to send' }))
    const { answer } = await ask(bench, paymentAsk())
    expect(answer).toEqual({ outcome: 'unsent', reason: 'too late to send' })
  })

  test('when something breaks before or after the message', async () => {
    const bench = isoBench(iso1987Ascii, { identities: [{ ...identity, name: 'é'.repeat(30) }] })
    expect((await ask(bench, paymentAsk())).answer).toMatchObject({ outcome: 'declined' })
    const other = isoBench(iso1987Ascii)
    const { ask: asked } = await ask(other, paymentAsk())
    other.script(() => {
      throw new Error('a bug')
    })
    expect(await other.acquirer.send(asked, patient)).toMatchObject({ outcome: 'silent' })
    expect(other.logged.join()).toContain('a bug')
  })

  test.each(['reverse', 'inquire', 'capture'] as const)(
    'nor does it decline by itself what was sent before: %s',
    async verb => {
      const identities = [identity]
      const bench = isoBench(iso1987Ascii, { identities })
      const paid = await ask(bench, paymentAsk())
      const captured = await ask(bench, followUpAsk(originalOf(paid)))
      const again =
        verb === 'capture' ? { ...captured.ask, repeat: 1 } : { ...reversalAsk(originalOf(paid)), verb }
      const amount = 10_000_000_000_000n
      const tooLong = { ...again, amount, original: { ...again.original, amount } }
      const unsent = { outcome: 'unsent', reason: 'cannot be written' }
      expect(await bench.acquirer.send(tooLong, patient)).toEqual(unsent)
      expect(bench.logged.at(-1)).toMatch(/^a message does not fit the dialect .*amount does not fit field 4/)
      const find = () => {
        throw new Error('a bug')
      }
      Object.assign(identities, { find })
      expect(await bench.acquirer.send(again, patient)).toEqual(unsent)
      expect(bench.logged.at(-1)).toContain('a bug')
      expect(bench.sent).toHaveLength(2)
    },
  )
})
