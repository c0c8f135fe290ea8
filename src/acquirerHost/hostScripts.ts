// What the acquirer host answers next to a card, an amount or a terminal, whatever the account says.

import type { GatewayCode } from '../orders/transaction.ts'
import { gatewayCodes } from '../standards/paymentCodes.ts'
import { type DrawnFault, type MessageFault, messageFaults } from './faults.ts'
import { decidePart, type HostDecision } from './hostDecision.ts'
import type { AskedMessage } from './hostQuestion.ts'

export type HostScript = {
  /** What is absent fits everything. */
  readonly match?: {
    readonly card?: string
    /** In minor units. */
    readonly amount?: bigint
    readonly acceptor?: string
    readonly terminal?: string
    readonly reference?: string
    /** As it stands in the message: 0100. */
    readonly type?: string
  }
  /** One after the other, each once. */
  readonly answers: readonly ScriptedHostAnswer[]
}

export type ScriptedHostAnswer = {
  readonly gatewayCode?: GatewayCode
  /** In place of the usual response code. */
  readonly responseCode?: string
  /** Approved in part, in minor units. */
  readonly amount?: bigint
  readonly fault?: MessageFault
  readonly ms?: number
}

export type HostScripts = {
  add(script: HostScript): void
  clear(): void
  /** The next answer of the oldest script that fits; it is used up by that. */
  next(question: AskedMessage): ScriptedHostAnswer | undefined
  /** How many answers are left. */
  left(): number
}

export const scriptsMax = 10_000

export function createHostScripts(): HostScripts {
  const scripts: { readonly match: NonNullable<HostScript['match']>; answers: ScriptedHostAnswer[] }[] = []
  return {
    add({ match = {}, answers }) {
      if (scripts.length >= scriptsMax) throw new RangeError(`at most ${scriptsMax} scripts can wait`)
      scripts.push({ match, answers: [...answers] })
    },
    clear: () => {
      scripts.length = 0
    },
    next(question) {
      if (scripts.length === 0) return undefined
      const at = scripts.findIndex(({ match }) => fits(match, question))
      const script = scripts[at]
      const answer = script?.answers.shift()
      if (script?.answers.length === 0) scripts.splice(at, 1)
      return answer
    },
    left: () => scripts.reduce((sum, { answers }) => sum + answers.length, 0),
  }
}

const fits = (match: NonNullable<HostScript['match']>, question: AskedMessage): boolean =>
  (match.card === undefined || match.card === question.number) &&
  (match.amount === undefined || match.amount === question.amount) &&
  (match.acceptor === undefined || match.acceptor === question.acceptor) &&
  (match.terminal === undefined || match.terminal === question.terminal) &&
  (match.reference === undefined || match.reference === question.reference) &&
  (match.type === undefined || match.type === question.message.type)

/** Undefined where a script only says how the answer is delivered. */
export function decideByScript(
  { gatewayCode, responseCode, amount }: ScriptedHostAnswer,
  question: AskedMessage,
): HostDecision | undefined {
  if (amount !== undefined) return decidePart(question, amount)
  if (gatewayCode === undefined && responseCode === undefined) return undefined
  return {
    ...{ gatewayCode: gatewayCode ?? 'DECLINED', amount: question.amount },
    ...(responseCode !== undefined && { responseCode }),
  }
}

export const faultOfScript = ({ fault, ms }: ScriptedHostAnswer): DrawnFault | undefined =>
  fault && { name: fault, ms }

/** A script as JSON, where amounts are numbers or text; undefined where it is none. */
export function readHostScript(value: unknown): HostScript | undefined {
  if (!isObject(value) || !Array.isArray(value.answers)) return undefined
  const answers = value.answers.map(readAnswer)
  const match = value.match === undefined ? {} : readMatch(value.match)
  if (match === undefined || answers.length === 0) return undefined
  const read = answers.flatMap(answer => (answer === undefined ? [] : [answer]))
  return read.length === answers.length ? { match, answers: read } : undefined
}

function readMatch(value: unknown): NonNullable<HostScript['match']> | undefined {
  if (!isObject(value)) return undefined
  const { amount, ...texts } = value
  const names = ['card', 'acceptor', 'terminal', 'reference', 'type'] as const
  if (Object.keys(texts).some(key => !names.some(name => name === key))) return undefined
  const found = names.flatMap(name => {
    const text = texts[name]
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  const minor = readAmount(amount)
  if (amount !== undefined && minor === undefined) return undefined
  return { ...Object.fromEntries(found), ...(minor !== undefined && { amount: minor }) }
}

function readAnswer(value: unknown): ScriptedHostAnswer | undefined {
  if (!isObject(value)) return undefined
  const gatewayCode = gatewayCodes.find(code => code === value.gatewayCode)
  const fault = faultNames.find(name => name === value.fault)
  const amount = readAmount(value.amount)
  const { responseCode, ms } = value
  const isRead =
    (value.gatewayCode === undefined) === (gatewayCode === undefined) &&
    (value.fault === undefined) === (fault === undefined) &&
    (value.amount === undefined) === (amount === undefined) &&
    (responseCode === undefined || typeof responseCode === 'string') &&
    (ms === undefined || typeof ms === 'number')
  if (!isRead) return undefined
  return {
    ...(gatewayCode && { gatewayCode }),
    ...(typeof responseCode === 'string' && { responseCode }),
    ...(amount !== undefined && { amount }),
    ...(fault && { fault }),
    ...(typeof ms === 'number' && { ms }),
  }
}

const isMessageFaultName = (name: string): name is MessageFault => Object.hasOwn(messageFaults, name)
const faultNames = Object.keys(messageFaults).filter(isMessageFaultName)

const readAmount = (value: unknown): bigint | undefined =>
  /^\d{1,12}$/.test(String(value)) ? BigInt(String(value)) : undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
