/**
 * How often, or for how long, a randomized test runs: a little in `npm test`, and as much as is needed in
 * `npm run test:long`.
 */
export function inEachTier({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env.TEST_TIER === 'long' ? long : short
}
