// The cards of the issuers here, and what becomes of an authentication: the same numbers as in the sandbox,
// so that a rehearsal against either is the same. docs/sandbox.md, "Payer authentication", has them.

import { brandOf, type CardBrand } from '../standards/cardBrands.ts'

/** What an issuer does with a card. */
export const issuerOutcomes = [
  'challenge',
  'successful',
  'attempted',
  'failed',
  'rejected',
  'unavailable',
  'exempt',
  'error',
] as const
export type IssuerOutcome = (typeof issuerOutcomes)[number]

export const isIssuerOutcome = (word: unknown): word is IssuerOutcome =>
  issuerOutcomes.some(outcome => outcome === word)

type IssuedCard = {
  readonly number: string
  readonly outcome: IssuerOutcome
  /** Whether the issuer wants to look at the browser first. */
  readonly hasMethod?: true
  /** The issuer's server does not speak the newest version. */
  readonly isOld?: true
}

const cards: readonly IssuedCard[] = [
  { number: '5123450000000008', outcome: 'challenge', hasMethod: true },
  { number: '2223000000000007', outcome: 'challenge', isOld: true },
  { number: '4440000009900010', outcome: 'challenge', hasMethod: true },
  { number: '5123456789012346', outcome: 'successful', hasMethod: true },
  { number: '5555555555000018', outcome: 'successful', isOld: true },
  { number: '4440000042200014', outcome: 'successful' },
  { number: '5500005555555559', outcome: 'attempted' },
  { number: '4440000042200022', outcome: 'attempted' },
  { number: '5506900140100503', outcome: 'rejected' },
  { number: '5210760000000004', outcome: 'error' },
  { number: '5455031257390496', outcome: 'error' },
  { number: '5123459999998221', outcome: 'unavailable' },
  { number: '5000000000000000005', outcome: 'exempt' },
]

const outcomes = new Map(cards.map(({ number, outcome }) => [number, outcome]))

/** Undefined: its issuer has no such card. */
export const outcomeOfCard = (number: string): IssuerOutcome | undefined => outcomes.get(number)

export type IssuedRange = {
  readonly start: string
  readonly end: string
  readonly hasMethod: boolean
  readonly isOld: boolean
}

/** A hundred numbers around each card: narrow, so that any other card takes no part. */
export function rangesOf(networks: readonly CardBrand[]): readonly IssuedRange[] {
  const ranges = new Map<string, IssuedRange>()
  for (const { number, hasMethod = false, isOld = false } of cards) {
    if (!networks.includes(brandOf(number))) continue
    const stem = number.slice(0, -2)
    ranges.set(stem, { start: `${stem}00`, end: `${stem}99`, hasMethod, isOld })
  }
  return [...ranges.values()].sort((one, other) => (one.start < other.start ? -1 : 1))
}
