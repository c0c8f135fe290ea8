import type { Content } from '../../contract/kit/content.ts'
import { countryOfNumber } from '../../standards/countries.ts'

type Tags = ReadonlyMap<string, string>

/** What a terminal says of itself in its EMV tags, as posTerminal says it (spec 2.10). */
export function terminalFromTags(tags: Tags): Content {
  const fields = {
    address: { country: countryOf(tags.get('9F1A')) },
    attended: attendedOf(tags.get('9F35')),
    inputCapability: inputOf(tags.get('9F33')),
    lane: laneOf(tags.get('9F1C')),
    panEntryMode: entryModes[tags.get('9F39') ?? ''],
    pinEntryCapability: pinEntryOf(tags.get('9F33')),
  }
  const { address, ...others } = fields
  const told = Object.entries(others).filter(([, value]) => value !== undefined)
  return { ...(address.country !== undefined && { address }), ...Object.fromEntries(told) }
}

/** Three digits in two bytes. */
const countryOf = (tag: string | undefined): string | undefined =>
  tag === undefined ? undefined : countryOfNumber(tag.slice(1))

/** The second digit of the terminal's type: up to 3 somebody is there, from 4 on nobody is. */
function attendedOf(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined
  if (/^[1-3][1-3]$/.test(tag)) return 'ATTENDED'
  return /^[1-3][4-6]$/.test(tag) ? 'UNATTENDED' : 'UNKNOWN_OR_UNSPECIFIED'
}

/** The first byte of the capabilities: keys, stripe, chip, as its three highest bits. */
const inputs: readonly string[] = [
  'UNKNOWN',
  'CHIP',
  'MAGNETIC_STRIPE',
  'CHIP_AND_MAGNETIC_STRIPE',
  'KEY_ENTRY',
  'CHIP',
  'KEY_ENTRY_AND_MAGNETIC_STRIPE',
  'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
]
const inputOf = (tag: string | undefined): string | undefined =>
  tag === undefined ? undefined : inputs[byteOf(tag, 0) >> 5]

/** The second byte: a PIN checked online, or only by the card, in plain or enciphered. */
function pinEntryOf(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined
  const verification = byteOf(tag, 1)
  if (verification & 0x40) return 'PIN_SUPPORTED'
  return verification & 0x90 ? 'OFFLINE_PIN_ONLY' : 'PIN_NOT_SUPPORTED'
}

const byteOf = (tag: string, index: number): number =>
  Number.parseInt(tag.slice(index * 2, index * 2 + 2) || '0', 16)

function laneOf(tag: string | undefined): string | undefined {
  const lane = Buffer.from(tag ?? '', 'hex')
    .toString('latin1')
    .trim()
  return /^[\x20-\x7e]{1,8}$/.test(lane) ? lane : undefined
}

const entryModes: Readonly<Record<string, string>> = {
  '01': 'KEYED',
  '02': 'SWIPE',
  '03': 'BARCODE_READER',
  '04': 'OPTICAL_CHARACTER_READER',
  '05': 'CHIP',
  '07': 'CONTACTLESS',
  '79': 'CHIP_FALLBACK',
  '80': 'CHIP_FALLBACK',
  '81': 'ECOMMERCE',
  '90': 'SWIPE',
  '91': 'RFID_STRIPE',
}
