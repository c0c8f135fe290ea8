import { hash } from 'node:crypto'
import type {
  AcquirerApproval,
  AcquirerAsk,
  AcquirerVerb,
  AuthorizationResponse,
} from '../../acquirers/port.ts'
import { voucherCode } from './benefits.ts'
import { pointOfSale } from './pointOfSale.ts'
import type { SimulatorReply } from './triggers.ts'

/**
 * Codes and numbers of an approval. They follow from the ids of the transaction and the acquirer's clock, so
 * that a rehearsal repeated is the same to the last digit.
 */
export function approvalOf(ask: AcquirerAsk, reply: SimulatorReply, at: Date): AcquirerApproval {
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

/** What the issuer said on the telephone, or of what is captured or voided now. */
function knownCode(ask: AcquirerAsk): string | undefined {
  if (ask.verb === 'capture' || ask.verb === 'void') return ask.original.authorizationCode
  return 'acceptPartialAmount' in ask ? (ask.authorizationCode ?? voucherCode(ask)) : undefined
}

/** By these the networks know which authorization a capture belongs to. */
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
