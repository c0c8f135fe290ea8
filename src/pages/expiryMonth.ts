// Until when a card is good: until the end of its month, where its issuer is.

/**
 * The month that it still is somewhere on earth, like 2026-11: a card that ended before it is good nowhere.
 * Of others the issuer decides.
 */
export const earliestMonth = (now: Date): string =>
  new Date(now.getTime() - furthestBehindMs).toISOString().slice(0, 7)

/** No clock of the world is further behind UTC. */
const furthestBehindMs = 12 * 3_600_000
