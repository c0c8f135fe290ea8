// Totals of a business date: how many debits and credits, how many of them reversed, and what they come to.

import { type Movement, type MovementKind, movementKinds } from './movements.ts'

export type MovementTotal = { readonly count: number; readonly amount: bigint }
export type MovementTotals = { readonly [kind in MovementKind]: MovementTotal }
/** By currency; what is not in it is zero. */
export type TotalsByCurrency = Readonly<Record<string, MovementTotals>>

const nothing: MovementTotal = { count: 0, amount: 0n }
export const noTotals: MovementTotals = {
  ...{ debit: nothing, debitReversed: nothing, credit: nothing, creditReversed: nothing },
}

/** Adds movements up, one by one: nothing of them is kept. */
export function createTotals() {
  const sums = new Map<string, Map<MovementKind, { count: number; amount: bigint }>>()
  return {
    add({ kind, amount, currency }: Pick<Movement, 'kind' | 'amount' | 'currency'>): void {
      const ofCurrency = sums.get(currency) ?? new Map()
      sums.set(currency, ofCurrency)
      const sum = ofCurrency.get(kind) ?? { count: 0, amount: 0n }
      sum.count += 1
      sum.amount += amount
      ofCurrency.set(kind, sum)
    },
    read: (): TotalsByCurrency =>
      Object.fromEntries(
        [...sums].sort(byName).map(([currency, kinds]) => {
          const totals = Object.fromEntries([...kinds].map(([kind, { ...sum }]) => [kind, sum]))
          return [currency, { ...noTotals, ...totals }] as const
        }),
      ),
  }
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

/**
 * What they come to: negative where more was debited than credited. A reversed debit counts as a credit, and
 * the other way round.
 */
export const netOf = ({ credit, creditReversed, debit, debitReversed }: MovementTotals): bigint =>
  credit.amount - creditReversed.amount - debit.amount + debitReversed.amount

/** What a host said of its totals; it may leave parts out. */
export type StatedTotals = {
  readonly [kind in MovementKind]?: { readonly count?: number; readonly amount?: bigint }
} & { readonly net?: bigint }

export type TotalsDifference = {
  readonly what: MovementKind | 'net'
  readonly gateway: { readonly count?: number; readonly amount: bigint }
  readonly host: { readonly count?: number; readonly amount?: bigint }
}

/** Where two totals differ; what the host did not say is no difference. */
export function differencesOfTotals(ours: MovementTotals, theirs: StatedTotals): readonly TotalsDifference[] {
  const found: TotalsDifference[] = movementKinds.flatMap(what => {
    const { [what]: gateway } = ours
    const { [what]: host = {} } = theirs
    const isSame =
      (host.count ?? gateway.count) === gateway.count && (host.amount ?? gateway.amount) === gateway.amount
    return isSame ? [] : [{ what, gateway, host }]
  })
  const net = netOf(ours)
  if (theirs.net !== undefined && theirs.net !== net)
    found.push({ what: 'net', gateway: { amount: net }, host: { amount: theirs.net } })
  return found
}

/**
 * Whether the two differ only by what was booked and reversed within the date. A host counts what it booked
 * and then reversed; the gateway, which never heard of the first, counts neither. No money is missing.
 */
export function differOnlyByReversed(ours: MovementTotals, theirs: StatedTotals): boolean {
  const isPair = (kind: 'debit' | 'credit', reversed: 'debitReversed' | 'creditReversed'): boolean => {
    const [one, other] = [theirs[kind], theirs[reversed]]
    if (one?.amount === undefined || other?.amount === undefined) return one === other
    return (
      one.amount - ours[kind].amount === other.amount - ours[reversed].amount &&
      (one.count ?? 0) - ours[kind].count === (other.count ?? 0) - ours[reversed].count
    )
  }
  const isSameNet = theirs.net === undefined || theirs.net === netOf(ours)
  return isSameNet && isPair('debit', 'debitReversed') && isPair('credit', 'creditReversed')
}

/** As JSON can hold them: amounts as digits. */
export const writeTotals = (totals: MovementTotals | StatedTotals): string =>
  JSON.stringify(totals, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** The inverse, of what was stored by this or an earlier release. */
export function readTotals(text: string): StatedTotals {
  const found: unknown = JSON.parse(text, (name, value: unknown) =>
    (name === 'amount' || name === 'net') && typeof value === 'string' ? BigInt(value) : value,
  )
  return typeof found === 'object' && found !== null ? { ...found } : {}
}
