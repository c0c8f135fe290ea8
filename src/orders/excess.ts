/** So many per cent of an amount, down to the minor unit: nobody is let go a fraction too far. */
export function percentOf(amount: bigint, percent: number): bigint {
  return (amount * BigInt(percent)) / 100n
}
