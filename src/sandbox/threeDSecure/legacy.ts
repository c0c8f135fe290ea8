import { createHash } from 'node:crypto'
import { toDecimal } from '../../orders/money.ts'
import type { PostedForm } from '../../pages/noticePages.ts'
import { keyedHash } from '../../platform/secretBox.ts'
import { brandOf, type CardBrand } from '../../standards/cardBrands.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { readUrl } from '../../standards/url.ts'
import {
  type LegacyEnrolmentCheck,
  type LegacyEnrolmentKey,
  type LegacyEnrolmentRegister,
  type LegacyEnrolmentResult,
  type LegacyPayerResult,
  type LegacyPayerStatus,
  legacyPayerStatuses,
  type RegisteredLegacyEnrolment,
} from '../../threeDSecure/port.ts'
import type { InteractionStore } from '../interactions.ts'
import { type ChallengedPayment, unnamedShop } from './issuer.ts'
import { deriveToken, hasTexts, readSigned, writeSigned } from './messages.ts'
import { type AuthenticationTrigger, eciOf, triggerOfCard } from './triggers.ts'

/**
 * The issuer of the legacy protocol, the first 3-D Secure, which older versions of the API use: is the card
 * enrolled, and did the issuer authenticate the payer. It stores nothing: what passes through the browser is
 * signed.
 */
export interface LegacyIssuer {
  enrolment(ask: LegacyEnrolmentCheck): LegacyEnrolmentResult
  /** What the payer is asked; undefined when the request was not made here. */
  question(paReq: string): ChallengedPayment | undefined
  /** The issuer's signed answer and where it is posted; undefined when the request was not made here. */
  answer(
    paReq: string,
    outcome: string,
    back: LegacyReturnAddress,
  ): PostedForm | LegacyAnswerError | undefined
  /** What the signed answer says; undefined when it is not the issuer's, or about another enrolment. */
  result(paRes: string, xid: string): LegacyPayerResult | undefined
}

/** Where the merchant wants the answer posted, with its own data (MD). */
type LegacyReturnAddress = { readonly termUrl: string; readonly merchantData: string }
type LegacyAnswerError = 'noSuchOutcome' | 'noAddress'

export function createLegacyIssuer({ key, origin }: LegacyIssuerOptions): LegacyIssuer {
  return {
    enrolment: ask => enrolmentResult(ask, { key, origin }),
    question: paReq => readRequest(key, paReq),
    answer: (paReq, outcome, back) => payerAnswerForm(readRequest(key, paReq), outcome, { ...back, key }),
    result(paRes, xid) {
      const read = readSigned({ key, purpose: 'PaRes' }, paRes)
      const isIt = hasTexts(read, ['paResStatus', 'brand', 'xid']) && read.xid === xid
      return isIt ? resultOf(key, read) : undefined
    },
  }
}

type LegacyIssuerOptions = { readonly key: Buffer; readonly origin: () => string }

function enrolmentResult(
  ask: LegacyEnrolmentCheck,
  { key, origin }: LegacyIssuerOptions,
): LegacyEnrolmentResult {
  const { merchantId, threeDSecureId, cardNumber, amount, currency } = ask
  const brand = brandOf(cardNumber)
  if (!participants.has(brand))
    return { summaryStatus: 'CARD_DOES_NOT_SUPPORT_3DS', enrollmentStatus: 'NOT_ENROLLED' }
  const veResEnrolled = enrolledByOutcome[triggerOfCard(cardNumber).outcome]
  if (veResEnrolled !== 'Y') {
    const enrollmentStatus = veResEnrolled === 'U' ? 'ENROLLMENT_STATUS_UNDETERMINED' : 'NOT_ENROLLED'
    return { summaryStatus: 'CARD_NOT_ENROLLED', enrollmentStatus, veResEnrolled }
  }
  const xid = deriveToken(key, 'xid', { merchantId, orderId: '', transactionId: threeDSecureId })
  const shown = { merchantName: unnamedShop, amount: toDecimal(amount, currency), currency }
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

/** Whether a card is enrolled, by its outcome; U: it cannot be looked up. */
const enrolledByOutcome = {
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
} as const satisfies Record<AuthenticationTrigger['outcome'], 'Y' | 'N' | 'U'>

type LegacyRequest = ChallengedPayment & { readonly xid: string; readonly brand: string }

function readRequest(key: Buffer, paReq: string): LegacyRequest | undefined {
  const read = readSigned({ key, purpose: 'PaReq' }, paReq)
  const names = ['xid', 'brand', 'merchantName', 'amount', 'currency', 'maskedCard'] as const
  return hasTexts(read, names) ? read : undefined
}

function payerAnswerForm(
  request: LegacyRequest | undefined,
  outcome: string,
  { termUrl, merchantData, key }: LegacyReturnAddress & { readonly key: Buffer },
): PostedForm | LegacyAnswerError | undefined {
  if (request === undefined) return undefined
  if (!isPayerStatus(outcome)) return 'noSuchOutcome'
  if (!isAddress(termUrl)) return 'noAddress'
  const { xid, brand } = request
  const PaRes = writeSigned({ key, purpose: 'PaRes' }, { paResStatus: outcome, xid, brand })
  return { address: termUrl, fields: { PaRes, MD: merchantData } }
}

type SignedPayerAnswer = Readonly<Record<'paResStatus' | 'brand' | 'xid', string>>

/** The cryptogram is derived only here: it never passes through the browser. */
function resultOf(
  key: Buffer,
  { paResStatus, brand, xid }: SignedPayerAnswer,
): LegacyPayerResult | undefined {
  if (!isPayerStatus(paResStatus)) return undefined
  const acsEci = eciOf(paResStatus, brand)
  if (acsEci === undefined) return { paResStatus, xid }
  return { paResStatus, xid, acsEci, authenticationToken: deriveToken(key, 'legacyCryptogram', xid) }
}

function isPayerStatus(word: string): word is LegacyPayerStatus {
  return legacyPayerStatuses.some(outcome => outcome === word)
}

const addressMax = 2_048

function isAddress(text: string): boolean {
  const protocol = text.length <= addressMax ? readUrl(text)?.protocol : undefined
  return protocol === 'https:' || protocol === 'http:'
}

/** Enrolment checks as the simulated issuers answer them, stored under the merchant's id for each. */
export function createLegacyEnrolmentRegister({
  interactions,
  issuer,
  key,
}: LegacyRegisterOptions): LegacyEnrolmentRegister {
  const hashOf = (cardNumber: string) => keyedHash(key, cardNumber).toString('base64')
  const find = async (
    name: LegacyEnrolmentKey,
  ): Promise<(RegisteredLegacyEnrolment & Pick<StoredEnrolment, 'asked'>) | undefined> => {
    const found = await interactions.find(idOf(name))
    if (!found) return undefined
    const stored: StoredEnrolment = JSON.parse(found.asked)
    const payerResult: LegacyPayerResult | undefined =
      found.decision === undefined ? undefined : JSON.parse(found.decision)
    const isFor = (cardNumber: string) => hashOf(cardNumber) === stored.cardHash
    const { found: answered, asked } = stored
    const [, amount = 0, currency = ''] = asked.split(' ')
    const checked = { amount: BigInt(amount), currency }
    return { found: answered, asked, isFor, ...checked, ...(payerResult && { payerResult }) }
  }
  return {
    find,
    async check(ask) {
      const found = issuer.enrolment(ask)
      const cardHash = hashOf(ask.cardNumber)
      const asked = [cardHash, ask.amount, ask.currency].join(' ')
      const stored: StoredEnrolment = { found, cardHash, asked }
      await interactions.add({ id: idOf(ask), kind: 'challenge', asked: JSON.stringify(stored) })
      const first = await find(ask)
      return first?.asked === asked ? first.found : undefined
    },
    async conclude(name, paRes) {
      const stored = await find(name)
      const payerResult = stored && 'xid' in stored.found ? issuer.result(paRes, stored.found.xid) : undefined
      if (!payerResult) return undefined
      await interactions.decide(idOf(name), JSON.stringify(payerResult))
      return (await find(name))?.payerResult
    },
  }
}

type LegacyRegisterOptions = {
  readonly interactions: InteractionStore
  readonly issuer: Pick<LegacyIssuer, 'enrolment' | 'result'>
  /** Card numbers are stored as hashes under it. */
  readonly key: Buffer
}

type StoredEnrolment = Pick<RegisteredLegacyEnrolment, 'found'> & {
  readonly cardHash: string
  /** Distinguishes the check from another under the same id. */
  readonly asked: string
}

const idOf = ({ merchantId, threeDSecureId }: LegacyEnrolmentKey): string =>
  `REG${createHash('sha256').update(`${merchantId}\n${threeDSecureId}`).digest('hex').slice(0, 32)}`
