import { testBaseKeys } from '../../src/sandbox/terminal/testKeys.ts'
import {
  type CardDataForm,
  cardDataForms,
  emvRequestOf,
  packCardData,
  sealPin,
  sealReading,
  type TerminalCard,
  type TerminalTransaction,
} from '../../src/sandbox/terminal/testTerminal.ts'
import type { BaseKey, SealedReading } from '../../src/terminals/port.ts'

/** What terminals read off test cards, and how they seal it. */

export const testCard = { number: '5123450000000008', expiry: { month: '1', year: '39' } } as const

const [tdes, aes] = testBaseKeys
if (!tdes || !aes) throw new Error('the sandbox has two test keys')
export const keySets = { TDES: tdes, AES: aes } as const
export type Family = keyof typeof keySets

export const trackOf = (track: 'track1' | 'track2', card: TerminalCard = testCard): string =>
  packCardData(card, track).toString('latin1').replace(/\0+$/, '')

export const emvOf = (more: Partial<TerminalTransaction> = {}, card: TerminalCard = testCard): string =>
  emvRequestOf(card, {
    ...{ amount: 1_000n, currency: '840', country: '276', date: '261115', entryMode: 'CHIP', counter: 7 },
    unpredictable: '1A2B3C4D',
    ...more,
  })

let counter = 0

export type Sealing = {
  readonly form?: CardDataForm
  readonly keySet?: BaseKey
  readonly card?: TerminalCard
  /** Another one each time unless said. */
  readonly counter?: number
  readonly initializationVector?: string
  readonly cardBin?: string
}

export function p2peOf({
  form = 'track2',
  keySet = keySets.TDES,
  card = testCard,
  ...more
}: Sealing = {}): SealedReading {
  const { counter: given = ++counter, ...extras } = more
  const plain = packCardData({ ...card, emvRequest: emvOf({}, card) }, form)
  return sealReading(plain, { keySet, device: '321A', counter: given }, extras)
}

export const pinOf = (pin: string, family: Family = 'TDES', { number }: TerminalCard = testCard) =>
  sealPin({ pin, number }, { keySet: keySets[family], device: '321A', counter: ++counter })

export type ReadCard = { readonly name: string; readonly card: () => object }

/** Every way a terminal can tell which card it is. */
export const readCards: readonly ReadCard[] = [
  { name: 'track 1', card: () => ({ track1: trackOf('track1') }) },
  { name: 'track 2', card: () => ({ track2: trackOf('track2') }) },
  { name: 'both tracks', card: () => ({ track1: trackOf('track1'), track2: trackOf('track2') }) },
  { name: 'a chip', card: () => ({ emvRequest: emvOf() }) },
  { name: 'a contactless chip', card: () => ({ emvRequest: emvOf({ entryMode: 'CONTACTLESS' }) }) },
  ...(['TDES', 'AES'] as const).flatMap(family =>
    cardDataForms.map(form => ({
      name: `${form} under ${family}`,
      card: () => ({
        // A number by itself does not say when the card expires.
        ...(form.startsWith('number') && { expiry: testCard.expiry }),
        p2pe: p2peOf({ form, keySet: keySets[family] }),
      }),
    })),
  ),
]

const atTerminal = { onlineReasonCode: 'FORCED_BY_TERMINAL' } as const

/** Ten dollars on a card that was read. */
export const readRequest = (card: object, more: object = {}) => ({
  apiOperation: 'AUTHORIZE',
  order: { amount: '10.00', currency: 'USD' },
  posTerminal: atTerminal,
  sourceOfFunds: { type: 'CARD', provided: { card } },
  ...more,
})

export const inquiryOf = (card: object) => ({
  order: { currency: 'USD' },
  posTerminal: atTerminal,
  sourceOfFunds: { type: 'CARD', provided: { card } },
})
