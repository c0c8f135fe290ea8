// What one counterparty keeps silent about says nothing of the others, and takes no room from them.

import { expect, test } from 'vitest'
import {
  answerWith,
  key,
  payment,
  type Scripted,
  scriptedPipeline,
} from '../../../test/support/operations/scriptedPipeline.ts'

const traces = {
  provider: (name: string) => `{"provider":"${name}","paymentId":"p"}`,
  link: (name: string) => `{"link":"${name}"}`,
}

/** Orders whose names begin with that of the counterparty that they are paid at; nobody answers payments. */
async function owedAt(kind: keyof typeof traces, orderIds: readonly string[]) {
  const nameIn = (orderId: string) => orderId.split('-')[0] ?? ''
  const world = scriptedPipeline({
    assign: ask => ({ trace: traces[kind]('orderId' in ask ? nameIn(ask.orderId) : ''), link: 'any' }),
  })
  const silent = new Set<string>()
  const scripted: Scripted = ask => {
    const from = 'orderId' in ask ? nameIn(ask.orderId) : ''
    return answerWith(ask.verb === 'pay' || silent.has(from) ? 'silent' : 'approved', ask)
  }
  world.answers.push(...Array<Scripted>(1_000).fill(scripted))
  const pay = (orderId: string) =>
    world.submitTo(orderId, { transactionId: 'x', operation: 'PAY', body: payment('10.00') })
  for (const orderId of orderIds) await pay(orderId)
  const statusOf = async (orderId: string) =>
    (await world.journal.load({ ...key, orderId }))?.transactions[0]?.owed?.status
  return { ...world, silent, pay, statusOf }
}

test.each(['provider', 'link'] as const)(
  'when a %s answers again, what was put off is tried at once, however often another one answered',
  async kind => {
    const { recovery, journal, silent, pay, statusOf } = await owedAt(kind, ['a-1', 'a-2', 'a-3'])
    silent.add('a')
    for (let pass = 0; pass < 7; pass++) {
      await pay(`b-${pass}`)
      journal.nowMs += 900_000
      await recovery.tick()
    }
    expect(await recovery.tick()).toBe(0)
    silent.delete('a')
    await pay('a-4')
    expect(await recovery.tick()).toBe(1)
    expect(await recovery.tick()).toBe(3)
    expect(await statusOf('a-1')).toBe('ACKNOWLEDGED')
  },
)

test.each(['provider', 'link'] as const)(
  'the answer of a %s is not the return of another one',
  async kind => {
    const { recovery, journal, silent, pay } = await owedAt(kind, ['a-1', 'a-2', 'a-3'])
    silent.add('a')
    for (let pass = 0; pass < 7; pass++) {
      journal.nowMs += 900_000
      await recovery.tick()
    }
    await pay('b-1')
    expect(await recovery.tick()).toBe(1)
    expect(await recovery.tick()).toBe(0)
  },
)
