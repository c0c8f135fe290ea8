import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization } from './requests.ts'

let gateway: TestGateway
let neighbour: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
  neighbour = await gateway.neighbour()
})
afterAll(async () => {
  await neighbour?.stop()
  await gateway?.stop()
})

const order = 'order/again'
const paths = [`${order}/transaction/1`, `${order}/transaction/2`, order]
const follow = (apiOperation: string, transaction: object) => ({ apiOperation, transaction })
const money = (amount: string) => ({ amount, currency: 'USD' })

/** The answers of a node, each path at two versions. */
const answersOf = (node: TestGateway) =>
  Promise.all(
    paths.flatMap(path =>
      [61, 100].map(async version => {
        const { status, body } = await node.call('GET', path, undefined, { version })
        return { status, body }
      }),
    ),
  )

test('what is retrieved again and again is shown as it is, whichever node has changed it', async () => {
  const changes = [
    () => gateway.authorize('again', authorization({ order: { ...money('10.00'), reference: 'R-1' } })),
    () => neighbour.call('PUT', `${order}/transaction/2`, follow('CAPTURE', money('4.00'))),
    () => gateway.call('PUT', `${order}/transaction/3`, follow('CAPTURE', money('6.00'))),
    () => neighbour.call('PUT', `${order}/transaction/4`, follow('REFUND', money('1.00'))),
    () => neighbour.call('PUT', `${order}/transaction/5`, follow('VOID', { targetTransactionId: '4' })),
  ]
  for (const change of changes) {
    expect(await change()).toMatchObject({ status: 201, body: { result: 'SUCCESS' } })
    const anew = await answersOf(neighbour)
    for (let turn = 0; turn < 4; turn += 1) expect(await answersOf(gateway)).toEqual(anew)
  }
  const [early, late] = await answersOf(gateway)
  expect([early?.body.version, late?.body.version]).toEqual(['61', '100'])
})

test('what is kept for one merchant is not there for another', async () => {
  for (let turn = 0; turn < 4; turn += 1) await gateway.call('GET', order)
  const foreign = await gateway.call('GET', order, undefined, { merchant: 'OTHERMERCHANT' })
  expect(foreign).toMatchObject({ status: 400, body: { error: { field: 'orderid' } } })
})
