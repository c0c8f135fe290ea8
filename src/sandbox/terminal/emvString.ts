import { createHash } from 'node:crypto'
import { emvElement } from '../../standards/emv.ts'
import { type TerminalCard, track2Of } from './pack.ts'

/** A transaction as a terminal tells it in EMV tags. All of it is given: equal words make equal tags. */
export type TerminalTransaction = {
  /** In minor units. */
  readonly amount: bigint
  /** As the numbers of ISO 4217 and ISO 3166. */
  readonly currency: string
  readonly country: string
  /** Year, month and day, in two digits each. */
  readonly date: string
  readonly entryMode: TerminalEntryMode
  /** Eight hexadecimal digits, by chance in real life. */
  readonly unpredictable: string
  /** How many transactions the chip has made. */
  readonly counter: number
}
export const terminalEntryModes = ['CHIP', 'CONTACTLESS', 'SWIPE'] as const
export type TerminalEntryMode = (typeof terminalEntryModes)[number]

const emvLengthMax = 250
/** A request has no room for all that a terminal knows: these go first, being said elsewhere or by nobody. */
const omittedFirst: readonly string[] = ['84', '5A', '5F24']

/** Throws a RangeError that names what cannot be told in tags. */
export function emvRequestOf(card: TerminalCard, transaction: TerminalTransaction): string {
  checkTransaction(transaction)
  const tags = new Map([...cardTags(card), ...terminalTags(transaction)])
  if (transaction.entryMode !== 'SWIPE')
    for (const [tag, value] of chipTags(card, transaction)) tags.set(tag, value)
  for (const tag of omittedFirst) if (written(tags).length > emvLengthMax) tags.delete(tag)
  return written(tags)
}

function checkTransaction({
  amount,
  counter,
  country,
  currency,
  date,
  unpredictable,
}: TerminalTransaction): void {
  const isCounter = Number.isInteger(counter) && counter >= 0 && counter <= 0xffff
  if (amount < 0n || amount > 999_999_999_999n) throw new RangeError('An amount has at most 12 digits.')
  if (!isCounter) throw new RangeError('The counter of a chip is a whole number from 0 to 65535.')
  if (!/^[0-9]{3}$/.test(currency)) throw new RangeError('The number of a currency has 3 digits.')
  if (!/^[0-9]{3}$/.test(country)) throw new RangeError('The number of a country has 3 digits.')
  if (!/^[0-9]{6}$/.test(date)) throw new RangeError('A date has 6 digits: year, month, day.')
  if (!/^[0-9A-Fa-f]{8}$/.test(unpredictable))
    throw new RangeError('The unpredictable number has 8 hexadecimal digits.')
}

type Tags = Iterable<readonly [string, string]>

const cardTags = (card: TerminalCard): Tags => [
  ['5A', pairs(card.number)],
  ['57', pairs(track2Of(card, 'D', ''))],
  ['5F24', `${card.expiry.year}${card.expiry.month.padStart(2, '0')}31`],
]

const entryCodes: Readonly<Record<TerminalEntryMode, string>> = { CHIP: '05', CONTACTLESS: '07', SWIPE: '90' }

function terminalTags({
  amount,
  country,
  currency,
  date,
  entryMode,
  unpredictable,
}: TerminalTransaction): Tags {
  return [
    ['5F2A', currency.padStart(4, '0')],
    ['9A', date],
    ['9C', '00'],
    ['9F02', amount.toString().padStart(12, '0')],
    ['9F03', '000000000000'],
    ['9F1A', country.padStart(4, '0')],
    ['9F33', 'E0F8C8'],
    ['9F35', '22'],
    ['9F37', unpredictable.toUpperCase()],
    ['9F39', entryCodes[entryMode]],
  ]
}

/** Of an application whose name belongs to nobody, which asks for an answer online. */
function chipTags(card: TerminalCard, transaction: TerminalTransaction): Tags {
  return [
    ['5F34', '00'],
    ['82', '1980'],
    ['84', 'F0000000010101'],
    ['95', '0000008000'],
    ['9F10', '06010A03A00000'],
    ['9F26', cryptogramOf(card, transaction)],
    ['9F27', '80'],
    ['9F34', transaction.entryMode === 'CHIP' ? '420300' : '1F0300'],
    ['9F36', transaction.counter.toString(16).toUpperCase().padStart(4, '0')],
  ]
}

/** No issuer's key made it; it only differs where the transaction does. */
function cryptogramOf({ number }: TerminalCard, transaction: TerminalTransaction): string {
  const { amount, counter, country, currency, date, unpredictable } = transaction
  const said = [number, amount, counter, country, currency, date, unpredictable].join(' ')
  return createHash('sha256').update(said).digest('hex').slice(0, 16).toUpperCase()
}

const pairs = (digits: string): string => (digits.length % 2 === 0 ? digits : `${digits}F`)

const written = (tags: ReadonlyMap<string, string>): string =>
  [...tags].map(([tag, value]) => emvElement(tag, value)).join('')
