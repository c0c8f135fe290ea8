// What the letters mean by which issuers say how security code and address compare.

import type { AvsResult, CardSecurityCodeResult } from '../../port.ts'

export const securityCodeResults: { readonly [letter: string]: CardSecurityCodeResult } = {
  M: 'MATCH',
  N: 'NO_MATCH',
  P: 'NOT_PROCESSED',
  S: 'NOT_PRESENT',
  U: 'NOT_SUPPORTED',
}

/** Letters of several networks; those that only some countries use are among them. */
export const addressResults: { readonly [letter: string]: AvsResult } = {
  ...lettersFor('ADDRESS_ZIP_MATCH', 'XYDFM'),
  ...lettersFor('ADDRESS_MATCH', 'AB'),
  ...lettersFor('ZIP_MATCH', 'WZP'),
  ...lettersFor('NO_MATCH', 'NC'),
  ...lettersFor('NOT_VERIFIED', 'GI'),
  ...lettersFor('SERVICE_NOT_SUPPORTED', 'S'),
  ...lettersFor('NOT_AVAILABLE', 'U'),
  ...lettersFor('SERVICE_NOT_AVAILABLE_RETRY', 'R'),
  ...lettersFor('NAME_MATCH', 'K'),
  ...lettersFor('NAME_ZIP_MATCH', 'L'),
  ...lettersFor('NAME_ADDRESS_MATCH', 'O'),
  ...lettersFor('NOT_REQUESTED', '0'),
}

function lettersFor(result: AvsResult, letters: string): { readonly [letter: string]: AvsResult } {
  return Object.fromEntries([...letters].map(letter => [letter, result] as const))
}
