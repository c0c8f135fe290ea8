import { expect, test } from 'vitest'
import { createDecoys } from './decoys.ts'

const owner = { cell: 0, merchantId: 'NOBODY' }
const call = (body: object) => ({ owner, version: 70, body: { ...body }, isOfPayer: true }) as const
const nameOf = (made: unknown): string => Object(Object(made).session).id
const noSuch = { kind: 'rejection', field: 'session.id' }

test('there are so many and no more, and the newest are there as long as a session would be', async () => {
  const time = { ms: 0 }
  const decoys = createDecoys({
    describeCard: () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }),
    clock: { monotonicMs: () => time.ms },
    countMax: 2,
  })
  const customer = { firstName: 'Ada' }
  const [first = '', second = '', third = ''] = [
    nameOf(await decoys.create(call({ customer }))),
    nameOf(await decoys.create(call({ customer }))),
    nameOf(await decoys.create(call({ customer }))),
  ]
  const changed = { customer: { lastName: 'Payer' } }
  expect(await decoys.update(call(changed), first)).toMatchObject(noSuch)
  for (const name of [second, third])
    expect(await decoys.update(call(changed), name)).toMatchObject({
      customer: { firstName: 'Ada', lastName: 'Payer' },
    })
  time.ms = 15 * 60_000
  expect(await decoys.update(call(changed), third)).toMatchObject(noSuch)
})
