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
export function isEqual(left: Exact, right: Exact): boolean {
  const scale = Math.max(left.scale, right.scale)
  return atScale(left, scale) === atScale(right, scale)
}

const atScale = ({ units, scale }: Exact, wanted: number) => units * 10n ** BigInt(wanted - scale)
