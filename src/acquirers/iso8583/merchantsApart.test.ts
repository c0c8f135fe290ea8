// Two merchants over one link: whatever a row of the journal says, nothing is asked about the one in the name
// of the other, and no answer about the one is heard by the other.

import { describe, expect, test } from 'vitest'
import {
  ask,
  followUpAsk,
  identity,
  isoBench,
  originalOf,
  paymentAsk,
  reversalAsk,
} from '../../../test/support/acquirers/isoBench.ts'
import { answerTo } from '../../../test/support/acquirers/scriptedHost.ts'
import { authorization, openTestLink } from '../../../test/support/acquirers/testLink.ts'
import type { AcquirerAsk } from '../port.ts'
import { iso1987Ascii } from './dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from './dialects/shipped/iso1987Packed.ts'
import { iso1993Packed } from './dialects/shipped/iso1993Packed.ts'

const other = { ...identity, merchantId: 'OTHER', acceptor: 'OTHER001', terminals: ['OTHERT01'] }
const both = { identities: [identity, other] }
const patient = new AbortController().signal
const verbs = ['capture', 'refund', 'void', 'update'] as const

describe.each([iso1987Ascii, iso1987Packed, iso1993Packed])('$name', dialect => {
  test("the trace of another merchant's transaction is neither followed nor reversed", async () => {
    const bench = isoBench(dialect, both)
    const mine = await ask(bench, paymentAsk())
    const theirs = await ask(bench, paymentAsk({ merchantId: 'OTHER' }))
    expect(theirs.message?.fields).toMatchObject({ 41: 'OTHERT01', 42: expect.stringMatching(/^OTHER001/) })
    const sent = bench.sent.length
    const tampered = originalOf(mine, { trace: theirs.trace })
    for (const verb of verbs)
      expect(await bench.acquirer.assign?.(followUpAsk(tampered, { verb }))).toMatchObject({
        refused: expect.stringContaining("another merchant's"),
      })
    const asks: readonly AcquirerAsk[] = [
      ...verbs.map(verb => followUpAsk(tampered, { verb, trace: mine.trace })),
      ...verbs.map(verb => followUpAsk(originalOf(mine), { verb, trace: theirs.trace })),
      { ...reversalAsk(tampered), trace: theirs.trace },
      { ...paymentAsk(), trace: theirs.trace },
    ]
    for (const each of asks)
      expect(await bench.acquirer.send(each, patient)).toEqual({
        ...{ outcome: 'unsent', reason: 'of another merchant' },
      })
    expect(bench.sent).toHaveLength(sent)
    // An operator hears of it, without anything of the card.
    expect(bench.logged.join()).toContain('of another merchant')
  })

  test('one from before merchants were written is held against the acceptor of the merchant', async () => {
    const bench = isoBench(dialect, both)
    const older = ({ trace }: { readonly trace: string }) => trace.replace(/"merchant":"[A-Z]+",/, '')
    const mine = await ask(bench, paymentAsk())
    const theirs = await ask(bench, paymentAsk({ merchantId: 'OTHER' }))
    expect(older(mine)).not.toBe(mine.trace)
    const { answer } = await ask(bench, followUpAsk(originalOf(mine, { trace: older(mine) })))
    expect(answer.outcome).toBe('approved')
    const reversal = reversalAsk(originalOf(mine, { trace: older(theirs) }))
    expect(await bench.acquirer.send(reversal, patient)).toMatchObject({ reason: 'of another merchant' })
  })
})

test('a terminal that moved to another merchant still settles what the first one owes there', async () => {
  const bench = isoBench(iso1987Ascii, both)
  const paid = await ask(bench, paymentAsk())
  const moved = isoBench(iso1987Ascii, {
    identities: [
      { ...identity, acceptor: 'NEWSHOP1', terminals: ['TERM0009'] },
      { ...other, acceptor: identity.acceptor, terminals: identity.terminals },
    ],
  })
  await moved.acquirer.send(reversalAsk(originalOf(paid)), patient)
  expect(moved.lastSent().fields).toMatchObject({ 41: 'TERM0001', 42: expect.stringMatching(/^SHOP0001/) })
})

describe('answers over a link that both share, under one trace number and time', () => {
  const of = (terminal: string, acceptor: string) =>
    authorization({ 41: terminal, 42: acceptor.padEnd(15), 4: '000000001000' })
  const mine = of('TERM0001', 'SHOP0001')
  const theirs = of('OTHERT01', 'OTHER001')

  async function open() {
    const story = await openTestLink()
    await story.allReady()
    const heard: string[] = []
    const ends = [
      story.ask(mine, { onLate: () => heard.push('mine') }),
      story.ask(theirs, { onLate: () => heard.push('theirs') }),
    ]
    await poll(() => story.host.received.length).toBe(2)
    const close = async () => {
      const stopped = story.link.stop()
      await story.host.close()
      await story.pass(12_000)
      await stopped
    }
    return { ...story, heard, ends: Promise.all(ends), close }
  }
  const poll = <Value>(read: () => Value) => expect.poll(read, { interval: 2, timeout: 5_000 })
  const approved = { 38: 'A12345', 39: '00' }

  test("one with the other's acceptor approves nothing", async () => {
    const { host, ends, kindsOfEvents, close } = await open()
    host.sides[0]?.send(answerTo(mine, { ...approved, 42: theirs.fields[42] }))
    host.sides[0]?.send(answerTo(theirs, { ...approved, 42: mine.fields[42] }))
    expect(await ends).toMatchObject([{ state: 'silent' }, { state: 'silent' }])
    expect(kindsOfEvents().filter(kind => kind === 'contradictory')).toHaveLength(2)
    await close()
  })

  test("a late one is heard by its own merchant, and one with the other's acceptor by nobody", async () => {
    const { host, ends, heard, deadlinePasses, kindsOfEvents, close } = await open()
    deadlinePasses()
    expect(await ends).toEqual([{ state: 'silent' }, { state: 'silent' }])
    host.sides[0]?.send(answerTo(mine, { ...approved, 42: theirs.fields[42] }))
    host.sides[0]?.send(answerTo(theirs, approved))
    await poll(() => kindsOfEvents().slice(-2)).toEqual(['contradictory', 'late'])
    expect(heard).toEqual(['theirs'])
    await close()
  })
})
