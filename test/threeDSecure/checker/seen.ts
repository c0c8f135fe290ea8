import { isArray, isObject, type Json, type JsonObject } from './json.ts'

export const versions = ['2.1.0', '2.2.0', '2.3.1'] as const
export type Version = (typeof versions)[number]

export const kinds = [
  ...(['AReq', 'ARes', 'CReq', 'CRes', 'RReq', 'RRes', 'PReq', 'PRes', 'OReq', 'ORes', 'Erro'] as const),
]
export type Kind = (typeof kinds)[number]

/** What was said before, as the texts that went over the wire. */
export interface Conversation {
  readonly areq?: string
  readonly ares?: string
  readonly rreq?: string
  readonly preq?: string
  readonly creq?: string
}

/** What a reader knows beside the message. */
export interface About {
  /** The version of the transaction. Without it, or a conversation, the message's own. */
  readonly version?: Version
  /** What the receiver waits for; without it, any kind. */
  readonly expected?: readonly Kind[]
  readonly conversation?: Conversation
  /** Ids of extensions that the receiver understands. */
  readonly extensions?: readonly string[]
  /** A directory server's own rule lets an I stand without an exemption asked for. */
  readonly isInformationByRule?: boolean
  /** On one machine addresses may be plain http to the loopback. */
  readonly isLoopbackAllowed?: boolean
  /** When the message came, in milliseconds since 1970: a purchase date is held against it. */
  readonly atMs?: number
}

/** A message being judged, with all that its conditions ask. */
export interface Seen {
  readonly kind: Kind
  readonly version: Version
  readonly message: JsonObject
  readonly areq: JsonObject | undefined
  readonly ares: JsonObject | undefined
  readonly rreq: JsonObject | undefined
  readonly preq: JsonObject | undefined
  readonly creq: JsonObject | undefined
  readonly about: About
}

export const textIn = (message: JsonObject | undefined, name: string): string | undefined => {
  const value = message?.[name]
  return typeof value === 'string' ? value : undefined
}

/** A string, or the strings of an array: some fields are the one before 2.3.1 and the other from then on. */
export function textsIn(message: JsonObject | undefined, name: string): readonly string[] {
  const value: Json | undefined = message?.[name]
  const values = isArray(value) ? value : [value]
  return values.filter(each => typeof each === 'string')
}

export const nestedIn = (message: JsonObject, name: string): JsonObject => {
  const value = message[name]
  return isObject(value) ? value : {}
}

/** An ARes does not repeat its category: a payment unless its request says otherwise. */
export const isPayment = ({ kind, message, areq }: Seen): boolean =>
  (kind === 'ARes' ? (textIn(areq, 'messageCategory') ?? '01') : message.messageCategory) === '01'

/** The channel of the request; browser unless something says otherwise. */
export const channelOf = ({ kind, message, areq }: Seen): string | undefined =>
  kind === 'AReq' ? textIn(message, 'deviceChannel') : (textIn(areq, 'deviceChannel') ?? '02')
