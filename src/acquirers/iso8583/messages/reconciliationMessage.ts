// Totals of a business date as a message, and what the host answers. The dialect says which fields there are.

import { holdsCardData } from '../../../standards/cardDataInText.ts'
import { numberOfCurrency } from '../../../standards/currencies.ts'
import type { BusinessDate } from '../../reconciliation/businessDate.ts'
import { type MovementKind, movementKinds } from '../../reconciliation/movements.ts'
import { type MovementTotals, netOf, type StatedTotals } from '../../reconciliation/totals.ts'
import type { LinkSettings } from '../../routing/settings.ts'
import { type Dialect, fieldNumbers } from '../dialects/dialect.ts'
import { type Format, fitted, parseFormat } from '../dialects/formats.ts'
import type { Meaning } from '../dialects/meanings.ts'
import type { IsoMessage } from '../dialects/message.ts'

export type ReconciliationQuestion = {
  readonly date: BusinessDate
  readonly currency: string
  readonly totals: MovementTotals
  /** Six digits. */
  readonly traceNumber: string
  /** When it is sent for the first time; a repeat keeps it. */
  readonly atMs: number
  readonly isRepeat: boolean
}

/** `other`: the host answered neither, but refused the question. */
export type ReconciliationReply = {
  readonly verdict: 'inBalance' | 'outOfBalance' | 'other'
  readonly code: string
  readonly totals: StatedTotals
}

/** Undefined where the host has no totals. What does not fit a field is refused, never cut. */
export function reconciliationMessage(
  settings: MessageSettings,
  question: ReconciliationQuestion,
): IsoMessage | { readonly refused: string } | undefined {
  const { dialect } = settings
  const { reconciliation } = dialect
  if (reconciliation === undefined) return undefined
  const { type, repeatType = type, send, constants = {} } = reconciliation
  const values = valuesOf(question, settings)
  const fields: Record<number, string> = {}
  for (const number of new Set([...fieldNumbers(send), ...Object.keys(constants).map(Number)])) {
    const form = dialect.fields[number]
    const given = constants[number] ?? (form?.meaning && values[form.meaning])
    const value = form && given !== undefined ? fieldValue(parseFormat(form.format), given) : undefined
    if (value === undefined) return { refused: `field ${number} cannot hold its value` }
    fields[number] = value
  }
  return { type: question.isRepeat ? repeatType : type, fields }
}

type MessageSettings = Pick<LinkSettings, 'dialect' | 'institution' | 'forwarder' | 'timeZone'>

/** A date is as long as its field: MMDD or YYMMDD. */
function fieldValue(format: Format, given: string | DateValue): string | undefined {
  if (typeof given === 'string') return fitted(format, given)
  return fitted(format, format.longest === 6 ? given.yearMonthDay : given.monthDay)
}

type DateValue = { readonly yearMonthDay: string; readonly monthDay: string }
type MessageValues = { readonly [meaning in Meaning]?: string | DateValue }

function valuesOf(
  { date, currency, totals, traceNumber, atMs }: ReconciliationQuestion,
  { institution, forwarder, timeZone }: MessageSettings,
): MessageValues {
  const utc = digitsOf(atMs)
  const local = digitsOf(atMs + offsetMsOf(timeZone))
  const yearMonthDay = date.replaceAll('-', '').slice(2)
  const number = numberOfCurrency(currency)
  return {
    transmissionTime: utc.slice(4, 14),
    localTime: local.slice(8, 14),
    localDate: local.slice(4, 8),
    localDateAndTime: local.slice(2, 14),
    settlementDate: { yearMonthDay, monthDay: yearMonthDay.slice(2) },
    ...{ traceNumber, institution },
    ...(forwarder !== undefined && { forwarder }),
    ...(number !== undefined && { currency: number, settlementCurrency: number }),
    ...Object.fromEntries(
      movementKinds.flatMap(kind => [
        [totalMeanings[kind].count, String(totals[kind].count)],
        [totalMeanings[kind].amount, String(totals[kind].amount)],
      ]),
    ),
    netAmount: netText(netOf(totals)),
  }
}

const digitsOf = (ms: number): string => new Date(ms).toISOString().replace(/\D/g, '')

function offsetMsOf(timeZone: string): number {
  const minutes = Number(timeZone.slice(1, 3)) * 60 + Number(timeZone.slice(3, 5))
  return (timeZone.startsWith('-') ? -minutes : minutes) * 60_000
}

const totalMeanings = {
  debit: { count: 'debitsCount', amount: 'debitsAmount' },
  debitReversed: { count: 'debitsReversedCount', amount: 'debitsReversedAmount' },
  credit: { count: 'creditsCount', amount: 'creditsAmount' },
  creditReversed: { count: 'creditsReversedCount', amount: 'creditsReversedAmount' },
} as const satisfies Record<MovementKind, Readonly<Record<'count' | 'amount', Meaning>>>

const amountMeanings: ReadonlySet<Meaning> = new Set([
  ...Object.values(totalMeanings).map(({ amount }) => amount),
  'netAmount',
])

/** D: more was debited than credited. */
const netText = (net: bigint): string =>
  net < 0n ? `D${String(-net).padStart(16, '0')}` : `C${String(net).padStart(16, '0')}`

/** What the host says of the totals, and its own where it gives them. */
export function reconciliationReply(dialect: Dialect, { fields }: IsoMessage): ReconciliationReply {
  const byMeaning = new Map<Meaning, string>()
  for (const [number, value] of Object.entries(fields)) {
    const meaning = dialect.fields[number]?.meaning
    if (meaning !== undefined && !(amountMeanings.has(meaning) && isNoAmount(value)))
      byMeaning.set(meaning, value.trim())
  }
  const { inBalance = [], outOfBalance = [] } = dialect.reconciliation ?? {}
  const codes = [byMeaning.get('settlementCode') ?? '', byMeaning.get('responseCode') ?? '']
  const code = codes.find(one => inBalance.includes(one) || outOfBalance.includes(one)) ?? codes[1] ?? ''
  const verdict = inBalance.includes(code)
    ? 'inBalance'
    : outOfBalance.includes(code)
      ? 'outOfBalance'
      : 'other'
  return { verdict, code, totals: statedTotals(byMeaning) }
}

/**
 * What a host states is stored and shown. No date has as much as the number of a card, and its field has room
 * for one: such a total is as good as none.
 */
function isNoAmount(text: string): boolean {
  const digits = text.replace(/^\D?0*/, '')
  return digits.length >= 15 && holdsCardData(digits)
}

function statedTotals(byMeaning: ReadonlyMap<Meaning, string>): StatedTotals {
  const stated = movementKinds.flatMap(kind => {
    const count = byMeaning.get(totalMeanings[kind].count)
    const amount = byMeaning.get(totalMeanings[kind].amount)
    if (count === undefined && amount === undefined) return []
    const total = {
      ...(count !== undefined && { count: Number(count) }),
      ...(amount !== undefined && { amount: BigInt(amount) }),
    }
    return [[kind, total] as const]
  })
  const net = byMeaning.get('netAmount')
  return { ...Object.fromEntries(stated), ...(net !== undefined && { net: netIn(net) }) }
}

const netIn = (text: string): bigint => (text.startsWith('D') ? -1n : 1n) * BigInt(text.slice(1))
