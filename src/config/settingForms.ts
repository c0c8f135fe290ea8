// The forms that settings can have: parsing their text, and describing what is expected.

import { resolve } from 'node:path'
import { type CardBrand, cardBrands } from '../standards/cardBrands.ts'
import { cardNamesMax, isCardName } from '../standards/cardNames.ts'
import { isMailAddress } from '../standards/mailAddress.ts'
import { isNetwork } from '../standards/networkForm.ts'
import { type MailServer, mailServerForm, parseMailServer } from '../standards/smtpAddress.ts'
import { isWebOrigin } from '../standards/url.ts'

/** How the text of a setting is parsed into its value. */
export type SettingForm<Value> = {
  readonly expects: string
  /** Undefined when the text does not have the expected form. */
  readonly parse: (text: string) => Value | undefined
}

export type Mode = 'sandbox' | 'production'

/** One setting: all that reading, masking and documenting it need. */
export type GatewaySetting<Value> = SettingForm<Value> & {
  readonly name: string
  readonly meaning: string
  readonly fallback: Readonly<Record<Mode, Value>>
  /** The default as text, where the value itself would not explain it. */
  readonly fallbackText?: string
  readonly isSecret?: true
}

export function always<Value>(value: Value): Readonly<Record<Mode, Value>> {
  return { sandbox: value, production: value }
}

export function oneOf<Value extends string>(values: readonly Value[]): SettingForm<Value> {
  return { expects: values.join(' or '), parse: text => values.find(value => value === text) }
}

export function matching(pattern: RegExp, expects: string): SettingForm<string> {
  return { expects, parse: text => (pattern.test(text) ? text : undefined) }
}

export function wholeNumber(min: number, max: number): SettingForm<number> {
  const parse = (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
  return { expects: `a whole number from ${min} to ${max}`, parse }
}

export const networks: SettingForm<readonly string[]> = {
  expects: 'addresses or networks like 10.0.0.0/8, separated by commas',
  parse(text) {
    const parts = text.split(',').map(part => part.trim())
    return parts.every(isNetwork) ? parts : undefined
  },
}

/** Host names as in URLs, without a port. */
export const hostNames: SettingForm<readonly string[]> = {
  expects: 'host names, separated by commas',
  parse(text) {
    const parts = text.split(',').map(part => part.trim().toLowerCase())
    return parts.every(part => /^[a-z0-9._-]{1,253}$/.test(part)) ? parts : undefined
  },
}

/** Names by network, as payers read them. */
export const cardNameList: SettingForm<readonly string[]> = {
  expects: 'names by network, such as NETWORK_C:Sea Card, separated by commas',
  parse(text) {
    const parts = text.split(',').map(part => part.trim())
    return parts.length <= cardNamesMax && parts.every(isCardName) ? parts : undefined
  },
}

export type DaysByNetwork = {
  readonly usual: number
  readonly byNetwork: { readonly [network in CardBrand]?: number }
}

/** Days for all networks, and others for some. */
export function daysByNetwork(min: number, max: number): SettingForm<DaysByNetwork> {
  const days = wholeNumber(min, max)
  return {
    expects: `days from ${min} to ${max}, with others by network like 7,NETWORK_B:30`,
    parse(text) {
      const [first = '', ...others] = text.split(',').map(part => part.trim())
      const usual = days.parse(first)
      const found = others.flatMap(part => networkAndDays(part, days) ?? [])
      const byNetwork = Object.fromEntries(found.map(one => [one.network, one.days]))
      const areGood = found.length === others.length && Object.keys(byNetwork).length === others.length
      return usual === undefined || !areGood ? undefined : { usual, byNetwork }
    },
  }
}

function networkAndDays(part: string, form: SettingForm<number>) {
  const [name, count = '', ...more] = part.split(':')
  const network = cardBrands.find(known => known === name && known !== 'UNKNOWN')
  const days = more.length === 0 ? form.parse(count) : undefined
  return network && days !== undefined ? { network, days } : undefined
}

/** Without the trailing slash that is often added. */
export const webOrigin: SettingForm<string> = {
  expects: 'an address like https://pay.shop.example, without a path',
  parse(text) {
    const bare = text.replace(/\/$/, '')
    return isWebOrigin(bare) ? bare : undefined
  },
}

/** Relative to the working directory, as usual for commands. */
export const pemPath: SettingForm<string> = { expects: 'a path of a PEM file', parse: text => resolve(text) }

export const postgresUrl = matching(
  /^postgres(ql)?:\/\/\S+$/,
  'an address like postgres://user:password@host:5432/database',
)

export const mailServer: SettingForm<MailServer> = { expects: mailServerForm, parse: parseMailServer }

export const mailAddress: SettingForm<string> = {
  expects: 'an e-mail address',
  parse: text => (isMailAddress(text) ? text : undefined),
}
