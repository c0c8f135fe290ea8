/**
 * How often, or for how long, a story is told that no single telling proves: some in `npm test`, and as much
 * as it takes in `npm run test:long`.
 */
export function inEachTier({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env.TEST_TIER === 'long' ? long : short
}
