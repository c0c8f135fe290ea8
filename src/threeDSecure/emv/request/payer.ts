// The payer, as far as the merchant knows: name, e-mail, telephones.

import { emailForm } from '../messages/form.ts'
import type { ProtocolVersion } from '../settings.ts'
import { cutTo, type Particulars } from './particulars.ts'

const nameMax = 45
const emailMax = 254

/** Before 2.3.1 names are of ASCII: accents are taken off, and names in other scripts are left out. */
export function cardholderNameOf(version: ProtocolVersion, given: string | undefined): string | undefined {
  const name = given?.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim() ?? ''
  if (version === '2.3.1') return cutTo(nameMax, name) || undefined
  const plain = cutTo(nameMax, inAscii(name))
  return plain.length >= 2 && /^[ -~]+$/.test(plain) ? plain : undefined
}

const inAscii = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, letter => plainLetters[letter] ?? letter)

/** Letters that are not made of a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ı: 'i', '’': "'", '‘': "'", '–': '-' },
}

export const emailOf = (given: string | undefined): string | undefined =>
  given !== undefined && given.length <= emailMax && emailForm.test(given) ? given : undefined

export function payerOf(given: Particulars) {
  return {
    email: emailOf(given.text('customer.email')),
    homePhone: telephoneOf(given.text('customer.phone')),
    mobilePhone: telephoneOf(given.text('customer.mobilePhone')),
  }
}

type Telephone = { readonly cc: string; readonly subscriber: string }

/** Only with the code of a country: nobody can tell which country a number without one is of. */
export function telephoneOf(given: string | undefined): Telephone | undefined {
  const written = given?.replaceAll('(0)', '') ?? ''
  if (!/^\+[0-9 ()./-]+$/.test(written)) return undefined
  const digits = written.replace(/[^0-9]/g, '')
  const [, cc, subscriber] = numberForm.exec(digits) ?? []
  return cc === undefined || subscriber === undefined ? undefined : { cc, subscriber }
}

/** No code of a country begins with another. Twelve digits are what all readings of the tables allow. */
const countryCodes = [
  ...['[17]', '2[07]', '3[0-469]', '4[013-9]', '5[1-8]', '6[0-6]', '8[1246]', '9[0-58]'],
  ...['2[1-689][0-9]', '3[578][0-9]', '42[0-9]', '5[09][0-9]', '6[7-9][0-9]', '8[0578][0-9]', '9[679][0-9]'],
]
const numberForm = new RegExp(`^(${countryCodes.join('|')})([0-9]{4,12})$`)
