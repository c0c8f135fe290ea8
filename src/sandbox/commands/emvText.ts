import { wrapText } from '../../commands/output.ts'
import type { TerminalPaint } from '../../commands/terminal.ts'
import { toDecimal } from '../../orders/money.ts'
import { countryOfNumber } from '../../standards/countries.ts'
import { currencyOfNumber } from '../../standards/currencies.ts'
import { type EmvTags, emvTags, publicEmv } from '../../standards/emv.ts'

/** A tag with its explanation. */
type ExplainedTag = {
  readonly tag: string
  readonly value: string
  readonly name: string
  /** What the value means, where a few words can say it. */
  readonly meaning?: string
  /** Which field of a request it fills. */
  readonly fills?: string
  readonly comesBack: boolean
}

export function explainTags(emv: string): readonly ExplainedTag[] {
  const tags = emvTags(emv)
  const shown = emvTags(publicEmv(emv))
  return [...tags].map(([tag, value]) => {
    const { name, means, fills } = knownTags[tag] ?? { name: 'not explained here' }
    const meaning = means?.(value, tags)
    return {
      ...{ tag, value, name },
      ...(meaning !== undefined && { meaning }),
      ...(fills !== undefined && { fills }),
      comesBack: shown.has(tag),
    }
  })
}

/** Tag and value on the left, the explanation on the right; long values are broken into lines. */
export function tagLines(tags: readonly ExplainedTag[], paint: TerminalPaint): readonly string[] {
  return tags.flatMap(explained => {
    const words = wrapText(sentenceOf(explained), meaningWidth)
    const value = explained.value.match(/.{1,32}/g) ?? []
    const rows = Math.max(words.length, value.length)
    return Array.from({ length: rows }, (_, row) => {
      const left = `  ${(row === 0 ? explained.tag : '').padEnd(4)}  ${(value[row] ?? '').padEnd(valueWidth)}`
      const right = words[row] ?? ''
      return `${left}  ${explained.comesBack ? right : paint.yellow(right)}`.trimEnd()
    })
  })
}
const valueWidth = 32
const meaningWidth = 38

function sentenceOf({ name, meaning, fills, comesBack }: ExplainedTag): string {
  const about = meaning === undefined ? name : `${name}: ${meaning}`
  const parts = [about, ...(fills === undefined ? [] : [`fills ${fills}`])]
  return [...parts, ...(comesBack ? [] : ['never comes back'])].join('; ')
}

type KnownTag = {
  readonly name: string
  readonly means?: (value: string, tags: EmvTags) => string | undefined
  readonly fills?: string
}

const knownTags: Readonly<Record<string, KnownTag>> = {
  '50': { name: 'application label', means: value => Buffer.from(value, 'hex').toString('latin1') },
  '56': { name: 'track 1', fills: 'card.track1, .number and .expiry' },
  '57': { name: 'track 2', fills: 'card.track2, .number and .expiry' },
  '5A': { name: 'card number', fills: 'card.number' },
  '5F24': {
    name: 'expires',
    means: value => `${value.slice(2, 4)}/${value.slice(0, 2)}`,
    fills: 'card.expiry',
  },
  '5F2A': { name: 'currency', means: value => currencyOfNumber(value.slice(1)) },
  '5F34': { name: 'sequence number of the card' },
  '82': { name: 'what the card can do' },
  '84': { name: 'application of the card' },
  '8A': { name: 'response code' },
  '95': { name: "the terminal's checks", means: checksOf },
  '9A': { name: 'date', means: value => `20${value.match(/../g)?.join('-')}` },
  '9C': { name: 'type', means: value => types[value] },
  '9F02': { name: 'amount', means: amountOf },
  '9F03': { name: 'other amount', means: amountOf },
  '9F10': { name: "for the issuer, in the issuer's own form" },
  '9F1A': {
    name: 'country of the terminal',
    means: value => countryOfNumber(value.slice(1)),
    fills: 'posTerminal.address.country',
  },
  '9F26': { name: 'cryptogram of the card' },
  '9F27': { name: 'what the card decided', means: value => decisions[value] },
  '9F33': {
    name: 'the terminal can',
    means: capabilitiesOf,
    fills: 'posTerminal.inputCapability and .pinEntryCapability',
  },
  '9F34': { name: 'cardholder verified by', means: value => methods[byteOf(value, 0) & 0x3f] },
  '9F35': {
    name: 'type of terminal',
    means: value => (/^[1-3][1-3]$/.test(value) ? 'attended' : 'unattended'),
    fills: 'posTerminal.attended',
  },
  '9F36': {
    name: 'transactions of the chip',
    means: value => `number ${Number.parseInt(value, 16)}`,
  },
  '9F37': { name: 'unpredictable number' },
  '9F39': {
    name: 'card was entered by',
    means: value => entries[value],
    fills: 'posTerminal.panEntryMode',
  },
}

const types: Readonly<Record<string, string>> = { '00': 'purchase', '01': 'cash', '20': 'refund' }
const decisions: Readonly<Record<string, string>> = {
  ...{ '00': 'declines offline', '40': 'approves offline', '80': 'asks the issuer' },
}
const entries: Readonly<Record<string, string>> = {
  ...{ '05': 'chip', '07': 'contactless chip', '90': 'magstripe' },
}
const methods: Readonly<Record<number, string>> = {
  ...{ 1: 'PIN in the card', 2: 'PIN at the issuer', 30: 'signature', 31: 'nothing' },
}

function checksOf(value: string): string {
  if (/^0*$/.test(value)) return 'nothing amiss'
  return value === '0000008000' ? 'amount over the floor limit' : 'see its bits'
}

function amountOf(value: string, tags: EmvTags): string | undefined {
  const currency = currencyOfNumber(tags.get('5F2A')?.slice(1) ?? '')
  if (currency === undefined || !/^[0-9]{12}$/.test(value)) return undefined
  return `${toDecimal(BigInt(value), currency)} ${currency}`
}

function capabilitiesOf(value: string): string {
  const reading = byteOf(value, 0)
  const verifying = byteOf(value, 1)
  const can = [
    ...(reading & 0x80 ? ['keys'] : []),
    ...(reading & 0x40 ? ['magstripe'] : []),
    ...(reading & 0x20 ? ['chip'] : []),
    ...(verifying & 0x40 ? ['PIN online'] : []),
    ...(verifying & 0x90 ? ['PIN offline'] : []),
    ...(verifying & 0x20 ? ['signature'] : []),
  ]
  return can.join(', ')
}

const byteOf = (value: string, index: number): number =>
  Number.parseInt(value.slice(index * 2, index * 2 + 2) || '0', 16)
