import { expect, test } from 'vitest'
import { wanting } from '../../../test/notifications/world.ts'
import { createReceiverTurns, type ReceiverRoom } from './claim.ts'

const lane = (name: string) => {
  const [merchantId = '', of = ''] = name.split(' ')
  return { merchantId, receiver: of }
}
const lanes = (...names: readonly string[]) => names.map(lane)
const shown = (rooms: readonly ReceiverRoom[]) =>
  rooms.map(({ merchantId, receiver: of, room }) => `${merchantId} ${of} ${room}`)

test('one lane of every merchant comes before the second of any', () => {
  const turns = createReceiverTurns()
  const due = lanes('A a', 'A b', 'A c', 'B a', 'C a', 'C b')
  expect(shown(turns.order(due, wanting()))).toEqual([
    ...['A a 2', 'B a 2', 'C a 2'],
    ...['A b 2', 'C b 2', 'A c 2'],
  ])
})

test('who was served longest ago comes first, among merchants and among the lanes of each', () => {
  const turns = createReceiverTurns()
  const due = lanes('A a', 'A b', 'B a', 'C a')
  turns.served(lanes('A a', 'B a'))
  expect(shown(turns.order(due, wanting()))).toEqual(['C a 2', 'A b 2', 'B a 2', 'A a 2'])
  turns.served(lanes('C a', 'A b'))
  expect(shown(turns.order(due, wanting()))).toEqual(['B a 2', 'C a 2', 'A a 2', 'A b 2'])
})

test('what a merchant has is shared among its lanes; who has no room has no turn', () => {
  const turns = createReceiverTurns()
  const wanted = wanting({
    perMerchant: 5,
    receivers: [
      { ...lane('A a'), room: 0 },
      { ...lane('B a'), room: 4 },
    ],
    merchants: [
      { merchantId: 'C', room: 0 },
      { merchantId: 'D', room: 1 },
    ],
  })
  const due = lanes('A a', 'A b', 'A c', 'A d', 'A e', 'B a', 'B b', 'C a', 'D a', 'D b')
  expect(shown(turns.order(due, wanted))).toEqual(['A b 2', 'B a 4', 'D a 1', 'A c 2', 'B b 1', 'A d 1'])
})
