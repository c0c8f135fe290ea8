/** Exact arithmetic on decimal texts: whole numbers over a power of ten, never floating point. */
export type Exact = { readonly units: bigint; readonly scale: number }

export const zero: Exact = { units: 0n, scale: 0 }

export function exact(text: string): Exact {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}
export function plus(left: Exact, right: Exact): Exact {
  const scale = Math.max(left.scale, right.scale)
  return { units: atScale(left, scale) + atScale(right, scale), scale }
}
export const minus = (left: Exact, right: Exact): Exact =>
  plus(left, { units: -right.units, scale: right.scale })
export const times = (left: Exact, right: Exact): Exact => ({
  units: left.units * right.units,
  scale: left.scale + right.scale,
})
/** Negative, zero or positive, as left is less than, equal to or more than right. */
export function compare(left: Exact, right: Exact): number {
  const scale = Math.max(left.scale, right.scale)
  const difference = atScale(left, scale) - atScale(right, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
export const isEqual = (left: Exact, right: Exact): boolean => compare(left, right) === 0

const atScale = ({ units, scale }: Exact, wanted: number) => units * 10n ** BigInt(wanted - scale)
