import { toDecimal } from '../../orders/money.ts'
import type { PostedForm } from '../../pages/threeDSecure/betweenPages.ts'
import { brandOf, type CardBrand } from '../../standards/cardBrands.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { readUrl } from '../../standards/url.ts'
import {
  type LegacyEnrolmentCheck,
  type LegacyEnrolmentResult,
  type LegacyPayerResult,
  type LegacyPayerStatus,
  legacyPayerStatuses,
} from '../../threeDSecure/port.ts'
import { type Conduct, conductOf } from './conduct.ts'
import type { ShownPayment } from './issuer.ts'
import { eciOf } from './judgement.ts'
import { derivedToken } from './names.ts'
import { isTextual, readSigned, writeSigned } from './signed.ts'

/**
 * The first 3-D Secure, as older versions of the API still speak it: is the card enrolled, and what did the
 * issuer say. Nothing is kept: what passes through the browser is signed.
 */
export interface LegacyIssuer {
  enrolment(ask: LegacyEnrolmentCheck): LegacyEnrolmentResult
  /** What the payer is asked; undefined when the request was not made here. */
  question(paReq: string): ShownPayment | undefined
  /** The issuer's signed word and where it is posted; undefined when the request was not made here. */
  answer(paReq: string, outcome: string, back: LegacyReturn): PostedForm | LegacyFlaw | undefined
  /** What the signed word says; undefined when it is not the issuer's, or about another enrolment. */
  result(paRes: string, xid: string): LegacyPayerResult | undefined
}

/** Where the merchant wants the word, and what it wants to be reminded of. */
export type LegacyReturn = { readonly termUrl: string; readonly merchantData: string }
export type LegacyFlaw = 'noSuchOutcome' | 'noAddress'

export function createLegacyIssuer({ key, origin }: LegacyParts): LegacyIssuer {
  return {
    enrolment: ask => enrolment(ask, { key, origin }),
    question: paReq => readRequest(key, paReq),
    answer: (paReq, outcome, back) => answer(readRequest(key, paReq), outcome, { ...back, key }),
    result(paRes, xid) {
      const read = readSigned({ key, purpose: 'PaRes' }, paRes)
      const isIt = isTextual(read, ['paResStatus', 'brand', 'xid']) && read.xid === xid
      return isIt ? resultOf(key, read) : undefined
    },
  }
}

export type LegacyParts = { readonly key: Buffer; readonly origin: () => string }

function enrolment(ask: LegacyEnrolmentCheck, { key, origin }: LegacyParts): LegacyEnrolmentResult {
  const { merchantId, threeDSecureId, cardNumber, amount, currency } = ask
  const brand = brandOf(cardNumber)
  if (!participants.has(brand))
    return { summaryStatus: 'CARD_DOES_NOT_SUPPORT_3DS', enrollmentStatus: 'NOT_ENROLLED' }
  const veResEnrolled = enrolled[conductOf(cardNumber).outcome]
  if (veResEnrolled !== 'Y') {
    const enrollmentStatus = veResEnrolled === 'U' ? 'ENROLLMENT_STATUS_UNDETERMINED' : 'NOT_ENROLLED'
    return { summaryStatus: 'CARD_NOT_ENROLLED', enrollmentStatus, veResEnrolled }
  }
  const xid = derivedToken(key, 'xid', { merchantId, orderId: '', transactionId: threeDSecureId })
  const shown = { merchantName: merchantId, amount: toDecimal(amount, currency), currency }
  const request: LegacyRequest = {
    ...{ xid, brand, ...shown },
    maskedCard: maskedNumber(cardNumber),
  }
  const paReq = writeSigned({ key, purpose: 'PaReq' }, request)
  const acsUrl = `${origin()}/sandbox/acs/legacy`
  return { summaryStatus: 'CARD_ENROLLED', enrollmentStatus: 'ENROLLED', veResEnrolled, xid, acsUrl, paReq }
}

/** Networks that had the first 3-D Secure. */
const participants: ReadonlySet<CardBrand> = new Set<CardBrand>([
  ...(['NETWORK_A', 'NETWORK_B', 'NETWORK_C', 'NETWORK_D', 'NETWORK_E', 'NETWORK_H'] as const),
])

/** A card that cannot be looked up, whatever the reason, is one of which nobody knows. */
const enrolled = {
  challenge: 'Y',
  successful: 'Y',
  attempted: 'Y',
  failed: 'Y',
  rejected: 'Y',
  exempt: 'Y',
  unavailable: 'U',
  error: 'U',
  silent: 'U',
  notEnrolled: 'N',
} as const satisfies Record<Conduct['outcome'], 'Y' | 'N' | 'U'>

type LegacyRequest = ShownPayment & { readonly xid: string; readonly brand: string }

function readRequest(key: Buffer, paReq: string): LegacyRequest | undefined {
  const read = readSigned({ key, purpose: 'PaReq' }, paReq)
  const names = ['xid', 'brand', 'merchantName', 'amount', 'currency', 'maskedCard'] as const
  return isTextual(read, names) ? read : undefined
}

function answer(
  request: LegacyRequest | undefined,
  outcome: string,
  { termUrl, merchantData, key }: LegacyReturn & { readonly key: Buffer },
): PostedForm | LegacyFlaw | undefined {
  if (request === undefined) return undefined
  if (!isPayerStatus(outcome)) return 'noSuchOutcome'
  if (!isAddress(termUrl)) return 'noAddress'
  const { xid, brand } = request
  const PaRes = writeSigned({ key, purpose: 'PaRes' }, { paResStatus: outcome, xid, brand })
  return { address: termUrl, fields: { PaRes, MD: merchantData } }
}

type LegacyWord = Readonly<Record<'paResStatus' | 'brand' | 'xid', string>>

/** The proof is made only now: no text that passed through the browser has held it. */
function resultOf(key: Buffer, { paResStatus, brand, xid }: LegacyWord): LegacyPayerResult | undefined {
  if (!isPayerStatus(paResStatus)) return undefined
  const acsEci = eciOf(paResStatus, brand)
  if (acsEci === undefined) return { paResStatus, xid }
  return { paResStatus, xid, acsEci, authenticationToken: derivedToken(key, 'legacyCryptogram', xid) }
}

function isPayerStatus(word: string): word is LegacyPayerStatus {
  return legacyPayerStatuses.some(outcome => outcome === word)
}

const addressMax = 2_048

function isAddress(text: string): boolean {
  const protocol = text.length <= addressMax ? readUrl(text)?.protocol : undefined
  return protocol === 'https:' || protocol === 'http:'
}
