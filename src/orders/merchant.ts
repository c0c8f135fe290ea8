// A merchant: its identity, and its profile, setting by setting.

import { holdsCardData } from '../standards/cardDataInText.ts'
import { cardNamesMax, isCardName } from '../standards/cardNames.ts'
import { isColour } from '../standards/colour.ts'
import { isMailAddress } from '../standards/mailAddress.ts'
import { isNetwork } from '../standards/networkForm.ts'
import { isPlainText } from '../standards/plainText.ts'
import { isLoopbackHost, isUrl, isWebOrigin } from '../standards/url.ts'
import { isWalletName, walletsMax } from '../standards/walletNames.ts'
import { isRefundCap, uncappedRefunds } from './money.ts'
import { invalid, type Rejection } from './rejection.ts'
import { merchantStandings } from './standing.ts'
import { unknownField } from './unknownField.ts'

/** One setting that a merchant's provider may configure, with its validation and documentation. */
export type ProfileSetting<Value> = {
  readonly meaning: string
  /** What the value must be, as the end of a sentence. */
  readonly expects: string
  /** The default. */
  readonly usual: Value
  readonly accepts: (value: unknown) => boolean
  /** All there are, where they can be listed. */
  readonly values?: readonly string[]
  /** Values that earlier releases stored, and their present equivalents. */
  readonly older?: ReadonlyMap<unknown, Value>
}

const yesOrNo = (meaning: string): ProfileSetting<boolean> => ({
  meaning,
  expects: 'true or false',
  usual: false,
  accepts: value => typeof value === 'boolean',
})

const wholeNumber = (meaning: string, max: number): ProfileSetting<number> => ({
  meaning,
  expects: `a whole number from 0 to ${max}`,
  usual: 0,
  // Minus zero is refused: it would be stored as zero.
  accepts: value => Number.isInteger(value) && Object.is(value, Math.min(Math.abs(Number(value)), max)),
})

type ListOptions = {
  readonly what: string
  readonly max: number
  readonly isOne: (value: unknown) => boolean
}

const list = (meaning: string, { what, max, isOne }: ListOptions): ProfileSetting<readonly string[]> => ({
  meaning,
  expects: `a list of at most ${max} ${what}`,
  usual: [],
  accepts: value => Array.isArray(value) && value.length <= max && value.every(isOne),
})

const address = (meaning: string): ProfileSetting<string> => ({
  meaning,
  expects: `an https address (http on loopback) of at most ${addressLengthMax} characters, or nothing`,
  usual: '',
  accepts: value => value === '' || isAddress(value),
})
const addressLengthMax = 2_048
const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= addressLengthMax && isUrl(value)

/** As long as banks are told it (EMV 3-D Secure: merchantName). */
const shopNameLengthMax = 40
const shopName: ProfileSetting<string> = {
  meaning: "The shop's name for payers: at banks, at providers, and at checkout where the session has none.",
  expects: `a text of at most ${shopNameLengthMax} characters, or nothing`,
  usual: '',
  accepts: value =>
    typeof value === 'string' &&
    value.length <= shopNameLengthMax &&
    value === value.trim() &&
    isPlainText(value),
}

const brandColor: ProfileSetting<string> = {
  meaning: 'The colour of buttons and links on checkout pages, made readable where it is too light or dark.',
  expects: 'a colour such as "#1f57c3", or nothing',
  usual: '',
  accepts: value => value === '' || isColour(value),
}

const font: ProfileSetting<string> = {
  meaning: "The letters of checkout pages: a font of the operator's brand files, by its file's name.",
  expects: 'a name such as "Grotesk", of at most 40 letters, digits and hyphens, or nothing',
  usual: '',
  accepts: value => typeof value === 'string' && /^[A-Za-z0-9-]{0,40}$/.test(value),
}

const receiptReplyTo: ProfileSetting<string> = {
  meaning: "The shop's e-mail address, to which answers to receipts go; empty: to the sender of the letter.",
  expects: 'an e-mail address, or nothing',
  usual: '',
  accepts: value => value === '' || (typeof value === 'string' && isMailAddress(value)),
}

/** Reconciliation with hosts looks back for five weeks. */
const retentionDaysMin = 35
const retentionDaysMax = 36_500

const retention: ProfileSetting<number> = {
  meaning: 'Days after its last change that a closed order is kept before it may be archived; 0: for ever.',
  expects: `0, or a whole number from ${retentionDaysMin} to ${retentionDaysMax}`,
  usual: 0,
  accepts: value =>
    Object.is(value, 0) ||
    (typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= retentionDaysMin &&
      value <= retentionDaysMax),
}

/** One of some words, of which the first is usual. */
const oneWord = <const Word extends string>(
  meaning: string,
  words: readonly [Word, ...Word[]],
): ProfileSetting<Word> => ({
  meaning,
  expects: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  usual: words[0],
  accepts: value => words.some(word => word === value),
  values: words,
})

const partialPayments = {
  ...oneWord(
    'What checkout does when a bank approves a part: undo it, keep it, or let the payer pay the rest there.',
    ['REVERSE', 'KEEP', 'FINISH'],
  ),
  older: new Map([
    [false, 'REVERSE'],
    [true, 'KEEP'],
  ] as const),
}

const savedCards = oneWord(
  'Whether payers whom the session names may save cards at checkout, and give the security code of those.',
  ['OFF', 'WITH_CODE', 'WITHOUT_CODE'],
)

const merchantStanding = oneWord(
  'Whether it takes payments: OPEN, SUSPENDED or CLOSED. Only suspend, resume and close change it.',
  merchantStandings,
)

const isSecureOrigin = (value: unknown): boolean => isOrigin(value) && value.startsWith('https:')

/**
 * All settings of a merchant's profile. Commands, documentation and the type `Profile` are derived from them.
 */
export const profileSettings = {
  captureExcessPercent: wholeNumber('Per cent that captures may exceed the authorized amount by.', 100),
  refundExcessPercent: wholeNumber('Per cent that refunds may exceed the captured amount by.', 100),
  authenticatedExcessPercent: wholeNumber(
    'Per cent that a payment may exceed the amount by for which its payer was authenticated.',
    100,
  ),
  standaloneRefunds: list(
    'How much one refund without an earlier payment may be, by currency; with an empty list there are none.',
    { what: 'caps, such as "USD:500.00", or "ANY:100" for other currencies', max: 200, isOne: isRefundCap },
  ),
  refundAuthorization: yesOrNo('Whether the issuer is asked before a refund when the request does not say.'),
  attendedForChip: yesOrNo(
    'Whether a chip transaction must say posTerminal.attended, as some acquirers demand.',
  ),
  debugInformation: yesOrNo('Whether answers carry response.debugInformation.'),
  unmasking: yesOrNo('Whether callers with a certificate may ask for whole card numbers.'),
  allowedOrigins: list(
    "Where the merchant's own pages are: only they may show the gateway's pages and fields in frames.",
    { what: 'origins, such as "https://shop.example"', max: 20, isOne: isOrigin },
  ),
  allowedSources: list('Where the merchant may call from; with an empty list, from anywhere.', {
    ...{ what: 'addresses or networks, such as "192.0.2.0/24"', max: 100 },
    isOne: value => typeof value === 'string' && isNetwork(value),
  }),
  requestsPerSecond: wholeNumber('Requests a second that it may send; 0 is as many as anybody.', 1_000_000),
  shopName,
  logoUrl: address('A picture for checkout pages, where the session has none; shown 40 pixels high.'),
  brandColor,
  font,
  cardNames: list(
    "What card networks are called for the merchant's payers, before what the gateway calls them.",
    { what: 'names by network, such as "NETWORK_C:Sea Card"', max: cardNamesMax, isOne: isCardName },
  ),
  wallets: list('Wallets whose buttons checkout shows, by their names in the file of TOLLGATE_WALLETS.', {
    ...{ what: 'names of wallets, such as "phone"', max: walletsMax, isOne: isWalletName },
  }),
  partialPaymentsAtCheckout: partialPayments,
  savedCardsAtCheckout: savedCards,
  emailReceipts: yesOrNo('Whether payers get a receipt by e-mail after an approved payment at checkout.'),
  receiptReplyTo,
  notifications: yesOrNo('Whether the merchant is told of every change of its orders.'),
  notificationUrl: address('Where it is told when neither the request nor its order says; empty: nowhere.'),
  secretOrigins: list(
    "Which servers besides that of notificationUrl get the merchant's shared secret with what they are told.",
    { what: 'https origins, such as "https://hooks.example"', max: 20, isOne: isSecureOrigin },
  ),
  retentionDays: retention,
  standing: merchantStanding,
}

export type Profile = {
  readonly [Name in keyof typeof profileSettings]: (typeof profileSettings)[Name]['usual']
}

/** The given settings over the defaults, or a rejection of the first invalid one. */
export function readProfile(
  given: Readonly<Record<string, unknown>>,
  usual: Profile = ordinaryProfile,
): Profile | Rejection {
  const unknown = Object.keys(given).find(name => !Object.hasOwn(profileSettings, name))
  if (unknown !== undefined) return unknownField('', unknown, Object.keys(profileSettings))
  const settings = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  const [withCardData] = settings.find(([, value]) => [value].flat().some(isCardData)) ?? []
  if (withCardData !== undefined) return invalid(withCardData, 'It must not hold card data.')
  const profile: Readonly<Record<string, unknown>> = {
    ...usual,
    ...Object.fromEntries(settings.map(withoutOlderForm)),
  }
  if (isProfile(profile)) return profile
  const [name, { expects }] = invalidIn(profile) ?? ['profile', { expects: 'whole' }]
  return invalid(name, `It must be ${expects}.`)
}

function withoutOlderForm([name, value]: [string, unknown]): readonly [string, unknown] {
  const settings: Readonly<Record<string, ProfileSetting<unknown>>> = profileSettings
  return [name, settings[name]?.older?.get(value) ?? value]
}

/** Profiles are shown, logged and sent unmasked, so they must not contain card data. */
const isCardData = (value: unknown): boolean => typeof value === 'string' && holdsCardData(value)

const isProfile = (value: Readonly<Record<string, unknown>>): value is Profile =>
  invalidIn(value) === undefined

const invalidIn = (value: Readonly<Record<string, unknown>>) =>
  Object.entries(profileSettings).find(([name, { accepts }]) => !accepts(value[name]))

export const ordinaryProfile: Profile = usualProfile()

/** In the sandbox notifications are on, and refunds without an earlier payment are allowed. */
export const sandboxProfile: Profile = {
  ...ordinaryProfile,
  standaloneRefunds: uncappedRefunds,
  notifications: true,
}

function usualProfile(): Profile {
  const usual = Object.fromEntries(Object.entries(profileSettings).map(([name, { usual }]) => [name, usual]))
  if (isProfile(usual)) return usual
  throw new Error('What is usual must make sense')
}

/** An origin as browsers write it, without a path; http only on the loopback interface. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !isWebOrigin(value)) return false
  return value.startsWith('https:') || isLoopbackHost(new URL(value).hostname)
}

/** The merchant that something belongs to, and the merchant's cell. */
export type Owner = { readonly cell: number; readonly merchantId: string }
