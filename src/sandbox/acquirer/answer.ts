import { hash } from 'node:crypto'
import { adviceFor, replyFor, type SimulatorReply } from '../../acquirerHost/testCards.ts'
import type {
  AcquirerAnswer,
  AcquirerAnswerDetails,
  AcquirerApproval,
  AcquirerAsk,
  AcquirerVerb,
  AskedTerminal,
  AuthorizationResponse,
  CardPresentation,
} from '../../acquirers/port.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { emvElement, emvTags } from '../../standards/emv.ts'
import type { PostingResult } from './books.ts'
import { type AcquirerDecision, voucherCode } from './decision.ts'
import { verifyPayer } from './verification.ts'

/** The acquirer's answer, with the issuer's response to the chip if one was read. */
export function answerTo(
  ask: AcquirerAsk,
  decision: AcquirerDecision,
  context: AnswerContext,
): AcquirerAnswer {
  const answer = answerWithoutChip(ask, decision, context)
  return { ...answer, ...issuerChipTags(ask, answer) }
}

/** As decided, unless the books object. A repeat of what was executed is answered as the first time. */
function answerWithoutChip(
  ask: AcquirerAsk,
  decision: AcquirerDecision,
  { posted, at }: AnswerContext,
): AcquirerAnswer {
  const objection = posted && objectionOf(ask, posted)
  if (objection) return objection
  const { gatewayCode, availableBalance } = decision
  const reply = replyFor(gatewayCode)
  const { acquirerCode, acquirerMessage } = decision.response ?? reply
  const details = { acquirerCode, acquirerMessage, ...('acceptPartialAmount' in ask && verifyPayer(ask)) }
  switch (reply.outcome) {
    case 'approved': {
      const earlier = posted?.verdict === 'duplicate' && ask.verb !== 'reverse' ? posted.entry : undefined
      const amount = earlier ? earlier.amount : decision.amount
      const approval = approvalOf(ask, reply, earlier ? new Date(earlier.postedAtMs) : at)
      return {
        outcome: 'approved',
        gatewayCode,
        amount,
        ...approval,
        ...details,
        ...(availableBalance && { availableBalance }),
      }
    }
    case 'declined':
      return { outcome: 'declined', gatewayCode, ...details, ...merchantAdvice(ask, decision) }
    default:
      return { outcome: reply.outcome, ...details }
  }
}

type AnswerContext = { readonly posted: PostingResult | undefined; readonly at: Date }

function merchantAdvice(
  ask: AcquirerAsk,
  { gatewayCode }: AcquirerDecision,
): Pick<AcquirerAnswerDetails, 'merchantAdviceCode'> {
  const isOfAgreement = 'isOfAgreement' in ask && ask.isOfAgreement === true
  return isOfAgreement ? { merchantAdviceCode: adviceFor(gatewayCode) } : {}
}

/** A reversal of what is already undone is acknowledged: there is nothing left to do. */
function objectionOf({ verb }: AcquirerAsk, posted: PostingResult): AcquirerAnswer | undefined {
  const isAboutOriginal = verb === 'reverse' || verb === 'inquire'
  switch (posted.verdict) {
    case 'noOriginal':
      return isAboutOriginal ? { outcome: 'noOriginal', ...noOriginal } : declined(noOriginal)
    case 'refused':
      return verb === 'reverse' ? undefined : declined(invalidTransaction)
    case 'duplicate':
      return posted.entry.state === 'undone' ? declined(duplicate) : undefined
    default:
      return undefined
  }
}

const noOriginal: AcquirerAnswerDetails = { acquirerCode: '25', acquirerMessage: 'NO SUCH ORIGINAL' }
const invalidTransaction: AcquirerAnswerDetails = {
  acquirerCode: '12',
  acquirerMessage: 'INVALID TRANSACTION',
}
const duplicate: AcquirerAnswerDetails = { acquirerCode: '94', acquirerMessage: 'DUPLICATE' }

function declined(details: AcquirerAnswerDetails): AcquirerAnswer {
  return { outcome: 'declined', gatewayCode: 'DECLINED', ...details }
}

/**
 * Codes and numbers of an approval. They follow from the ids of the transaction and the acquirer's clock, so
 * that a repeated test run gets the same ones.
 */
function approvalOf(ask: AcquirerAsk, reply: SimulatorReply, at: Date): AcquirerApproval {
  const digest = hash('sha256', identityOf(ask, at), 'buffer')
  const [date = '', time = ''] = at.toISOString().slice(0, 19).split('T')
  return {
    authorizationCode: knownCode(ask) ?? lettersAndDigits(digest.readUIntBE(0, 6), 6),
    receipt: digits(digest.readUIntBE(6, 6), 12),
    acquirer: {
      id: 'SIMULATOR',
      merchantId: ask.merchantId,
      batch: Number(date.replaceAll('-', '')),
      date: date.slice(5).replace('-', ''),
      timeZone: utc,
      transactionId: digits(digest.readUIntBE(12, 6), 15),
    },
    authorizationResponse: {
      ...pointOfSale(ask),
      processingCode: processingCodes[ask.verb],
      responseCode: reply.acquirerCode,
      responseMessage: reply.acquirerMessage,
      returnAci: 'Y',
      stan: digits(digest.readUIntBE(18, 4), 6),
      time: time.replaceAll(':', ''),
      timezone: utc,
      transactionIdentifier: digits(digest.readUIntBE(22, 6), 15),
      validationCode: lettersAndDigits(digest.readUIntBE(28, 4), 4),
      ...echoedIdentifiers(ask),
    },
  }
}

const utc = '+0000'

function identityOf(ask: AcquirerAsk, at: Date): string {
  if (ask.verb === 'balance') return `${ask.merchantId}\n${at.toISOString()}`
  return `${ask.merchantId}\n${ask.orderId}\n${ask.transactionId}`
}

/** Of a voice authorization or a voucher, or of the original of a capture or a void. */
function knownCode(ask: AcquirerAsk): string | undefined {
  if (ask.verb === 'capture' || ask.verb === 'void') return ask.original.authorizationCode
  return 'acceptPartialAmount' in ask ? (ask.authorizationCode ?? voucherCode(ask)) : undefined
}

/** By these the networks match a capture to its authorization. */
function echoedIdentifiers(ask: AcquirerAsk): AuthorizationResponse | undefined {
  if (ask.verb !== 'capture') return undefined
  const { transactionIdentifier, validationCode } = ask.original.authorizationResponse ?? {}
  return {
    ...(transactionIdentifier !== undefined && { transactionIdentifier }),
    ...(validationCode !== undefined && { validationCode }),
  }
}

/** As ISO 8583 numbers them: purchase, refund, void, balance. */
const processingCodes = {
  authorize: '003000',
  pay: '003000',
  verify: '003000',
  capture: '003000',
  update: '003000',
  inquire: '003000',
  reverse: '003000',
  credit: '203000',
  refund: '203000',
  void: '023000',
  balance: '313000',
} as const satisfies Record<AcquirerVerb, string>

function digits(value: number, length: number): string {
  return String(value % 10 ** length).padStart(length, '0')
}

/** Digits and capital letters. */
function lettersAndDigits(value: number, length: number): string {
  return (value % 36 ** length).toString(36).toUpperCase().padStart(length, '0')
}

/** The issuer's response to the chip; none where no chip was read, or where the issuer has not decided. */
function issuerChipTags(ask: AcquirerAsk, answer: AcquirerAnswer): { readonly emvResponse?: string } {
  const { emv } = presentationIn(ask)
  if (emv === undefined || (answer.outcome !== 'approved' && answer.outcome !== 'declined')) return {}
  const code = hexOf(answer.acquirerCode)
  // The masked number only: tags that depend on the whole number would let others find its hidden digits.
  const account = ask.card ? maskedNumber(ask.card.number) : ''
  const basis = [emvTags(emv).get('9F26') ?? '', answer.acquirerCode, account].join('\n')
  const script =
    answer.gatewayCode === 'BLOCKED' ? blockingScript(responseCryptogram(`${basis}\nscript`)) : ''
  return { emvResponse: emvElement('8A', code) + emvElement('91', responseCryptogram(basis) + code) + script }
}

/** An issuer script with one command: block the application. */
const blockingScript = (mac: string): string => emvElement('72', emvElement('86', `841E000008${mac}`))

/** Eight bytes that look like a cryptogram: there is no key of the card to make a real one with. */
const responseCryptogram = (basis: string): string => hash('sha256', basis).slice(0, 16).toUpperCase()

const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex').toUpperCase()

/** Reversals and inquiries have no card presentation. */
const presentationIn = (ask: AcquirerAsk): CardPresentation => ('presented' in ask && ask.presented) || {}

/** How the card was presented, as the networks' messages say it. */
function pointOfSale(ask: AcquirerAsk): AuthorizationResponse {
  const presented = presentationIn(ask)
  const { terminal, track1, track2, cryptogram } = presented
  const integrity = integrityClassOf(presented)
  return {
    posData: terminal ? posDataOf(terminal, ask) : withoutTerminal.posData,
    posEntryMode: terminal ? terminal.entryMode : withoutTerminal.posEntryMode,
    ...((track1 ?? track2) !== undefined && { trackQuality: 'OK' }),
    ...(integrity !== undefined && { transactionIntegrityClass: integrity }),
    ...(cryptogram && { vpasResponse: '2' }),
  }
}

/** The values of e-commerce. */
const withoutTerminal = { posData: '1025104006600', posEntryMode: '812' }

/** Chip with PIN, chip, magnetic stripe, device. */
function integrityClassOf({
  emv,
  pinBlock,
  track1,
  track2,
  cryptogram,
}: CardPresentation): string | undefined {
  if (emv !== undefined) return pinBlock ? 'A1' : 'A2'
  if ((track1 ?? track2) !== undefined) return 'B1'
  return cryptogram && 'C1'
}

/**
 * Thirteen digits: 1 attended, 3 location, 4 payer present, 5 card present, 7 authorization only,
 * 10 cardholder activated, 11 input capability; the others are 0.
 */
function posDataOf(terminal: AskedTerminal, { verb }: AcquirerAsk): string {
  const { attended, cardholderActivated, inputCapability, location, panEntryMode } = terminal
  const isRemote = panEntryMode === 'ECOMMERCE' || cardholderActivated === 'ELECTRONIC_COMMERCE'
  return [
    digit(attendance, attended, '2'),
    '0',
    digit(places, location, '0'),
    isRemote ? '51' : '00',
    '0',
    verb === 'authorize' ? '4' : '0',
    '00',
    digit(operators, cardholderActivated, '0'),
    digit(readers, inputCapability, '0'),
    '00',
  ].join('')
}

const digit = (digits: ReadonlyMap<string, string>, word: string | undefined, otherwise: string): string =>
  (word === undefined ? undefined : digits.get(word)) ?? otherwise

const attendance: ReadonlyMap<string, string> = new Map([
  ['ATTENDED', '0'],
  ['SEMI_ATTENDED', '0'],
  ['UNATTENDED', '1'],
])

const places: ReadonlyMap<string, string> = new Map([
  ['MERCHANT_TERMINAL_ON_PREMISES', '0'],
  ['MERCHANT_TERMINAL_OFF_PREMISES', '1'],
  ['PAYER_TERMINAL_ON_PREMISES', '2'],
  ['PAYER_TERMINAL_OFF_PREMISES', '2'],
  ['NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE', '3'],
])

const operators: ReadonlyMap<string, string> = new Map([
  ['NOT_CARDHOLDER_ACTIVATED', '0'],
  ['AUTOMATED_DISPENSING_MACHINE_WITH_PIN', '1'],
  ['SELF_SERVICE_TERMINAL', '2'],
  ['LIMITED_AMOUNT_TERMINAL', '3'],
  ['IN_FLIGHT_COMMERCE', '4'],
  ['ELECTRONIC_COMMERCE', '6'],
  ['TRANSPONDER_TRANSACTION', '7'],
  ['MPOS_ACCEPTANCE_DEVICE', '9'],
])

const readers: ReadonlyMap<string, string> = new Map([
  ['VOICE_AUDIO_RESPONSE', '1'],
  ['MAGNETIC_STRIPE', '2'],
  ['CONTACTLESS_CHIP', '3'],
  ['CONTACTLESS_MAGNETIC_STRIPE', '4'],
  ['CONTACTLESS_OR_MAGNETIC_STRIPE', '4'],
  ['CHIP_AND_MAGNETIC_STRIPE', '5'],
  ['KEY_ENTRY', '6'],
  ['KEY_ENTRY_AND_MAGNETIC_STRIPE', '7'],
  ['CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE', '8'],
  ['CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID', '8'],
  ['CHIP', '9'],
])
