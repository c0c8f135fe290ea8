// The money of an order as a bar that is drawn to scale: where each part of it is now. The parts are exact
// amounts; only their widths are rounded.

import { toDecimal, toMinor } from '../../../orders/money.ts'
import type { OrderMoney, ShownOrder } from '../../api/payments.ts'

/** What an order is about, and what became of it. */
export type PicturedMoney = Pick<ShownOrder, 'amount' | 'currency'> & {
  readonly money: Pick<OrderMoney, 'authorized' | 'captured' | 'refunded' | 'chargedBack' | 'leftToCapture'>
}

export type MoneyPartName =
  | 'kept'
  | 'refunded'
  | 'chargedBack'
  | 'uncaptured'
  | 'notCaptured'
  | 'unauthorized'

/** From where to where, in percent of the whole bar. */
type Extent = { readonly from: number; readonly width: number }
export type MoneyPart = Extent & { readonly name: MoneyPartName; readonly amount: string }
type MoneyMeasure = Extent & { readonly name: 'authorized' | 'captured'; readonly amount: string }

export type MoneyPicture = {
  /** Next to each other, without gaps; parts of nothing are left out. */
  readonly parts: readonly MoneyPart[]
  /** What reaches over several parts. */
  readonly measures: readonly MoneyMeasure[]
}

export function moneyPictureOf({ currency, amount: ordered, money }: PicturedMoney): MoneyPicture {
  const amount = toMinor(ordered, currency)
  const authorized = toMinor(money.authorized, currency)
  const captured = toMinor(money.captured, currency)
  const refunded = toMinor(money.refunded, currency)
  const chargedBack = toMinor(money.chargedBack ?? '0', currency)
  const uncaptured = toMinor(money.leftToCapture, currency)
  const sizes: readonly (readonly [MoneyPartName, bigint])[] = [
    // What went back may be more than what was captured: then nothing is kept.
    ['kept', atLeastNothing(captured - refunded - chargedBack)],
    ['refunded', refunded],
    ['chargedBack', chargedBack],
    ['uncaptured', uncaptured],
    // Once something was refunded, nothing more is captured.
    ['notCaptured', atLeastNothing(authorized - captured - uncaptured)],
    ['unauthorized', atLeastNothing(amount - larger(authorized, captured))],
  ]
  const whole = larger(
    sizes.reduce((sum, [, size]) => sum + size, 0n),
    1n,
  )
  const show = (minor: bigint) => toDecimal(minor, currency)
  const measure = (name: MoneyMeasure['name'], size: bigint): readonly MoneyMeasure[] =>
    size > 0n ? [{ name, amount: show(size), from: 0, width: percent(larger(size, 0n), whole) }] : []
  return {
    parts: laidOut(sizes, whole).map(({ size, ...part }) => ({ ...part, amount: show(size) })),
    measures: [...measure('authorized', authorized), ...measure('captured', captured)],
  }
}

/** Positions come from running sums, so that rounding neither adds up nor leaves gaps. */
function laidOut(sizes: readonly (readonly [MoneyPartName, bigint])[], whole: bigint) {
  let before = 0n
  return sizes.flatMap(([name, size]) => {
    if (size === 0n) return []
    const from = percent(before, whole)
    before += size
    return [{ name, size, from, width: percent(before, whole) - from }]
  })
}

/** With three decimals: finer than any screen. */
const percent = (part: bigint, whole: bigint): number => Number((part * 100_000n) / whole) / 1_000

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const atLeastNothing = (minor: bigint): bigint => larger(minor, 0n)
