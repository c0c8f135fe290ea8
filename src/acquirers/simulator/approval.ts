import { hash } from 'node:crypto'
import type { Approval, Ask } from '../port.ts'
import type { Reply } from './triggers.ts'

/**
 * Codes and numbers of an approval. They follow from the ids of the transaction and the acquirer's clock, so
 * that a rehearsal repeated is the same to the last digit.
 */
export function approve(ask: Ask, reply: Reply, now: Date): Approval {
  const digest = hash('sha256', `${ask.merchantId}\n${ask.orderId}\n${ask.transactionId}`, 'buffer')
  const [date = '', time = ''] = now.toISOString().slice(0, 19).split('T')
  return {
    authorizationCode: letters(digest.readUIntBE(0, 6), 6),
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
      posData: '1025104006600',
      posEntryMode: '812',
      processingCode: '003000',
      responseCode: reply.acquirerCode,
      responseMessage: reply.acquirerMessage,
      returnAci: 'Y',
      stan: digits(digest.readUIntBE(18, 4), 6),
      time: time.replaceAll(':', ''),
      timezone: utc,
      transactionIdentifier: digits(digest.readUIntBE(22, 6), 15),
      validationCode: letters(digest.readUIntBE(28, 4), 4),
    },
  }
}

const utc = '+0000'

function digits(value: number, length: number): string {
  return String(value % 10 ** length).padStart(length, '0')
}

/** Digits and capital letters. */
function letters(value: number, length: number): string {
  return (value % 36 ** length).toString(36).toUpperCase().padStart(length, '0')
}
