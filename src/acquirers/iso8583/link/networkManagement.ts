// Messages about the connection itself: sign-on, sign-off and echo that the gateway sends, and those that the
// host starts.

import type { Clock } from '../../../platform/clock.ts'
import type { LinkSettings } from '../../routing/settings.ts'
import type { MessageAuthentication } from '../codec/messageAuthentication.ts'
import { type Dialect, fieldNumbers, networkFields, type SignOnFields } from '../dialects/dialect.ts'
import type { Meaning } from '../dialects/meanings.ts'
import type { IsoMessage } from '../dialects/message.ts'
import { fieldOf } from './matching.ts'

export interface NetworkManagement {
  readonly signOn: () => IsoMessage
  readonly signOff: () => IsoMessage
  readonly echo: () => IsoMessage
  /** Whether a type is of this class, question or answer. */
  readonly isNetwork: (type: string) => boolean
  /** The same for a question and its answer, on one connection. */
  readonly keyOf: (message: IsoMessage) => string
  /** Why an answer is none or no consent, if so. */
  readonly refusal: (answer: IsoMessage) => string | undefined
  readonly answerTo: (question: IsoMessage) => HostQuestion
}

/** What the host wanted, and what to answer. */
export type HostQuestion = {
  readonly what: 'echo' | 'signOn' | 'signOff' | 'cutOver' | 'keyChange' | 'notUnderstood'
  readonly answer: IsoMessage
  readonly businessDate?: string
}

export type NetworkManagementOptions = {
  readonly settings: Pick<LinkSettings, 'dialect' | 'institution' | 'forwarder' | 'timeZone'>
  readonly clock: Clock
  readonly random: () => number
  readonly authentication?: MessageAuthentication | undefined
}

export function createNetworkManagement(options: NetworkManagementOptions): NetworkManagement {
  const { dialect } = options.settings
  const { network } = dialect
  const values = valuesByMeaning(options)
  const ask = questionWriter(options, values)
  const signOn = questionWriter(options, values, network.signOnAlso)
  const traceField = fieldOf(dialect, 'traceNumber') ?? 11
  const codeField = fieldOf(dialect, 'responseCode') ?? 39
  const classDigits = network.requestType.slice(0, 2)
  return {
    signOn: () => signOn(network.signOn),
    signOff: () => ask(network.signOff),
    echo: () => ask(network.echo),
    isNetwork: type => type.startsWith(classDigits),
    keyOf: ({ fields }) => `${Number(fields[traceField])} ${fields[network.codeField]}`,
    refusal: ({ fields }) => {
      const code = fields[codeField]?.trim()
      if (code === undefined || code === '') return 'has no response code'
      return code === network.accepted ? undefined : `response code ${code}`
    },
    answerTo: answerWriter(options, codeField),
  }
}

/** Questions of the gateway: each field of the list by its meaning, unless it is constant. */
function questionWriter(
  { settings: { dialect } }: NetworkManagementOptions,
  values: ValueWriters,
  also?: SignOnFields,
): (code: string) => IsoMessage {
  const { network } = dialect
  const constants: { readonly [number: string]: string } = { ...network.constants, ...also?.constants }
  const writers = [...new Set([...fieldNumbers(network.send), ...fieldNumbers(also?.send)])]
    .filter(number => number !== network.codeField && constants[number] === undefined)
    .map(number => {
      const meaning = dialect.fields[number]?.meaning
      const value = meaning && values[meaning]
      // A mistake in the dialect, which is told when the link is made.
      if (!value) throw new Error(`${dialect.name}: network.send has ${number}, which the link cannot fill`)
      return { number, value }
    })
  return code => {
    const fields: Record<number, string> = { ...constants, [network.codeField]: code }
    for (const { number, value } of writers) fields[number] = value()
    return { type: network.requestType, fields }
  }
}

/** What has a value where no merchant and no payment is behind a message. */
export const networkMeanings = [
  ...(['traceNumber', 'transmissionTime', 'localTime', 'localDate', 'localDateAndTime'] as const),
  ...(['institution', 'forwarder'] as const),
] as const satisfies readonly Meaning[]

type ValueWriters = { readonly [meaning in Meaning]?: () => string }

function valuesByMeaning({ settings, clock, random }: NetworkManagementOptions): ValueWriters {
  const { institution, forwarder, timeZone } = settings
  // Each link begins somewhere else, so that two nodes rarely use the same number at the same time.
  let trace = Math.floor(random() * traceNumberMax)
  const offsetMs = offsetOf(timeZone)
  const local = () => new Date(clock.now().getTime() + offsetMs).toISOString().replace(/\D/g, '')
  return {
    traceNumber: () => {
      trace = (trace % traceNumberMax) + 1
      return String(trace).padStart(6, '0')
    },
    transmissionTime: () => clock.now().toISOString().replace(/\D/g, '').slice(4, 14),
    localTime: () => local().slice(8, 14),
    localDate: () => local().slice(4, 8),
    localDateAndTime: () => local().slice(2, 14),
    institution: () => institution,
    ...(forwarder === undefined ? {} : { forwarder: () => forwarder }),
  }
}
const traceNumberMax = 999_999

function offsetOf(timeZone: string): number {
  const minutes = Number(timeZone.slice(1, 3)) * 60 + Number(timeZone.slice(3, 5))
  return (timeZone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** The answer repeats what a question of ours would have, and adds a response code. */
function answerWriter(
  { settings: { dialect }, authentication }: NetworkManagementOptions,
  codeField: number,
): NetworkManagement['answerTo'] {
  const { network } = dialect
  const repeated = networkFields(network)
  const dateField = fieldOf(dialect, 'settlementDate')
  return question => {
    const what = wantedOf(dialect, question)
    const isAccepted =
      what === 'keyChange' ? authentication?.changeKey(question) === 'accepted' : what !== 'notUnderstood'
    const fields: Record<number, string> = {
      [codeField]: isAccepted ? network.accepted : network.notUnderstood,
    }
    for (const number of repeated) {
      const value = question.fields[number]
      if (value !== undefined) fields[number] = value
    }
    const date = dateField === undefined ? undefined : question.fields[dateField]
    const isCutOver = what === 'cutOver' && date !== undefined
    return {
      what: what === 'keyChange' && !isAccepted ? 'notUnderstood' : what,
      answer: { type: answerTypeOf(question.type), fields },
      ...(isCutOver ? { businessDate: date } : {}),
    }
  }
}

/** One more in the third digit; the origin stays, but for the digit that marks a repeat. */
const answerTypeOf = (type: string): string =>
  `${type.slice(0, 2)}${Number(type[2]) + 1}${type[3] === '1' ? '0' : type.slice(3)}`

function wantedOf({ network }: Dialect, { fields }: IsoMessage): HostQuestion['what'] {
  const code = fields[network.codeField] ?? ''
  if (code === network.echo) return 'echo'
  if (code === network.signOn) return 'signOn'
  if (code === network.signOff) return 'signOff'
  if (network.cutOver.includes(code)) return 'cutOver'
  return network.keyChange.includes(code) ? 'keyChange' : 'notUnderstood'
}
