// Values on lists: how they are compared, and how they are shown.

import { invalid, type Rejection } from '../orders/rejection.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { maskedNumber, passesLuhn } from '../standards/cardNumber.ts'
import { canonicalAddress } from '../standards/network.ts'
import type { ListKind } from './rule.ts'

/** A value as it is compared, and as people may see it. */
export type ListValue = { readonly value: string; readonly shown: string }

/** Names are compared in lower case, with single spaces. */
export function nameOf(given: string | undefined): string | undefined {
  const name = given?.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return name === '' ? undefined : name
}

export const emailOf = (given: string | undefined): string | undefined => given?.trim().toLowerCase()

/** A card number is kept as the vault's hash alone. */
export function readListValue(
  kind: ListKind,
  given: string,
  cardHash: (number: string) => Buffer,
): ListValue | Rejection {
  const plain = given.trim()
  if (kind === 'CARD') {
    const number = plain.replaceAll(/[ -]/g, '')
    if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return invalid('value', 'It is no card number.')
    return { value: cardHash(number).toString('base64'), shown: maskedNumber(number) }
  }
  if (holdsCardData(plain)) return invalid('value', 'It must not hold card data.')
  const [read, sentence] = forms[kind]
  const value = read(plain)
  return value === undefined || value.length > valueMax
    ? invalid('value', sentence, plain)
    : { value, shown: value }
}

const valueMax = 200

const forms = {
  EMAIL: [
    plain => (/^[^\s@]+@[^\s@]+$/.test(plain) ? emailOf(plain) : undefined),
    'It must be an e-mail address.',
  ],
  IP_ADDRESS: [canonicalAddress, 'It must be an IP address.'],
  NAME: [nameOf, 'It must be a name.'],
} as const satisfies Record<
  Exclude<ListKind, 'CARD'>,
  readonly [(plain: string) => string | undefined, string]
>
