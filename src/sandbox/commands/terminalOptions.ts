import type { Command } from 'commander'
import { choiceOption, numberOption } from '../../commands/command.ts'
import { fitsCurrency, toMinor } from '../../orders/money.ts'
import type { Clock } from '../../platform/clock.ts'
import { UseRefusal } from '../../platform/errors.ts'
import { passesLuhn } from '../../standards/cardNumber.ts'
import { numberOfCountry } from '../../standards/countries.ts'
import { numberOfCurrency } from '../../standards/currencies.ts'
import type { BaseKey } from '../../terminals/port.ts'
import { testBaseKeys } from '../terminal/testKeys.ts'
import { emvRequestOf, type TerminalCard, type TerminalEntryMode } from '../terminal/testTerminal.ts'

/** Options for card, chip and device, with fixed defaults. */
export const ofCard = (command: Command): Command =>
  command
    .option('--card <number>', 'a test card', '5123450000000008')
    .option('--expiry <month/year>', 'as printed; it decides the outcome', '01/39')
export type GivenCard = { readonly card: string; readonly expiry: string; readonly name?: string }

export const withName = (command: Command): Command =>
  command.option('--name <name>', 'as track 1 holds it', 'TEST/CARD')

/** Any valid card number is taken. */
export function cardOf({ card: number, expiry, name }: GivenCard): TerminalCard {
  // The message does not repeat the number: it may be a real one.
  if (!/^[0-9]{9,19}$/.test(number) || !passesLuhn(number))
    throw new UseRefusal('--card must be 9 to 19 digits with the right check digit.')
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2])\/([0-9]{2})$/.exec(expiry) ?? []
  if (year === '') throw new UseRefusal('--expiry must be a month and a year, such as 01/39.')
  if (name !== undefined && !/^[ !-$&-+\--=@-\]_A-Z]{2,26}$/i.test(name))
    throw new UseRefusal('--name must be 2 to 26 characters that a magstripe can hold, such as LOVELACE/ADA.')
  return { number, expiry: { month: String(Number(month)), year }, ...(name !== undefined && { name }) }
}

export const ofDevice = (command: Command): Command =>
  command
    .addOption(choiceOption('--algorithm <name>', 'of the test key', ['TDES', 'AES']).default('TDES'))
    .option('--key-set <digits>', 'that it was imported under (default: that of the sandbox)')
    .option('--device <digits>', 'its id, in hexadecimal (default: that of the published examples)')
    .addOption(
      numberOption('--counter <number>', 'which transaction of the device it is', {
        ...{ min: 0, max: 4_294_967_295, usual: 1 },
      }),
    )
export type GivenDevice = {
  readonly algorithm: string
  readonly keySet?: string
  readonly device?: string
  readonly counter: number
}
export type TestDevice = { readonly keySet: BaseKey; readonly device: string; readonly counter: number }

export function deviceOf({ algorithm, keySet: keySetId, device, counter }: GivenDevice): TestDevice {
  const isTdes = algorithm === 'TDES'
  const keySet = testBaseKeys.find(key => (key.algorithm === 'TDES') === isTdes)
  if (!keySet) throw new Error(`There is no test key of ${algorithm}`)
  if (keySetId !== undefined && !(isTdes ? /^[0-9A-F]{6,10}$/i : /^[0-9A-F]{8}$/i).test(keySetId))
    throw new UseRefusal(`--key-set must be ${isTdes ? '6 to 10' : '8'} hexadecimal digits for ${algorithm}.`)
  return {
    keySet: { ...keySet, keySetId: keySetId?.toUpperCase() ?? keySet.keySetId },
    ...{ device: device ?? (isTdes ? '3210E' : '90123456'), counter },
  }
}

export const ofPayment = (command: Command): Command =>
  command
    .addOption(
      choiceOption('--operation <name>', 'of the request', ['AUTHORIZE', 'PAY', 'VERIFY']).default(
        'AUTHORIZE',
      ),
    )
    .option('--amount <amount>', 'of the order', '10.00')
    .option('--currency <code>', 'of the order', 'USD')
export type GivenPayment = { readonly operation: string; readonly amount: string; readonly currency: string }

export function orderOf({ amount, currency }: GivenPayment): { amount: string; currency: string } {
  if (!fitsCurrency(amount, currency))
    throw new UseRefusal('--amount must be an amount of --currency, such as 10.00 and USD.')
  return { amount, currency }
}

/** A magnetic stripe has no tags: `track` builds it. */
const chipEntries = ['CHIP', 'CONTACTLESS'] as const satisfies readonly TerminalEntryMode[]
type ChipEntry = (typeof chipEntries)[number]

export const ofChip = (command: Command): Command =>
  command
    .addOption(
      choiceOption('--entry <mode>', 'how the chip was read', chipEntries).default(
        'CHIP' satisfies ChipEntry,
      ),
    )
    .option('--country <code>', 'where the terminal stands', 'USA')
    .option('--date <YYMMDD>', 'of the transaction (default: today)')
export type GivenChip = { readonly entry: ChipEntry; readonly country: string; readonly date?: string }

/** Equal options give equal tags; the date is today's unless it is given. */
export function emvOf(
  card: TerminalCard,
  given: GivenChip & GivenPayment & { readonly counter: number },
  clock: Clock,
): string {
  const { amount, currency } = orderOf(given)
  const country = numberOfCountry(given.country)
  if (country === undefined)
    throw new UseRefusal('--country must be a country in three letters, such as USA.')
  return asUseRefusal(() =>
    emvRequestOf(card, {
      amount: toMinor(amount, currency),
      currency: numberOfCurrency(currency) ?? '',
      country,
      date: given.date ?? clock.now().toISOString().slice(2, 10).replaceAll('-', ''),
      entryMode: given.entry,
      unpredictable: '1A2B3C4D',
      counter: given.counter,
    }),
  )
}

/** A RangeError becomes a refusal that the command line shows. */
export function asUseRefusal<Made>(make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    throw error instanceof RangeError ? new UseRefusal(error.message) : error
  }
}
