// Scenarios in which a script says what the acquirer answers: every operation, answered in every way.

import type { Content } from '../../contract/kit/content.ts'
import type { ScriptedAnswerKind } from '../acquirer/scripts.ts'
import {
  approval,
  asks,
  becomes,
  isRefused,
  money,
  payment,
  reversed,
  type Scenario,
  type ScenarioStep,
  scripts,
  timeOut,
} from './scenario.ts'

/** An operation, the transaction it needs, and what becomes of it when nobody knows the outcome. */
type AskedOperation = {
  /** What the acquirer does or does not do. */
  readonly noun: string
  readonly before: readonly ScenarioStep[]
  readonly asked: readonly [transactionId: string, body: Content]
  readonly whenUnknown: 'reversed' | 'repeated' | 'over'
}

const authorized = asks('authorize ten dollars', ['1', payment('AUTHORIZE')], approval)
const paid = asks('pay ten dollars', ['1', payment('PAY')], approval)
const follow = (apiOperation: string, transaction: Content): readonly ['2', Content] => [
  '2',
  { apiOperation, transaction },
]

const operations = {
  payment: { noun: 'payment', before: [], asked: ['1', payment('PAY')], whenUnknown: 'reversed' },
  authorization: {
    ...{ noun: 'authorization', before: [], asked: ['1', payment('AUTHORIZE')], whenUnknown: 'reversed' },
  },
  authorization_update: {
    ...{ noun: 'update', before: [authorized], whenUnknown: 'reversed' },
    asked: follow('UPDATE_AUTHORIZATION', { ...money, amount: '12.00' }),
  },
  capture: {
    ...{ noun: 'capture', before: [authorized], asked: follow('CAPTURE', money), whenUnknown: 'repeated' },
  },
  refund: {
    ...{ noun: 'refund', before: [paid], asked: follow('REFUND', money), whenUnknown: 'reversed' },
  },
  void: {
    ...{ noun: 'void', before: [authorized], whenUnknown: 'repeated' },
    asked: follow('VOID', { targetTransactionId: '1' }),
  },
  verification: {
    ...{ noun: 'verification', before: [], whenUnknown: 'over' },
    asked: ['1', payment('AUTHORIZE', { apiOperation: 'VERIFY', order: { currency: money.currency } })],
  },
} as const satisfies Readonly<Record<string, AskedOperation>>
type OperationName = keyof typeof operations

/** Every operation can be answered so; a referral and a part are of payments, which have cards for them. */
type CommonAnswer = Exclude<ScriptedAnswerKind, 'refer' | 'partial'>
const answers: Readonly<Record<CommonAnswer, { readonly name: string; readonly what: string }>> = {
  approve: { name: 'approved', what: 'the acquirer approves' },
  decline: { name: 'declined', what: 'the acquirer declines' },
  silent: { name: 'timed_out', what: 'the acquirer does it and never answers' },
  late: { name: 'late_answer', what: 'the acquirer does it and answers too late' },
  drop: { name: 'connection_lost', what: 'the acquirer does it and the connection breaks' },
  twice: { name: 'answered_twice', what: 'the acquirer answers twice: it counts once' },
}
const isUnanswered = (answer: CommonAnswer): boolean =>
  answer === 'silent' || answer === 'late' || answer === 'drop'

const endings = {
  reversed: 'TIMED_OUT, then a reversal',
  repeated: 'PENDING, then retried until acknowledged',
  over: 'TIMED_OUT',
}

/** Every operation with every answer; a payment without those that a card provokes. */
export function scriptedScenarios(
  operation: OperationName,
  besides: readonly string[] = [],
): readonly Scenario[] {
  const { before, asked, noun, whenUnknown }: AskedOperation = operations[operation]
  return Object.entries(answers).flatMap(([answer, { name, what }]) => {
    if (besides.includes(name) || !isCommon(answer)) return []
    const isUnknown = isUnanswered(answer)
    const script = scripts(`say what the acquirer does at the ${noun}`, [{ answer }])
    return {
      name: `${operation}.${name}`,
      what: isUnknown ? `${what}: ${endings[whenUnknown]}` : what,
      steps: [...before, script, ...outcomeSteps(asked, { answer, noun, whenUnknown })],
    }
  })
}

const isCommon = (answer: string): answer is CommonAnswer => answer in answers

type Asked = Pick<AskedOperation, 'noun' | 'whenUnknown'> & { readonly answer: CommonAnswer }

function outcomeSteps(
  asked: AskedOperation['asked'],
  { answer, noun, whenUnknown }: Asked,
): readonly ScenarioStep[] {
  const why = `ask for the ${noun}`
  const [transactionId] = asked
  if (answer === 'decline') return [asks(why, asked, { result: 'FAILURE', gatewayCode: 'DECLINED' })]
  if (!isUnanswered(answer)) return [asks(why, asked, approval)]
  if (whenUnknown === 'over') return [asks(why, asked, timeOut)]
  if (whenUnknown === 'repeated')
    return [
      asks(why, asked, { result: 'PENDING', gatewayCode: 'PENDING' }),
      becomes('ask until the acquirer has acknowledged the retry', transactionId, approval),
    ]
  return [
    asks(why, asked, timeOut),
    becomes('ask until the acquirer has acknowledged the reversal', transactionId, reversed),
  ]
}

const part = (amount: string): Content => ({ ...money, amount })

/** What is not about the acquirer's answer. */
export const captureScenarios: readonly Scenario[] = [
  {
    name: 'capture.partial',
    what: 'four of ten dollars are captured, then the other six',
    steps: [
      authorized,
      asks('capture four', follow('CAPTURE', part('4.00')), {
        ...approval,
        order: { totalCapturedAmount: 4, status: 'PARTIALLY_CAPTURED' },
      }),
      asks('capture six', ['3', { apiOperation: 'CAPTURE', transaction: part('6.00') }], {
        ...approval,
        order: { totalCapturedAmount: 10, status: 'CAPTURED' },
      }),
    ],
  },
  {
    name: 'capture.too_much',
    what: 'more than was authorized is refused, and nothing happens',
    steps: [
      authorized,
      isRefused('capture a hundred', follow('CAPTURE', part('100.00')), { field: 'transaction.amount' }),
    ],
  },
]

export const refundScenarios: readonly Scenario[] = [
  {
    name: 'refund.partial',
    what: 'three of ten dollars are given back',
    steps: [
      paid,
      asks('refund three', follow('REFUND', part('3.00')), {
        ...approval,
        order: { totalRefundedAmount: 3, status: 'PARTIALLY_REFUNDED' },
      }),
    ],
  },
  {
    name: 'refund.too_much',
    what: 'more than was captured is refused, and nothing happens',
    steps: [
      paid,
      isRefused('refund a hundred', follow('REFUND', part('100.00')), { field: 'transaction.amount' }),
    ],
  },
]

export const retryScenarios: readonly Scenario[] = [
  {
    name: 'payment.repeated',
    what: 'the same request twice is one payment: the second answer is a replay',
    steps: [paid, { ...paid, why: 'send it again', promises: { ...paid.promises, status: 200 } }],
  },
  {
    name: 'payment.id_reused',
    what: 'another payment under a transaction id that is taken is refused',
    steps: [
      paid,
      isRefused('pay eleven dollars under the same id', ['1', payment('PAY', { order: part('11.00') })], {}),
    ],
  },
  {
    name: 'payment.invalid',
    what: 'a request without a currency is refused, and the answer names the field',
    steps: [
      isRefused('pay in no currency', ['1', payment('PAY', { order: { amount: money.amount } })], {
        field: 'order.currency',
      }),
    ],
  },
]
