// What nobody may see of a message, whatever a dialect says.

import type { Meaning } from './meanings.ts'

/** Never shown at all; of the card number, at most the first six and the last four digits are. */
export const secretMeanings: ReadonlySet<Meaning> = new Set<Meaning>([
  ...(['track1', 'track2', 'securityCode', 'pinBlock', 'pinKeySerialNumber', 'giftCardPin'] as const),
  ...(['chipData', 'authenticationValue', 'walletCryptogram', 'checkValue', 'expiry'] as const),
])

/** Fields that hold a number, a track, a PIN, chip data or keys in every dialect, whatever it calls them. */
export const secretFields: ReadonlySet<number> = new Set([34, 35, 36, 45, 52, 53, 55, 64, 96, 102, 103, 128])

export const accountNumberField = 2
