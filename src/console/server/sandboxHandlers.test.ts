import { expect, test } from 'vitest'
import { sandboxProfile } from '../../orders/merchant.ts'
import { invalid, isRejection } from '../../orders/rejection.ts'
import { createSandboxHandlers } from './sandboxHandlers.ts'

const cards = {
  outcomes: [
    { expiry: '01/39', gatewayCode: 'APPROVED' },
    { expiry: '05/39', gatewayCode: 'DECLINED' },
  ],
  numbers: [{ number: '5123450000000008', brand: 'NETWORK_B' }],
}
const user = { userId: '1', email: 'a@gate.example', name: 'A', role: 'OPERATOR' } as const
const caller = {
  input: { merchantId: 'M' },
  http: { acceptLanguage: undefined, isLocal: () => true, source: '192.0.2.7', userAgent: undefined },
  signedIn: { user, isSteppedUp: true, isNew: true, sessionId: 's' },
}

/** A gateway that refuses each payment, and an audit log that is written when the test says so. */
function open() {
  const orders: string[] = []
  const bodies: object[] = []
  const audited: { readonly resolve: () => void; readonly reject: (fault: Error) => void }[] = []
  const { makeEachOutcome, eachOutcome } = createSandboxHandlers({
    findMerchant: async merchantId => ({ merchantId, cell: 0, profile: sandboxProfile }),
    gateway: {
      submit: async (_, { orderId, body }) => {
        orders.push(orderId)
        bodies.push(body)
        return invalid('order.amount', 'Refused.')
      },
    },
    audit: () => new Promise((resolve, reject) => void audited.push({ resolve, reject })),
    cards,
  })
  return { orders, bodies, audited, make: () => makeEachOutcome(caller), progress: () => eachOutcome(caller) }
}

test('asked for twice at once, it makes one payment of each outcome; asked for again, others', async () => {
  const { make, progress, orders, bodies, audited } = open()
  const asked = [make(), make()]
  await expect.poll(() => audited).not.toEqual([])
  await new Promise(resolve => setImmediate(resolve))
  for (const writing of audited) writing.resolve()
  for (const run of await Promise.all(asked)) expect(run).toMatchObject({ isRunning: true, total: 2 })
  await expect.poll(progress).toMatchObject({ isRunning: false, payments: [{}, {}] })
  expect(audited).toHaveLength(1)
  expect(orders).toHaveLength(2)
  // A merchant may have a user of the operator's e-mail.
  expect(bodies).toMatchObject([1, 2].map(() => ({ initiator: { userId: 'a@gate.example (operator)' } })))
  const again = make()
  await expect.poll(() => audited).toHaveLength(2)
  audited[1]?.resolve()
  await again
  await expect.poll(progress).toMatchObject({ isRunning: false, payments: [{}, {}] })
  expect(new Set(orders)).toHaveProperty('size', 4)
})

test('what could not be written into the audit log is not begun, and can be asked for again', async () => {
  const { make, progress, orders, audited } = open()
  const asked = make()
  await expect.poll(() => audited).toHaveLength(1)
  audited[0]?.reject(new Error('The database is away.'))
  await expect(asked).rejects.toThrow('away')
  expect(await progress()).toMatchObject({ isRunning: false })
  expect(orders).toEqual([])
  const again = make()
  await expect.poll(() => audited).toHaveLength(2)
  audited[1]?.resolve()
  expect(isRejection(await again)).toBe(false)
})
