// What the merchant wishes of the issuer: a challenge or none, or an exemption.

import { type ProtocolVersion, protocolVersions } from '../settings.ts'
import type { Particulars } from './particulars.ts'

const preferences: ReadonlyMap<string | undefined, string> = new Map([
  ['NO_PREFERENCE', '01'],
  ['NO_CHALLENGE', '02'],
  ['REQUEST_CHALLENGE', '03'],
  ['REQUIRE_CHALLENGE', '04'],
])

/** From which version on there is a word for it. */
const exemptions: ReadonlyMap<string | undefined, readonly [code: string, since: ProtocolVersion]> = new Map([
  ['TRANSACTION_RISK_ANALYSIS', ['05', '2.2.0']],
  ['DATA_ONLY', ['06', '2.2.0']],
  ['ALREADY_AUTHENTICATED', ['07', '2.2.0']],
  ['TRUSTED_MERCHANT', ['08', '2.2.0']],
  ['LOW_VALUE', ['10', '2.3.1']],
  ['SECURE_CORPORATE', ['11', '2.3.1']],
])

const isKnown = (version: ProtocolVersion, since: ProtocolVersion) =>
  protocolVersions.indexOf(version) >= protocolVersions.indexOf(since)

/**
 * Whoever wants a challenge gets no exemption from it. An exemption that a version has no word for is the
 * wish for no challenge. Without a payer there is nobody to challenge.
 */
export function wishOf(version: ProtocolVersion, given: Particulars, is3ri: boolean) {
  const preference = preferences.get(given.text('authentication.challengePreference'))
  const [exemption, since = '2.1.0'] = exemptions.get(given.text('authentication.exemption')) ?? []
  if (preference === '03' || preference === '04') return is3ri ? undefined : written(version, [preference])
  const claimed = exemption !== undefined && isKnown(version, since) ? exemption : undefined
  if (is3ri) return claimed && written(version, [claimed])
  const wishes = [claimed, exemption === undefined ? preference : '02'].filter(wish => wish !== undefined)
  return wishes.length > 0 ? written(version, wishes) : undefined
}

/** One wish before 2.3.1, a list from there on. Sharing data only stands alone. */
function written(
  version: ProtocolVersion,
  wishes: readonly string[],
): string | readonly string[] | undefined {
  const [first] = wishes
  if (version !== '2.3.1') return first
  return first === '06' ? [first] : wishes
}
