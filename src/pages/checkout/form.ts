// The form as the payer sent it, checked and turned into session contents. Card number and security code pass
// through here on their way into the sealed session: nothing here logs them or stores them elsewhere.

import { modelField } from '../../contract/kit/atVersion.ts'
import { type Content, normalise } from '../../contract/kit/content.ts'
import { requestModelAt } from '../../contract/kit/operation.ts'
import { mergeRecords, recordOf } from '../../contract/kit/records.ts'
import { validate } from '../../contract/kit/validate.ts'
import type { ValidationFinding } from '../../contract/kit/validateFields.ts'
import type { SessionRecord } from '../../contract/model.ts'
import { createCheckoutSession, updateSession } from '../../contract/operations/session.ts'
import { isTooLarge } from '../../sessions/heldSession.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import {
  addressParts,
  type CheckoutFormError,
  type FormField,
  type PayerChallengeWindow,
} from '../browser/checkout/protocol.ts'
import { cardNumberIn, type SubmittedForm } from './actBody.ts'
import { type AddressControl, controlsIn, type DisplayControls } from './visit.ts'

/** The new values of the session after the payer has filled in the form, or the first error in it. */
type FilledForm =
  | { readonly values: SessionRecord; readonly given: SessionRecord }
  | { readonly error: CheckoutFormError }

/** Merges the form into the current values of the session. */
export type FillForm = (values: SessionRecord) => FilledForm

type SessionValues = { readonly values: SessionRecord; readonly apiVersion: number }

/**
 * A new card keeps nothing of the one before; an address that the payer may not change stays as the merchant
 * gave it. The result is validated by the contract, as if the merchant had sent it. Where a wallet pays, the
 * session has no card at all.
 */
export function fillIn(
  held: SessionValues,
  form: SubmittedForm,
  client: ClientDetails,
  paidBy: 'card' | 'wallet' = 'card',
): FilledForm {
  const { apiVersion } = held
  const controls = controlsIn(held.values)
  const content = normalise(requestModelAt(updateSession, apiVersion), {
    ...(paidBy === 'card' && {
      sourceOfFunds: { type: 'CARD', token: form.onFile?.token, provided: { card: cardIn(form) } },
    }),
    ...payerIn(form, controls),
    device: deviceOf(form, { ...client, apiVersion }),
  })
  const given = recordOf<SessionRecord>(content)
  const values = mergeRecords(withoutAnswers(held.values, controls, form), given)
  const lacking = (paidBy === 'card' && lackingOfCard(values)) || lackingOfPayer(values, controls)
  if (lacking) return { error: { reason: 'invalid', field: lacking } }
  const finding = validate(updateSession, apiVersion, given) ?? validateWhole(values, apiVersion)
  return finding ? { error: errorOf(finding, apiVersion) } : { values, given }
}

/** The error for the form; a field of the API that is not in the form has none, and may be retried later. */
export function errorOf({ field = '' }: { readonly field?: string }, apiVersion: number): CheckoutFormError {
  const wrong = modelField(updateSession, apiVersion, field)
  if (wrong === 'sourceOfFunds.token') return { reason: 'savedCardGone' }
  const named = formField(wrong)
  return named ? { reason: 'invalid', field: named } : { reason: 'tryLater' }
}

const cardPath = 'sourceOfFunds.provided.card.'

function formField(field: string): FormField | undefined {
  if (field.startsWith(cardPath)) {
    const [name = ''] = field.slice(cardPath.length).split('.')
    return cardFields.find(known => known === name)
  }
  if (field === 'customer.email') return 'email'
  const [group = '', address, part] = field.split('.')
  const known = address === 'address' && addressParts.find(one => one === part)
  return known && (group === 'billing' || group === 'shipping') ? `${group}.${known}` : undefined
}
const cardFields = ['number', 'expiry', 'securityCode', 'nameOnCard'] as const satisfies readonly FormField[]

function validateWhole(values: SessionRecord, apiVersion: number): ValidationFinding | undefined {
  if (isTooLarge(values)) return { field: 'session', validationType: 'INVALID' }
  return validate(createCheckoutSession, apiVersion, { ...values, apiOperation: 'CREATE_CHECKOUT_SESSION' })
}

/** Accepts card numbers in groups, and years with or without their century. */
function cardIn(form: SubmittedForm): Content {
  const { number, expiryMonth, expiryYear, securityCode, nameOnCard } = form.card
  return withoutEmpty({
    number: cardNumberIn(form) ?? number,
    expiry: {
      month: trimmed(expiryMonth),
      year: typeof expiryYear === 'string' ? expiryYear.trim().replace(/^20(?=\d\d$)/, '') : expiryYear,
    },
    securityCode: trimmed(securityCode),
    nameOnCard: trimmed(nameOnCard),
    storedOnFile: form.onFile?.storedOnFile,
  })
}

/** Fields that are hidden or read-only cannot be changed by a forged request either. */
function payerIn({ email, billing, shipping }: SubmittedForm, controls: DisplayControls): Content {
  return {
    ...(controls.customerEmail !== 'HIDE' && { customer: withoutEmpty({ email: trimmed(email) }) }),
    ...(isOpen(controls.billingAddress) && { billing: { address: addressIn(billing) } }),
    ...(isOpen(controls.shipping) && { shipping: { address: addressIn(shipping) } }),
  }
}

const isOpen = (control: AddressControl): boolean => control === 'MANDATORY' || control === 'OPTIONAL'

const addressIn = (given: Content): Content =>
  withoutEmpty(Object.fromEntries(addressParts.map(part => [part, trimmed(given[part])])))

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

const withoutEmpty = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== '' && value !== undefined))

/** The values without those of the form: the payer saw them there, and may have cleared them. */
function withoutAnswers(
  { billing, customer, shipping, sourceOfFunds, ...values }: SessionRecord,
  controls: DisplayControls,
  form: SubmittedForm,
): SessionRecord {
  const { email: _, ...unasked } = customer ?? {}
  const { address: __, ...delivery } = shipping ?? {}
  const rest = {
    customer: controls.customerEmail === 'HIDE' ? customer : unasked,
    billing: isOpen(controls.billingAddress) ? undefined : billing,
    shipping: isOpen(controls.shipping) ? delivery : shipping,
  }
  return {
    ...values,
    ...fundsBeside({ sourceOfFunds }, form),
    ...(hasFields(rest.customer) && { customer: rest.customer }),
    ...(hasFields(rest.billing) && { billing: rest.billing }),
    ...(hasFields(rest.shipping) && { shipping: rest.shipping }),
  }
}

/**
 * What the merchant said of the card beside what the form asks for. Where payers save cards, they say whether
 * this one is stored, and nobody else.
 */
export function fundsBeside(
  { sourceOfFunds }: Pick<SessionRecord, 'sourceOfFunds'>,
  { onFile }: Pick<SubmittedForm, 'onFile'>,
): Pick<SessionRecord, 'sourceOfFunds'> {
  const { number, expiry, securityCode, nameOnCard, ...rest } = sourceOfFunds?.provided?.card ?? {}
  const { storedOnFile: _, ...others } = rest
  const card = onFile ? others : rest
  return hasFields(card) ? { sourceOfFunds: { provided: { card } } } : {}
}

const hasFields = (group: object | undefined): boolean => group !== undefined && Object.keys(group).length > 0

function lackingOfCard({ sourceOfFunds }: SessionRecord): FormField | undefined {
  const { token, provided } = sourceOfFunds ?? {}
  const { number, expiry } = provided?.card ?? {}
  if (token !== undefined) return undefined
  if (number === undefined) return 'number'
  return isText(expiry?.month) && isText(expiry?.year) ? undefined : 'expiry'
}

/**
 * The first mandatory field that is empty: the form requires more than the contract, which has not judged the
 * values yet.
 */
function lackingOfPayer(values: SessionRecord, controls: DisplayControls): FormField | undefined {
  if (controls.customerEmail === 'MANDATORY' && !isText(values.customer?.email)) return 'email'
  return (
    lackingPart(values, 'billing', controls.billingAddress) ??
    lackingPart(values, 'shipping', controls.shipping)
  )
}

/** Not every country has states or postcodes. */
function lackingPart(
  values: SessionRecord,
  group: 'billing' | 'shipping',
  control: AddressControl,
): FormField | undefined {
  if (control !== 'MANDATORY') return undefined
  const address = values[group]?.address
  const part = (['street', 'city', 'country'] as const).find(one => !isText(address?.[one]))
  return part && `${group}.${part}`
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** The details of the browser in an HTTP request. */
export type ClientDetails = {
  readonly userAgent?: string | undefined
  readonly accept?: string | undefined
  readonly acceptLanguage?: string | undefined
  /** The client's network address. */
  readonly source: string
}

/**
 * The payer's device by the API's names. Invalid values are left out, and those that look like card data: no
 * payment must fail because of an implausible screen size, or a header that the payer never saw.
 */
function deviceOf(
  { browser: reported }: SubmittedForm,
  { userAgent, accept, acceptLanguage, source, apiVersion }: ClientDetails & { readonly apiVersion: number },
): Content {
  const lengthMax = apiVersion < 69 ? { browser: 255, address: 15 } : { browser: 2048, address: 45 }
  const isAddress = source.length >= 7 && source.length <= lengthMax.address
  return {
    browser: truncated(userAgent, lengthMax.browser),
    ipAddress: isAddress ? harmless(source) : undefined,
    browserDetails: {
      '3DSecureChallengeWindowSize': challengeWindowSizes.find(size => size === reported.challengeWindowSize),
      // Of the page; the requests of its script have other headers.
      acceptHeaders: headerIn(reported.acceptHeaders) ?? truncated(accept, 2048),
      acceptLanguage: truncated(acceptLanguage, 1024),
      colorDepth: integerIn(reported.colorDepth, 0, 99),
      javaEnabled: flagIn(reported.javaEnabled),
      javaScriptEnabled: flagIn(reported.javaScriptEnabled),
      language: languageIn(reported.language),
      screenHeight: integerIn(reported.screenHeight, 0, 999_999),
      screenWidth: integerIn(reported.screenWidth, 0, 999_999),
      timeZone: integerIn(reported.timeZone, -840, 840),
    },
  }
}

const challengeWindowSizes = [
  '250_X_400',
  '390_X_400',
  '500_X_600',
  '600_X_400',
  'FULL_SCREEN',
] as const satisfies readonly PayerChallengeWindow[]

const integerIn = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined

const flagIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** A header that the page was given and sends back. */
const headerIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) ? truncated(value, 2048) : undefined

const languageIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9A-Za-z_-]{1,35}$/.test(value) ? harmless(value) : undefined

/** Headers are Latin-1, so slicing cannot split a character. */
const truncated = (text: string | undefined, lengthMax: number): string | undefined =>
  text ? harmless(text.slice(0, lengthMax)) : undefined

const harmless = (text: string): string | undefined => (holdsCardData(text) ? undefined : text)
