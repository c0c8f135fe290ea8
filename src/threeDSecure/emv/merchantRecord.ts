// How a directory server knows one merchant, field by field: what may be written down, and how a stored
// record is read.

import { holdsCardData } from '../../standards/cardDataInText.ts'
import { isCountry } from '../../standards/countries.ts'
import { isAddress } from '../../standards/url.ts'

/** One field of a record, with its validation and documentation. */
type MerchantField = {
  readonly meaning: string
  /** What the value must be, as the end of a sentence. */
  readonly expects: string
  readonly accepts: (value: unknown) => boolean
}

const textField = (meaning: string, expects: string, accepts: (text: string) => boolean): MerchantField => ({
  ...{ meaning, expects },
  accepts: value => typeof value === 'string' && accepts(value),
})

/** As a directory server or an acquirer assigned it. */
const assignedId = (meaning: string, max: number): MerchantField => {
  const form = new RegExp(`^[!-~](?:[ -~]{0,${max - 2}}[!-~])?$`)
  return textField(meaning, `up to ${max} letters, digits and signs`, text => form.test(text))
}

/** Characters outside of the first plane count once. */
const name = (meaning: string, max: number): MerchantField =>
  textField(
    meaning,
    `up to ${max} characters, without spaces around them`,
    text => plainText.test(text) && (text.length <= max || [...text].length <= max),
  )
const plainText = /^(?!\s)[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+(?<!\s)$/u

const digits = (meaning: string, expects: string, form: RegExp): MerchantField =>
  textField(meaning, expects, text => form.test(text))

const address = (meaning: string, max: number): MerchantField =>
  textField(
    meaning,
    `an http or https address of up to ${max} characters`,
    text => text.length <= max && /^[!-~]+$/.test(text) && isAddress(text),
  )

const country = (meaning: string): MerchantField =>
  textField(meaning, 'the three letters of a country (ISO 3166), such as FRA', isCountry)

/** All fields of a record. Commands, documentation and the type `MerchantRecord` are derived from them. */
export const merchantFields = {
  requestorId: assignedId('How the directory server registered the merchant as a requestor.', 35),
  requestorName: name('The name under which it registered the requestor.', 40),
  requestorUrl: address("The merchant's site, or that of its customer care.", 2_048),
  acquirerBin: digits(
    "The acquirer's number at the scheme, as its authorizations have it.",
    'one to eleven digits',
    /^[0-9]{1,11}$/,
  ),
  acquirerMerchantId: assignedId('How the acquirer knows the merchant.', 35),
  acquirerCountry: country('Where the acquirer is licensed.'),
  category: digits(
    'The merchant category code, where the order has none of its own.',
    'four digits',
    /^[0-9]{4}$/,
  ),
  country: country('Where the merchant is, as in its authorizations.'),
  name: name('What the merchant is called, where the order has no statement descriptor.', 40),
} as const satisfies Readonly<Record<string, MerchantField>>

export type MerchantFieldName = keyof typeof merchantFields
export type MerchantRecord = Readonly<Record<MerchantFieldName, string>>

export const isMerchantField = (text: string): text is MerchantFieldName =>
  Object.hasOwn(merchantFields, text)

export const merchantFieldNames: readonly MerchantFieldName[] =
  Object.keys(merchantFields).filter(isMerchantField)

/** Records are shown, logged and sent as they are, so they must not contain card data. */
export function objectionTo(field: MerchantFieldName, value: unknown): string | undefined {
  const { accepts, expects } = merchantFields[field]
  if (!accepts(value)) return `must be ${expects}`
  return typeof value === 'string' && holdsCardData(value) ? 'must not hold card data' : undefined
}

/** Names and values as they are stored: those of a newer release, too. */
export type MerchantFieldValues = Readonly<Record<string, unknown>>

/** A record as it was found. */
export type FoundMerchantRecord = {
  readonly values: MerchantFieldValues
  /** Only where it is whole, and every value can be sent. */
  readonly record?: MerchantRecord
  readonly missing: readonly MerchantFieldName[]
  /** Fields whose values no directory server would take. */
  readonly unfit: readonly MerchantFieldName[]
}

/** Never fails: whatever is stored, the operator is told what is wrong with it. */
export function readStoredRecord(content: string): FoundMerchantRecord {
  return readMerchantRecord(valuesIn(content))
}

export function readMerchantRecord(values: MerchantFieldValues): FoundMerchantRecord {
  const faulty = merchantFieldNames.filter(field => !merchantFields[field].accepts(values[field]))
  return {
    values,
    missing: faulty.filter(field => values[field] === undefined),
    unfit: faulty.filter(field => values[field] !== undefined),
    ...(isRecord(values) && { record: values }),
  }
}

const isRecord = (values: MerchantFieldValues): values is MerchantRecord =>
  merchantFieldNames.every(field => merchantFields[field].accepts(values[field]))

function valuesIn(content: string): MerchantFieldValues {
  try {
    const values: unknown = JSON.parse(content)
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : {}
  } catch {
    return {}
  }
}
