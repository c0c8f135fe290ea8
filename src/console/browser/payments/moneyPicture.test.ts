import { expect, test } from 'vitest'
import { moneyPictureOf, type PicturedMoney } from './moneyPicture.ts'

type FlatMoney = Pick<PicturedMoney, 'amount' | 'currency'> & Required<PicturedMoney['money']>

const pictureOf = ({ amount, currency, ...money }: FlatMoney) => moneyPictureOf({ amount, currency, money })

const order: FlatMoney = {
  currency: 'USD',
  amount: '10.00',
  authorized: '10.00',
  captured: '6.00',
  refunded: '2.00',
  chargedBack: '1.00',
  leftToCapture: '4.00',
}
const partsOf = (changes: Partial<FlatMoney>) =>
  pictureOf({ ...order, ...changes }).parts.map(({ name, amount, from, width }) => [
    name,
    amount,
    from,
    Number(width.toFixed(3)),
  ])

test('each part of the money has its share of the bar', () => {
  expect(partsOf({})).toEqual([
    ['kept', '3.00', 0, 30],
    ['refunded', '2.00', 30, 20],
    ['chargedBack', '1.00', 50, 10],
    ['uncaptured', '4.00', 60, 40],
  ])
  const { measures } = pictureOf(order)
  expect(measures.map(({ name, width }) => [name, width])).toEqual([
    ['authorized', 100],
    ['captured', 60],
  ])
})

test('what was authorized and cannot be captured any more is not called left', () => {
  expect(partsOf({ leftToCapture: '0.00' })).toEqual([
    ['kept', '3.00', 0, 30],
    ['refunded', '2.00', 30, 20],
    ['chargedBack', '1.00', 50, 10],
    ['notCaptured', '4.00', 60, 40],
  ])
})

test('what was not authorized is a part too, and nothing is no part', () => {
  const nothing = {
    ...{ authorized: '0.00', captured: '0.00', refunded: '0.00', chargedBack: '0.00', leftToCapture: '0.00' },
  }
  expect(partsOf({ ...nothing, authorized: '5.00', leftToCapture: '5.00' })).toEqual([
    ['uncaptured', '5.00', 0, 50],
    ['unauthorized', '5.00', 50, 50],
  ])
  expect(partsOf(nothing)).toEqual([['unauthorized', '10.00', 0, 100]])
  expect(partsOf({ ...nothing, amount: '0.00' })).toEqual([])
})

test('more refunded or captured than there was stays within the bar', () => {
  expect(
    partsOf({ captured: '10.00', refunded: '12.00', chargedBack: '0.00', leftToCapture: '0.00' }),
  ).toEqual([['refunded', '12.00', 0, 100]])
  expect(
    partsOf({ captured: '12.00', refunded: '0.00', chargedBack: '0.00', leftToCapture: '0.00' }),
  ).toEqual([['kept', '12.00', 0, 100]])
  const { measures } = pictureOf({ ...order, captured: '12.00', refunded: '15.00' })
  expect(measures.every(({ width }) => width <= 100)).toBe(true)
})

test('parts follow each other without gaps at any amounts', () => {
  for (let round = 0; round < 60; round++) {
    const at = (top: number) => String(Math.floor(((round * 7919 + top * 104_729) % 9973) * top))
    const { parts, measures } = pictureOf({
      currency: 'JPY',
      amount: at(31),
      authorized: at(17),
      captured: at(11),
      refunded: at(5),
      chargedBack: at(2),
      leftToCapture: at(6),
    })
    let end = 0
    for (const { from, width } of parts) {
      expect(from).toBeCloseTo(end, 9)
      expect(width).toBeGreaterThan(0)
      end = from + width
    }
    if (parts.length > 0) expect(end).toBeCloseTo(100, 9)
    for (const { width } of measures) expect(width).toBeLessThanOrEqual(100)
  }
})

test('amounts of any size and currency are exact', () => {
  const money = { currency: 'BHD', amount: '99999999999.999', authorized: '99999999999.999' }
  const none = { refunded: '0.000', chargedBack: '0.000' }
  const { parts } = pictureOf({ ...money, ...none, captured: '0.001', leftToCapture: '99999999999.998' })
  expect(parts.map(({ amount }) => amount)).toEqual(['0.001', '99999999999.998'])
})
