// Totals at the end of a business date: the host compares those of a question with its own and answers with
// its own, field by field (74 to 77, 86 to 89, 97).

import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import { digits } from './hostAnswer.ts'
import type { HostBooks } from './hostBooks.ts'
import type { AskedMessage } from './hostQuestion.ts'
import type { BookTotals } from './hostTotals.ts'

export type ReconciliationRuling = {
  readonly responseCode: string
  /** The host's own totals. */
  readonly fields: Readonly<Record<number, string>>
}

export function reconcileTotals(
  question: AskedMessage,
  books: HostBooks,
  { reconciliation, generation }: Dialect,
): ReconciliationRuling | undefined {
  if (reconciliation === undefined) return undefined
  const { fields } = question.message
  const date = fields[15] ?? fields[28]
  const currency = fields[50] ?? fields[49]
  const totals = books.totals({
    businessDate: date === undefined ? books.businessDate() : wholeDate(date, books.businessDate()),
    ...(currency !== undefined && { currency }),
    ...(question.acceptor !== '' && { acceptor: question.acceptor }),
    ...(question.institution !== '' && { institution: question.institution }),
  })
  const own = fieldsOf(totals)
  const isEqual = Object.entries(own).every(([number, value]) => {
    const given = fields[Number(number)]
    return given === undefined || given === value
  })
  const [code] = isEqual ? reconciliation.inBalance : reconciliation.outOfBalance
  return { responseCode: code ?? (generation === '1993' ? '500' : '00'), fields: own }
}

function fieldsOf({ credits, creditsReversed, debits, debitsReversed, net }: BookTotals) {
  return {
    74: digits(credits.count, 10),
    75: digits(creditsReversed.count, 10),
    76: digits(debits.count, 10),
    77: digits(debitsReversed.count, 10),
    86: digits(credits.amount, 16),
    87: digits(creditsReversed.amount, 16),
    88: digits(debits.amount, 16),
    89: digits(debitsReversed.amount, 16),
    // D: the debits are more than the credits.
    97: net > 0n ? `D${digits(net, 16)}` : `C${digits(-net, 16)}`,
  }
}

/** MMDD or YYMMDD as YYYYMMDD: of the year nearest to the business date. */
function wholeDate(date: string, businessDate: string): string {
  if (date.length === 6) return `20${date}`
  const year = Number(businessDate.slice(0, 4))
  const monthsApart = Number(date.slice(0, 2)) - Number(businessDate.slice(4, 6))
  if (monthsApart > 6) return `${year - 1}${date}`
  return `${monthsApart < -6 ? year + 1 : year}${date}`
}
