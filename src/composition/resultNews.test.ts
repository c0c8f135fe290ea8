import { expect, test } from 'vitest'
import type { Interactions } from '../operations/interactions/interactions.ts'
import type { KnownAuthentication } from '../threeDSecure/emv/records.ts'
import { createResultNews, ordersAtOnce, slowMax, slowMs, waitingMax } from './resultNews.ts'

const newsOf = (orderId: string): KnownAuthentication => ({
  ...{ serverTransactionId: orderId, directoryServer: 'scheme-a', version: '2.2.0', category: '01' },
  ...{ merchantId: 'SHOP', orderId, transactionId: 'auth', cell: 0, isUnanswered: false },
})

/** Orders look when they are told to; time passes when it is told to. */
function newsRoom() {
  const looking = new Map<string, (fault?: Error) => void>()
  const looked: string[] = []
  const told: unknown[] = []
  let sleepers: (() => void)[] = []
  const inquire: Interactions['inquire'] = ({ orderId }) =>
    new Promise((resolve, reject) => {
      looked.push(orderId)
      looking.set(orderId, fault => {
        looking.delete(orderId)
        if (fault) reject(fault)
        else resolve('settled')
      })
    })
  let isPressed = false
  const { tell, stop } = createResultNews({
    inquire,
    isPressed: () => isPressed,
    clock: {
      sleep: ms => new Promise(resolve => ms === slowMs && sleepers.push(resolve)),
    },
    log: {
      fault: (_, fault) => void told.push(fault),
      warn: (_, facts) => void told.push(facts?.reason),
    },
  })
  const settled = () => new Promise(resolve => setImmediate(resolve))
  return {
    ...{ looking, looked, told, stop },
    tell: (...orders: string[]) => {
      for (const orderId of orders) tell(newsOf(orderId))
    },
    async end(orderId: string, fault?: Error) {
      looking.get(orderId)?.(fault)
      await settled()
    },
    press(now: boolean) {
      isPressed = now
    },
    async pass() {
      const due = sleepers
      sleepers = []
      for (const wake of due) wake()
      await settled()
    },
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`)

test('a flood of results does not become a flood of questions, and a failed one stops nobody', async () => {
  const { tell, looking, looked, told, end } = newsRoom()
  tell(...names(50))
  for (const orderId of names(50)) {
    expect(looking.size).toBeLessThanOrEqual(ordersAtOnce)
    await end(orderId, orderId === 'o3' ? new Error('no database') : undefined)
  }
  expect(looked).toEqual(names(50))
  expect(told).toEqual([new Error('no database')])
})

test('slow orders do not hold up the others, as long as they are not too many', async () => {
  const { tell, looking, looked, end, pass } = newsRoom()
  tell(...names(200))
  expect(looked).toEqual(names(ordersAtOnce))
  for (let wave = 0; wave < 20; wave++) await pass()
  expect(looking.size).toBe(slowMax + ordersAtOnce)
  const last = names(slowMax + ordersAtOnce).at(-1) ?? ''
  await end(last)
  expect(looked).toHaveLength(slowMax + ordersAtOnce + 1)
})

test('while results wait to be acknowledged, orders look one at a time', async () => {
  const { tell, looking, press, end } = newsRoom()
  press(true)
  tell(...names(20))
  expect([...looking.keys()]).toEqual(['o0'])
  await end('o0')
  expect([...looking.keys()]).toEqual(['o1'])
  press(false)
  await end('o1')
  expect(looking.size).toBe(ordersAtOnce)
})

test('news about the same transaction is one look, and one more where it comes during a look', async () => {
  const { tell, looked, end } = newsRoom()
  tell(...names(ordersAtOnce), 'late', 'late', 'late')
  await end('o0')
  expect(looked).toEqual([...names(ordersAtOnce), 'late'])
  tell('late', 'late')
  expect(looked).toHaveLength(ordersAtOnce + 1)
  await end('late')
  await end('late')
  await end('late')
  expect(looked).toEqual([...names(ordersAtOnce), 'late', 'late'])
})

test('what is too much is left to recovery, in one line of the log', async () => {
  const { tell, looking, looked, told, end } = newsRoom()
  tell(...names(ordersAtOnce + waitingMax + 100))
  expect(told).toEqual(['More news than orders can look at: recovery will ask.'])
  while (looking.size > 0) {
    const [last = '', ...others] = looking.keys()
    for (const orderId of others) looking.get(orderId)?.()
    await end(last)
  }
  expect(looked).toHaveLength(ordersAtOnce + waitingMax)
  tell('after')
  expect(looked.at(-1)).toBe('after')
})

test('a stop waits for those who look, and nobody looks after that', async () => {
  const { tell, looked, end, stop } = newsRoom()
  tell(...names(10))
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  for (const orderId of names(ordersAtOnce)) {
    expect(isStopped).toBe(false)
    await end(orderId)
  }
  await stopped
  tell('after')
  expect(looked).toEqual(names(ordersAtOnce))
})
