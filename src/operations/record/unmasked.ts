import { type Content, isObject } from '../../contract/kit/content.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { cardOf } from '../followUps/followUp.ts'
import { valueIn } from '../model/documents.ts'
import type { OrderKey } from '../model/journal.ts'
import type { Pipeline, ShownRecord } from '../pipeline/execution.ts'
import { revealedCard } from '../pipeline/question.ts'
import type { TransactionSubmission } from '../requests/prepare.ts'

/** Whether a request wants to see whole numbers; whether it may is its contract's to judge. */
export const wantsUnmasked = ({ body }: Pick<TransactionSubmission, 'body'>): boolean =>
  isObject(body.responseControls) && body.responseControls.sensitiveData === 'UNMASK'

/**
 * The record with the whole number of the card it shows. It is for one answer: what is written down,
 * explained or told to others is masked as ever.
 */
export async function unmasked(
  pipeline: Pick<Pipeline, 'journal' | 'vault'>,
  { key, transactionId }: { readonly key: OrderKey; readonly transactionId: string },
  record: ShownRecord,
): Promise<ShownRecord> {
  const transactions = (await pipeline.journal.load(key))?.transactions ?? []
  const known = transactions.find(({ id }) => id === transactionId)
  if (!known) return record
  const told = valueIn(known.outcome ?? '{}', 'story', 'cardOf')
  const id = typeof told === 'string' ? told : cardOf(transactions, known)
  const card = await revealedCard(pipeline, key, { transactions, id })
  return card ? withNumber(record, card.number) : record
}

/** In the place of its mask, and of no other: the record tells which card it is about. */
function withNumber(record: ShownRecord, number: string): ShownRecord {
  const { sourceOfFunds } = record
  const provided = isObject(sourceOfFunds) ? sourceOfFunds.provided : undefined
  if (!isObject(sourceOfFunds) || !isObject(provided)) return record
  const whole = Object.entries(provided).map(([name, account]): readonly [string, unknown] => {
    const isMeant = accounts.has(name) && isObject(account) && account.number === maskedNumber(number)
    return [name, isMeant ? { ...account, number } : account]
  })
  return {
    ...record,
    sourceOfFunds: { ...sourceOfFunds, provided: Object.fromEntries(whole) } satisfies Content,
  }
}

const accounts: ReadonlySet<string> = new Set(['card', 'giftCard'])
