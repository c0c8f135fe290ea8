import { expect, test } from 'vitest'
import type { Interactions } from '../operations/interactions/interactions.ts'
import type { KnownAuthentication } from '../threeDSecure/emv/records.ts'
import { createResultNews, ordersAtOnce } from './resultNews.ts'

const newsOf = (orderId: string): KnownAuthentication => ({
  ...{ serverTransactionId: orderId, directoryServer: 'scheme-a', version: '2.2.0', category: '01' },
  ...{ merchantId: 'SHOP', orderId, transactionId: 'auth', cell: 0, isUnanswered: false },
})

test('a flood of results does not become a flood of questions, and a failed one stops nobody', async () => {
  let atOnce = 0
  let most = 0
  const looked: string[] = []
  const faults: unknown[] = []
  const inquire: Interactions['inquire'] = async ({ orderId }) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise(resolve => setTimeout(resolve, 1))
    atOnce -= 1
    looked.push(orderId)
    if (orderId === 'o3') throw new Error('no database')
    return 'settled'
  }
  const tell = createResultNews({ inquire, log: { fault: (_, fault) => void faults.push(fault) } })
  const orders = Array.from({ length: 50 }, (_, index) => `o${index}`)
  for (const orderId of orders) tell(newsOf(orderId))
  await expect.poll(() => looked.length).toBe(50)
  expect([...looked].sort()).toEqual([...orders].sort())
  expect(most).toBe(ordersAtOnce)
  expect(faults).toEqual([new Error('no database')])
})
