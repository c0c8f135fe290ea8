// What payers read of card networks. The neutral names of the API mean nothing to them; the names that are on
// their cards are for the operator to give.

import { type CardBrand, cardBrands } from './cardBrands.ts'
import { isPlainText } from './plainText.ts'

export type CardNames = { readonly [brand in CardBrand]?: string }

/** More than there are networks is not meant. */
export const cardNamesMax = cardBrands.length

/** A network and its name for payers, such as "NETWORK_C:Sea Card". */
export const isCardName = (value: unknown): value is string => cardNameIn(value) !== undefined

/** The names in these lists; those of later lists count before those of earlier ones. */
export function readCardNames(...lists: readonly (readonly string[])[]): CardNames {
  return Object.fromEntries(
    lists
      .flat()
      .flatMap(text => cardNameIn(text) ?? [])
      .map(({ brand, name }) => [brand, name]),
  )
}

function cardNameIn(value: unknown): { readonly brand: CardBrand; readonly name: string } | undefined {
  if (typeof value !== 'string') return undefined
  const [, network, name = ''] = /^([A-Z_]{1,20}):(.{1,30})$/.exec(value) ?? []
  const brand = cardBrands.find(known => known === network && known !== 'UNKNOWN')
  const isName = name === name.trim() && !name.includes(',') && isPlainText(name)
  return brand && isName ? { brand, name } : undefined
}
