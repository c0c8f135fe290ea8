// The form of a script: what is sent, and the same as a line for a shell.

import type { ConsoleInput } from '../../api/calls.ts'
import type { ScriptVocabulary, ShownAnswer } from '../../api/sandbox.ts'
import { shellQuoted } from '../components/shellQuoted.ts'

/** As it is typed; empty where nothing is. */
export type AnswerForm = {
  readonly answer: string
  readonly gatewayCode: string
  readonly amount: string
  readonly delayMs: string
}
export type TypedScript = {
  readonly orderId: string
  readonly cardNumber: string
  readonly answers: readonly AnswerForm[]
}

export const newAnswer = ({ answers }: ScriptVocabulary): AnswerForm => ({
  ...{ answer: answers[1]?.answer ?? answers[0]?.answer ?? '', gatewayCode: '', amount: '', delayMs: '' },
})

type ScriptInput = ConsoleInput<'addSandboxScript'>

/** What an answer does not take is not sent, also if it was typed before another answer was chosen. */
export function scriptInput(
  merchantId: string,
  form: TypedScript,
  vocabulary: ScriptVocabulary,
): ScriptInput {
  const [orderId, cardNumber] = [form.orderId.trim(), form.cardNumber.replaceAll(/\s/g, '')]
  return {
    ...{ merchantId },
    ...(orderId !== '' && { orderId }),
    ...(cardNumber !== '' && { cardNumber }),
    answers: form.answers.map(answer => answerOf(answer, vocabulary)),
  }
}

function answerOf({ answer, gatewayCode, amount, delayMs }: AnswerForm, { answers }: ScriptVocabulary) {
  const declared = answers.find(one => one.answer === answer)
  const takes = (field: 'amount' | 'delayMs') => declared?.fields.includes(field)
  return {
    ...{ answer },
    ...(declared?.gatewayCodes.includes(gatewayCode) && { gatewayCode }),
    ...(takes('amount') && amount.trim() !== '' && { amount: amount.trim() }),
    ...(takes('delayMs') && delayMs.trim() !== '' && { delayMs: Number(delayMs) }),
  }
}

/** The same for a shell, at the control API of the sandbox. */
export function scriptCurl(
  origin: string,
  { merchantId, orderId, cardNumber, answers }: ScriptInput,
): string {
  const match = { merchantId, ...(orderId && { orderId }), ...(cardNumber && { cardNumber }) }
  return controlCurl(origin, 'POST', '/sandbox/acquirer/scripts', { match, answers })
}

/** A call of the control API. What was typed stands in single quotes, so that nothing in it is executed. */
export function controlCurl(origin: string, method: string, path: string, body?: object): string {
  const sent = body && [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body))}`]
  return ['curl', '-X', method, `${origin}${path}`, ...(sent ?? [])].join(' ')
}

/** In one line: `decline INSUFFICIENT_FUNDS`, `late 5,000 ms`. */
export const answerFacts = ({ gatewayCode, amount, delayMs }: ShownAnswer): readonly string[] => [
  ...(gatewayCode === undefined ? [] : [gatewayCode]),
  ...(amount === undefined ? [] : [amount]),
  ...(delayMs === undefined ? [] : [`${delayMs} ms`]),
]
