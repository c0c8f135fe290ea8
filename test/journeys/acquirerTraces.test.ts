import { afterEach, expect, test } from 'vitest'
import type { Acquirer } from '../../src/acquirers/port.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

const gateways: TestGateway[] = []
afterEach(async () => {
  for (const gateway of gateways.splice(0).reverse()) await gateway.stop()
})

/** Two links to the same simulated acquirer; traces count up, so that each of them is known again. */
function linked(node: string, first: Acquirer['send'] | undefined) {
  let number = 0
  return (acquirer: Acquirer): Acquirer => ({
    ...acquirer,
    async assign(_ask, tried = []) {
      const link = ['one', 'two'].find(name => !tried.includes(name))
      number += 1
      return link ? { link, trace: `${link} ${node}-${number}` } : { unsent: 'not connected' }
    },
    send: (ask, deadline) =>
      first && 'trace' in ask && ask.trace?.startsWith('one')
        ? first(ask, deadline)
        : acquirer.send(ask, deadline),
  })
}

async function open(first?: Acquirer['send']): Promise<TestGateway> {
  const gateway = await openGateway('embedded', { acquirer: linked('A', first) })
  gateways.push(gateway)
  return gateway
}

const traced = ({ asks }: TestGateway) =>
  asks.map(ask => [
    ask.verb,
    'trace' in ask ? ask.trace : undefined,
    'original' in ask ? ask.original.trace : undefined,
  ])

test('what could not be sent over one link goes over another, and what follows knows it', async () => {
  const gateway = await open(async () => ({ outcome: 'unsent', reason: 'breaker open' }))
  expect((await gateway.authorize('1', authorization())).body).toMatchObject({ result: 'SUCCESS' })
  const transaction = { amount: '10.00', currency: 'USD' }
  const capture = { apiOperation: 'CAPTURE', transaction }
  expect((await gateway.call('PUT', 'order/1/transaction/2', capture)).body).toMatchObject({
    result: 'SUCCESS',
  })
  expect(traced(gateway)).toEqual([
    ['authorize', 'one A-1', undefined],
    ['authorize', 'two A-2', undefined],
    ['capture', 'one A-3', 'two A-2'],
    ['capture', 'two A-4', 'two A-2'],
  ])
})

test('a node that dies between intent and question leaves the trace to whoever reverses', async () => {
  let reached = () => {}
  const sending = new Promise<void>(resolve => {
    reached = resolve
  })
  let release = () => {}
  const gateway = await open(() => {
    reached()
    return new Promise(resolve => {
      release = () => resolve({ outcome: 'silent' })
    })
  })
  void gateway.authorize('1', authorization()).catch(() => undefined)
  await sending
  const other = await gateway.neighbour({ acquirer: linked('B', undefined) })
  gateways.push(other)
  // Far more than a lease, and than anything can be under way.
  expect((await other.call('POST', '/sandbox/clock', { advance: 'PT1H' })).status).toBe(200)
  expect((await other.call('POST', '/sandbox/clock', { advance: 'PT1H' })).status).toBe(200)
  const reversals = traced(other).filter(([verb]) => verb === 'reverse')
  expect(reversals.length).toBeGreaterThan(0)
  for (const reversal of reversals) expect(reversal).toEqual(['reverse', undefined, 'one A-1'])
  expect((await other.retrieve('1', { transaction: '1' })).body).toMatchObject({
    result: 'FAILURE',
    transaction: { reversal: { status: 'ACKNOWLEDGED' } },
  })
  // Otherwise the first node would wait for it before it stops.
  release()
})
