// Where a call that was made again came to something else than the tape says.

import type { TapedAnswer, TapedCall } from './tape.ts'
import { asksOf } from './tapedAsks.ts'

export type TapeDifference = { readonly field: string; readonly tape: string; readonly here: string }

/** What the call was answered here, and the transaction that it recorded, as a tape would have it. */
export type AnswerHere = { readonly answer: TapedAnswer; readonly recorded?: TapedCall | undefined }

export function differencesOf(taped: TapedCall, here: AnswerHere): readonly TapeDifference[] {
  const answered = compared(facts(taped.answer), facts(here.answer))
  if (taped.kind !== 'recorded' || !here.recorded) return answered
  return [...answered, ...compared(endOf(taped), endOf(here.recorded))]
}

type Facts = Readonly<Record<string, string>>

/** The sentence of a refusal may be worded anew. */
const facts = ({ status, result, gatewayCode, orderStatus, cause, field }: TapedAnswer): Facts =>
  texts({
    ...{ status, result, 'response.gatewayCode': gatewayCode, 'order.status': orderStatus },
    ...{ 'error.cause': cause, 'error.field': field },
  })

/** What a transaction came to, with all that was asked about it. */
function endOf(call: TapedCall): Facts {
  const { outcome } = call
  if (!outcome) return {}
  const { totals, owed } = outcome
  return texts({
    'result in the end': `${outcome.result} ${outcome.gatewayCode}`,
    'transaction.amount': outcome.amount,
    'transaction.currency': outcome.currency,
    'order.status afterwards': totals.status,
    'order.totalAuthorizedAmount': totals.totalAuthorizedAmount,
    'order.totalCapturedAmount': totals.totalCapturedAmount,
    'order.totalRefundedAmount': totals.totalRefundedAmount,
    'asked of the acquirer': askedText(call),
    'owed to the acquirer': owed && `${owed.obligation} ${owed.status}`,
    notifications: call.steps.filter(({ step }) => step === 'NOTIFICATION_DUE').length,
  })
}

/** What was not sent is known to nobody but the gateway. */
function askedText(call: TapedCall): string | undefined {
  const asked = asksOf(call).filter(({ outcome }) => outcome !== 'unsent')
  const texts = asked.map(({ verb, outcome, late }) => `${verb} ${outcome}${late ? ' and late' : ''}`)
  return texts.length === 0 ? undefined : texts.join(', ')
}

const texts = (values: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

/** Where the tape knows no status of HTTP, it is nothing to compare. */
function compared(tape: Facts, here: Facts): readonly TapeDifference[] {
  const names = [...new Set([...Object.keys(tape), ...Object.keys(here)])]
  return names
    .filter(name => tape[name] !== here[name] && !(name === 'status' && tape[name] === undefined))
    .map(field => ({ field, tape: tape[field] ?? 'nothing', here: here[field] ?? 'nothing' }))
}
