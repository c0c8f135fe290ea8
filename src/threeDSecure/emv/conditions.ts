// The conditions of the message tables, by name.

/** A message, or an object within one, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>

/** What is known besides the message: the request that it answers, and the ids of its transaction. */
export type Setting = {
  readonly asked?: AnsweredRequest
  readonly ids?: {
    readonly threeDSServerTransID?: string
    readonly acsTransID?: string
    readonly dsTransID?: string
  }
}

/** The fields of an authentication request that decide what may be answered. */
export type AnsweredRequest = {
  readonly messageCategory?: unknown
  readonly deviceChannel?: unknown
  readonly threeDSRequestorChallengeInd?: unknown
  readonly threeDSServerTransID?: unknown
}

export type Condition = (message: Fields, setting: Setting) => boolean
export type ConditionName = keyof typeof conditions

const oneOf = (values: string) => {
  const set: ReadonlySet<unknown> = new Set(values.split(' '))
  return (value: unknown) => set.has(value)
}
const isSeriesInd = oneOf('02 03')
const buysByInd231 = oneOf('02 03 07 08 09')
const buysBy3riInd = oneOf('01 02 06 07 08 09 11')
const buysBy3riInd231 = oneOf('01 02 06 07 08 09 11 15')
const isDecidedWithReason = oneOf('N U R')
const isProven = oneOf('Y A')
const isExemptionWish = oneOf('05 06 07 08 10 11')

/** Opposites hold for values that exist: a category or channel that is none decides nothing. */
const isNoPaymentCategory = (category: unknown) =>
  typeof category === 'string' && /^(?:02|[89].)$/.test(category)

const is231 = (message: Fields) => message.messageVersion === '2.3.1'
const isPayment: Condition = message => message.messageCategory === '01'
const isBrowser: Condition = message => message.deviceChannel === '02'
const is3ri: Condition = message => message.deviceChannel === '03'
/** In 2.1.0 the payer's script is taken for granted. */
const hasScript: Condition = (message, setting) =>
  isBrowser(message, setting) &&
  (message.browserJavascriptEnabled === true || message.messageVersion === '2.1.0')

/** Money is named for payments, and where an account is checked for payments to come. */
function hasPurchase(message: Fields): boolean {
  if (message.messageCategory === '01') return true
  const byInd = is231(message) ? buysByInd231 : isSeriesInd
  const by3ri = is231(message) ? buysBy3riInd231 : buysBy3riInd
  return byInd(message.threeDSRequestorAuthenticationInd) || by3ri(message.threeRIInd)
}

const isSeries: Condition = message => isSeriesInd(message.threeDSRequestorAuthenticationInd)

function recurs(message: Fields, part: 'amountInd' | 'frequencyInd'): boolean {
  const { recurringInd } = message
  if (typeof recurringInd !== 'object' || recurringInd === null) return false
  return new Map<string, unknown>(Object.entries(recurringInd)).get(part) === '01'
}

const wishes = ({ asked }: Setting): readonly unknown[] => {
  const wish = asked?.threeDSRequestorChallengeInd
  return Array.isArray(wish) ? wish : [wish]
}

/** Of an answer: unless the request says otherwise, it was about a payment. */
const isPaymentAnswer: Condition = (message, { asked }) =>
  (message.messageCategory ?? asked?.messageCategory ?? '01') === '01'

/**
 * Nobody was asked for these: decoupled authentication and secure payment confirmation never, a challenge
 * where no payer is or where data was only shared, information only without the wish for an exemption.
 */
function isUnaskedStatus({ transStatus }: Fields, setting: Setting): boolean {
  if (transStatus === 'D' || transStatus === 'S') return true
  if (transStatus === 'C') return setting.asked?.deviceChannel === '03' || wishes(setting).includes('06')
  return transStatus === 'I' && setting.asked !== undefined && !wishes(setting).some(isExemptionWish)
}

export const conditions = {
  isPayment,
  isNoPayment: message => isNoPaymentCategory(message.messageCategory),
  isBrowser,
  isNoBrowser: message => message.deviceChannel === '01' || message.deviceChannel === '03',
  is3ri,
  isNo3ri: message => message.deviceChannel === '01' || message.deviceChannel === '02',
  hasScript,
  /** Up to 2.2.0 every browser has a language; from 2.3.1 on only a script tells it. */
  isLanguageNeeded: (message, setting) =>
    is231(message) ? hasScript(message, setting) : isBrowser(message, setting),
  hasPurchase,
  isSeries,
  isInstalment: message => message.threeDSRequestorAuthenticationInd === '03' || message.threeRIInd === '02',
  isFixedAmount: message => recurs(message, 'amountInd'),
  isFixedFrequency: message => recurs(message, 'frequencyInd'),
  /** Before 2.3.1 every series says how often it is paid. */
  isFrequencyNeeded: (message, setting) =>
    is231(message) ? recurs(message, 'frequencyInd') : isSeries(message, setting),
  isExpiryNeeded: (message, setting) => !is231(message) && isSeries(message, setting),
  isBillingStateGiven: message => message.billAddrState !== undefined,
  isShippingStateGiven: message => message.shipAddrState !== undefined,
  /** 2.1.0 has merchant-initiated authentication for accounts only. */
  isUnsupported3ri: message =>
    message.messageVersion === '2.1.0' && message.deviceChannel === '03' && message.messageCategory === '01',

  isPaymentAnswer,
  isUnaskedStatus,
  isReasonNeeded: (message, setting) =>
    isPaymentAnswer(message, setting) && isDecidedWithReason(message.transStatus),
  isProofNeeded: (message, setting) => isPaymentAnswer(message, setting) && isProven(message.transStatus),
  isChallenge: message => message.transStatus === 'C',
  isDecidedByChallenge: message => message.transStatus === 'Y' || message.transStatus === 'N',
  isTimedOut: message => message.transStatusReason === '14',
  /** Reason 14 says that the issuer's server gave up waiting: the cancellation has to say the same. */
  isOtherCancelThanTimeout: message =>
    message.transStatusReason === '14' &&
    message.challengeCancel !== '04' &&
    message.challengeCancel !== '05',
  isChallengeError: message => message.challengeCancel === '09' || message.challengeCancel === '10',
} as const satisfies Readonly<Record<string, Condition>>
