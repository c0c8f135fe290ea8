// The values of questions by meaning: what each field or part says, wherever a dialect puts it.

import { brandOf, countsEciFromZero } from '../../../standards/cardBrands.ts'
import { numberOfCurrency } from '../../../standards/currencies.ts'
import type { AcquirerAsk, AuthorizationResponseField, PaymentAsk } from '../../port.ts'
import type { WiredAsk } from '../dialects/dialect.ts'
import type { Meaning } from '../dialects/meanings.ts'
import { chipDataWithoutCard } from './chipData.ts'
import { localDateAndTime, transmissionTime } from './messageTimes.ts'
import { originalAmounts, originalData, replacementAmounts } from './originalData.ts'
import { posData } from './pointOfService.ts'
import { cardOf, presentedOf, type Question } from './question.ts'
import { track1OnWire, track2OnWire } from './tracksOnWire.ts'
import { heldBefore } from './wiredAsk.ts'

/** Undefined where the question has nothing to say. `place` is the field or part: `127` or `63.12`. */
export type QuestionValue = (question: Question, place: string) => string | undefined

const isPayment = (ask: AcquirerAsk): ask is PaymentAsk => 'acceptPartialAmount' in ask

const ofPayment =
  (value: (ask: PaymentAsk) => string | undefined): QuestionValue =>
  ({ ask }) =>
    isPayment(ask) ? value(ask) : undefined

/** What the answer to the original said, where a question is about one. */
const answered =
  (field: AuthorizationResponseField): QuestionValue =>
  ({ original }) =>
    original?.transaction.authorizationResponse?.[field]

const aboutTheCard = {
  accountNumber: question => cardOf(question)?.number,
  expiry: question => {
    const expiry = cardOf(question)?.expiry
    return expiry && two(expiry.year) + two(expiry.month)
  },
  cardSequenceNumber: question => presentedOf(question)?.sequenceNumber,
  track1: question => {
    const track = presentedOf(question)?.track1
    return track === undefined ? undefined : track1OnWire(track)
  },
  track2: question => {
    const track = presentedOf(question)?.track2
    return track === undefined ? undefined : track2OnWire(track)
  },
  securityCode: question => cardOf(question)?.securityCode,
  pinBlock: question => presentedOf(question)?.pinBlock?.payload.toUpperCase(),
  pinKeySerialNumber: question => presentedOf(question)?.pinBlock?.keySerialNumber?.toUpperCase(),
  pinCaptureCode: question => {
    const presented = presentedOf(question)
    if (presented?.pinBlock === undefined) return undefined
    return two(presented.terminal?.pinLengthCapability ?? longestPin)
  },
  giftCardPin: question => cardOf(question)?.pin,
  chipData: question => {
    const emv = presentedOf(question)?.emv
    return emv === undefined ? undefined : (chipDataWithoutCard(emv) ?? unreadable)
  },
  nameOnCard: question => cardOf(question)?.nameOnCard,
} satisfies { readonly [meaning in Meaning]?: QuestionValue }

/** Fits no field: what cannot be read is not sent, and not left out either. */
const unreadable = '?'
const longestPin = 12

const aboutTheMoney = {
  processingCode: ({ processingCode }) => processingCode,
  amount: ({ amount }) => String(amount),
  currency: ({ ask }) => numberOfCurrency(ask.currency) ?? unreadable,
  originalAmounts: question => {
    const { ask, wired } = question
    if (ask.verb === 'update' && wired === 'decrease') return originalAmounts(heldBefore(ask))
    const held = wired === 'capture' ? heldForCapture(question) : undefined
    return held === undefined ? undefined : originalAmounts(held)
  },
  replacementAmounts: ({ ask, wired }) =>
    wired === 'decrease' && ask.verb === 'update' ? replacementAmounts(ask.amount) : undefined,
  partialApprovalAccepted: ofPayment(({ acceptPartialAmount }) => (acceptPartialAmount ? '1' : undefined)),
  isLastCapture: ({ ask, trace }) => (ask.verb === 'capture' ? trace.lastCapture : undefined),
} satisfies { readonly [meaning in Meaning]?: QuestionValue }

/** A trace of an earlier release does not say it: then the hold was of what it asked for. */
const heldForCapture = ({ trace: { held }, original }: Question): bigint | undefined =>
  held === undefined ? original?.transaction.amount : BigInt(held)

const aboutTheMessage = {
  transmissionTime: ({ transmittedAtMs }) => transmissionTime(transmittedAtMs),
  localTime: question => localOf(question).slice(6),
  localDate: question => localOf(question).slice(2, 6),
  localDateAndTime: question => localOf(question),
  settlementDate: ({ memory }) => memory.settlementDate,
  traceNumber: ({ traceNumber }) => traceNumber,
  reference: ({ trace }) => trace.reference,
  originalData: ({ original, settings, offsetMs }) =>
    original &&
    originalData(settings.dialect.generation, {
      ...{ trace: original.trace, startedAtMs: original.transaction.startedAtMs, offsetMs },
    }),
  functionCode: question => functionCodeOf(question),
  reason: question => reasons[question.wired] ?? (isAdviceOf1993(question) ? reasonOfAdvice : undefined),
  responseCode: question =>
    question.wired === 'capture' && isAdviceOf1993(question) ? '000' : responseCodes[question.wired],
} satisfies { readonly [meaning in Meaning]?: QuestionValue }

type ByWired = { readonly [wired in WiredAsk]?: string }
const reasons: ByWired = { reverse: '4021', void: '4000', decrease: '4000' }
const isAdviceOf1993 = ({ form, settings }: Question): boolean =>
  settings.dialect.generation === '1993' && form.type[2] === '2'
/** Decided where the card was taken, before the host is told. */
const reasonOfAdvice = '1004'
const responseCodes: ByWired = { reverse: '68', void: '17', capture: '00' }

const localOf = ({ startedAtMs, offsetMs }: Question): string => localDateAndTime(startedAtMs, offsetMs)

/** Of 1993; a capture of another amount than is held has its own. */
function functionCodeOf(question: Question): string | undefined {
  const { wired, ask } = question
  if (wired !== 'capture' || ask.verb !== 'capture') return functionCodes[wired]
  return ask.amount === heldForCapture(question) ? '201' : '202'
}

const functionCodes: ByWired = {
  ...{ authorize: '100', verify: '100', increase: '100', authorizedCredit: '200', authorizedRefund: '200' },
  ...{ pay: '200', credit: '200', refund: '200', void: '400', reverse: '400', decrease: '401' },
  ...{ inquire: '108', balance: '108' },
}

const aboutTheMerchant = {
  institution: ({ trace }) => trace.institution,
  forwarder: ({ trace }) => trace.forwarder,
  acquirerCountry: ({ country }) => country,
  category: ({ identity }) => identity?.category,
  terminal: ({ trace }) => trace.terminal,
  acceptor: ({ trace }) => trace.acceptor,
  nameAndPlace: ({ identity }) =>
    identity && identity.name.padEnd(25) + identity.city.padEnd(13) + identity.country,
  entryMode: ({ trace }) => trace.entryMode,
  pointOfService: ({ trace }) => trace.entryMode,
  condition: ({ trace }) => trace.condition,
  posData: ({ ask }) => ('channel' in ask || 'presented' in ask ? posDataOf(ask) : undefined),
  terminalSerialNumber: question => presentedOf(question)?.terminal?.serialNumber,
  terminalLocation: question => presentedOf(question)?.terminal?.location,
  terminalLane: question => presentedOf(question)?.terminal?.lane,
} satisfies { readonly [meaning in Meaning]?: QuestionValue }

const posDataOf = (ask: AcquirerAsk): string | undefined =>
  isPayment(ask) || ask.verb === 'balance' ? posData(ask) : undefined

const aboutThePayer = {
  eci: ofPayment(ask => eciOf(ask)),
  authenticationIndicator: ofPayment(ask => indicatorOf(ask)),
  authenticationValue: ofPayment(({ authentication }) => authentication?.token),
  authenticationTransactionId: ofPayment(({ authentication }) => authentication?.transactionId),
  authenticationVersion: ofPayment(
    ({ authentication }) => /\d(?=\.|$)/.exec(authentication?.protocolVersion ?? '')?.[0],
  ),
  walletCryptogram: question => presentedOf(question)?.cryptogram?.value,
  addressStreet: ofPayment(({ billing }) => billing?.street),
  addressPostcode: ofPayment(({ billing }) => billing?.postcodeZip?.replaceAll(' ', '')),
  customerPhone: ofPayment(({ customerPhone }) => customerPhone?.replace(/\D/g, '')),
  customerEmail: ofPayment(({ customerEmail }) => customerEmail),
  agreement: ofPayment(({ isOfAgreement }) => (isOfAgreement === true ? '1' : undefined)),
  benefitsVoucher: question => benefitsOf(question)?.voucherNumber,
  benefitsMerchant: question => benefitsOf(question)?.merchantFns,
  benefitsAuthorizationCode: question => benefitsOf(question)?.manualAuthorizationCode,
} satisfies { readonly [meaning in Meaning]?: QuestionValue }

const benefitsOf = ({ ask }: Question) => ('benefits' in ask ? ask.benefits : undefined)
const eciOf = ({ authentication, presented }: PaymentAsk): string | undefined =>
  authentication?.eci ?? presented?.cryptogram?.eci

/** 2 authenticated, 1 tried, 0 neither; absent where nobody says anything. */
function indicatorOf(ask: PaymentAsk): string | undefined {
  const status = ask.authentication?.transactionStatus
  // An accepted exemption has an indicator, too, but nobody tried anything.
  if (status !== undefined) return indicatorsByStatus[status] ?? '0'
  const eci = eciOf(ask)
  if (eci === undefined) return undefined
  const indicators = countsEciFromZero(brandOf(ask.card.number)) ? indicatorsFromZero : indicatorsToSeven
  return indicators[Number(eci)] ?? '0'
}

type Indicators = { readonly [said: string | number]: string }
const indicatorsByStatus: Indicators = { Y: '2', A: '1' }
/** The networks count in opposite directions: 6 is an exemption for some, and tried for others. */
const indicatorsFromZero: Indicators = { 1: '1', 2: '2' }
const indicatorsToSeven: Indicators = { 5: '2', 6: '1' }

const ofTheOriginal = {
  authorizationCode: ({ ask, memory, original }) =>
    isPayment(ask)
      ? ask.authorizationCode
      : (memory.authorizationCode ?? original?.transaction.authorizationCode),
  transactionIdentifier: ({ memory, original }) =>
    memory.transactionIdentifier ?? original?.transaction.authorizationResponse?.transactionIdentifier,
  validationCode: answered('validationCode'),
  returnAci: answered('returnAci'),
  marketSpecificData: answered('marketSpecificData'),
  paySvcData: answered('paySvcData'),
  transactionIntegrityClass: answered('transactionIntegrityClass'),
  hostMemory: ({ memory }, place) => memory.places.get(place),
} satisfies { readonly [meaning in Meaning]?: QuestionValue }

/** A meaning that is not here is one of answers, or of messages about the connection. */
export const questionValues: { readonly [meaning in Meaning]?: QuestionValue } = {
  ...aboutTheCard,
  ...aboutTheMoney,
  ...aboutTheMessage,
  ...aboutTheMerchant,
  ...aboutThePayer,
  ...ofTheOriginal,
}

/** Of these, as much is sent as the field can hold: a payment does not fail for a long street. */
export const mayBeShortened: ReadonlySet<Meaning> = new Set([
  ...(['nameOnCard', 'addressStreet', 'addressPostcode', 'customerPhone', 'customerEmail'] as const),
  ...(['terminalSerialNumber', 'terminalLocation', 'terminalLane'] as const),
])

const two = (number: number): string => String(number % 100).padStart(2, '0')
