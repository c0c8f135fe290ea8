// Messages as text: what we write is checked strictly, what others write is read leniently.

import { duplicateKeys } from '../../platform/duplicateKeys.ts'
import type { Fields, Setting } from './conditions.ts'
import {
  isMessageKind,
  type MessageContent,
  type MessageKind,
  rowsToRead,
  rowsToWrite,
  type ThreeDSecureMessage,
} from './messages/catalogue.ts'
import { type ErrorFacts, errorOf, FaultList } from './messages/faults.ts'
import { uuidForm } from './messages/form.ts'
import { type CompiledRow, checkRow, isFields } from './messages/row.ts'
import { type ProtocolVersion, protocolVersions } from './settings.ts'

/** What a message may be, where it is read. */
export type ExpectedMessage<Kind extends MessageKind> = Setting & {
  readonly kinds: readonly Kind[]
  /** The version of the transaction, where there is one: it stays what it was. */
  readonly version?: ProtocolVersion
  /** The versions that are spoken here. All, unless given. */
  readonly versions?: readonly ProtocolVersion[]
}

export type MessageReading<Kind extends MessageKind> =
  | { readonly message: ThreeDSecureMessage<Kind> }
  | { readonly erro: ErrorFacts; readonly about: MessageHead }

/** What is known of a message that is wrong, or could be read: an error repeats it. */
export type MessageHead = {
  readonly messageType?: MessageKind
  readonly messageVersion?: ProtocolVersion
  readonly threeDSServerTransID?: string
  readonly acsTransID?: string
  readonly dsTransID?: string
}

/**
 * Never throws: what cannot be used is told as the error that its sender gets. Fields that we do not know
 * stay.
 */
export function readMessage<Kind extends MessageKind>(
  text: string,
  expected: ExpectedMessage<Kind>,
): MessageReading<Kind> {
  const fields = parsed(text)
  const about = { ...headOf(fields ?? {}), ...knownHead(expected) }
  if (fields === undefined) return { erro: errorOf('101', 'not a JSON object'), about }
  const kind = expected.kinds.find(each => each === fields.messageType)
  if (kind === undefined) return { erro: errorOf('101', 'messageType'), about }
  const version = kind === 'Erro' ? versionOfError(fields, expected) : versionOf(fields, expected)
  if (typeof version !== 'string') return { erro: version, about }
  const rows = rowsToRead(kind, version)
  if (rows.length === 0) return { erro: errorOf('101', 'messageType'), about }
  const message: Record<string, unknown> = { ...fields, messageType: kind, messageVersion: version }
  const erro = faultOf(message, rows, expected, kind === 'Erro' ? [] : duplicateKeys(text))
  if (erro !== undefined) return { erro, about }
  return isOfKind(message, kind, version) ? { message } : { erro: errorOf('101', 'messageType'), about }
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isVersion = (value: unknown): value is ProtocolVersion => protocolVersions.some(each => each === value)

/** The version by whose tables a message is read, or why there is none. */
function versionOf(
  { messageVersion }: Fields,
  { version, versions = protocolVersions }: ExpectedMessage<MessageKind>,
): ProtocolVersion | ErrorFacts {
  if (messageVersion === undefined || messageVersion === null || messageVersion === '')
    return errorOf('201', 'messageVersion')
  if (typeof messageVersion !== 'string' || !/^\d+\.\d+\.\d+$/.test(messageVersion))
    return errorOf('203', 'messageVersion')
  const spoken = version === undefined ? versions : [version]
  if (isVersion(messageVersion) && spoken.includes(messageVersion)) return messageVersion
  return isVersion(messageVersion) && version !== undefined
    ? errorOf('203', 'messageVersion')
    : errorOf('102', versions.join(','))
}

/** Whoever does not speak our version says so in one of its own. */
const versionOfError = ({ messageVersion }: Fields, { version }: ExpectedMessage<MessageKind>) =>
  isVersion(messageVersion) ? messageVersion : (version ?? '2.2.0')

/** Takes away what is read leniently and is wrong. */
function faultOf(
  message: Record<string, unknown>,
  rows: readonly CompiledRow[],
  setting: Setting,
  duplicates: readonly string[],
): ErrorFacts | undefined {
  const faults = new FaultList()
  for (const path of duplicates) faults.add('204', path)
  for (const row of rows) {
    const report = row.isLenient ? () => delete message[row.name] : faults.add
    checkRow(row, message, setting, row.name, report)
  }
  const others = message.messageType === 'Erro' ? [] : otherIds(message, setting)
  return faults.gravest() ?? (others.length > 0 ? errorOf('301', others.join(',')) : undefined)
}

/** The names of ids that are not those of the transaction. */
const otherIds = (message: Fields, { asked, ids }: Setting): readonly string[] =>
  Object.entries({ threeDSServerTransID: asked?.threeDSServerTransID, ...ids }).flatMap(([name, id]) =>
    id === undefined || message[name] === undefined || isSameId(id, message[name]) ? [] : [name],
  )

/** Ids may come back in other letters. */
export const isSameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()

/** Its fields were checked by the rows of its kind: this tells the compiler. */
function isOfKind<Kind extends MessageKind>(
  message: Fields,
  kind: Kind,
  version: ProtocolVersion,
): message is ThreeDSecureMessage<Kind> & Fields {
  return message.messageType === kind && message.messageVersion === version
}

function headOf(fields: Fields): MessageHead {
  const { messageType, messageVersion } = fields
  const ids = (['threeDSServerTransID', 'acsTransID', 'dsTransID'] as const).flatMap(name => {
    const id = fields[name]
    return typeof id === 'string' && uuidForm.test(id) ? [[name, id] as const] : []
  })
  return {
    ...Object.fromEntries(ids),
    ...(isMessageKind(messageType) && { messageType }),
    ...(isVersion(messageVersion) && { messageVersion }),
  }
}

/** Of a transaction of ours, whatever the message says. */
const knownHead = ({ version, asked, ids }: ExpectedMessage<MessageKind>): MessageHead => ({
  ...(version !== undefined && { messageVersion: version }),
  ...(typeof asked?.threeDSServerTransID === 'string' && {
    threeDSServerTransID: asked.threeDSServerTransID,
  }),
  ...ids,
})

/** A message that its table does not allow is a mistake of ours: it throws, and names fields, not values. */
export function writeMessage<Kind extends MessageKind>(
  kind: Kind,
  version: ProtocolVersion,
  content: MessageContent<Kind>,
  setting: Setting = {},
): string {
  const message = asMessage(kind, version, content)
  const rows = rowsToWrite(kind, version)
  const faults = new FaultList()
  const written: Record<string, unknown> = { messageType: kind, messageVersion: version }
  for (const row of rows) {
    checkRow(row, message, setting, row.name, faults.add)
    written[row.name] = message[row.name]
  }
  for (const [name, value] of Object.entries(message))
    if (value !== undefined && !Object.hasOwn(written, name)) faults.add('203', name)
  const erro = rows.length === 0 ? errorOf('101', 'messageType') : faults.gravest()
  if (erro !== undefined)
    throw new Error(`a written ${kind} of ${version} is wrong: ${erro.errorCode} ${erro.errorDetail}`)
  return JSON.stringify(written)
}

/**
 * What can be written: optional values that the table does not allow are left out, and required ones that are
 * missing or not allowed are named.
 */
export function fitContent<Kind extends MessageKind>(
  kind: Kind,
  version: ProtocolVersion,
  content: MessageContent<Kind>,
): { readonly content: MessageContent<Kind>; readonly lacks: readonly string[] } {
  const kept: MessageContent<Kind> = { ...content }
  const { leftOut, lacks } = judgeRows(rowsToWrite(kind, version), asMessage(kind, version, content))
  for (const name of leftOut) Reflect.deleteProperty(kept, name)
  return { content: kept, lacks }
}

/** Of some fields, those that a message with such values would lack. */
export function lackingOf(
  kind: MessageKind,
  version: ProtocolVersion,
  values: object,
  names: ReadonlySet<string>,
): readonly string[] {
  const rows = rowsToWrite(kind, version).filter(({ name }) => names.has(name))
  return judgeRows(rows, asMessage(kind, version, values)).lacks
}

function judgeRows(rows: readonly CompiledRow[], message: Record<string, unknown>) {
  const leftOut = new Set<string>()
  const lacks = new Set<string>()
  for (const row of rows)
    checkRow(row, message, {}, row.name, (code, path) => {
      if (code === '201' && path === row.name) return
      leftOut.add(row.name)
      delete message[row.name]
    })
  // What was left out may be what another value was needed for, or be needed itself.
  for (const row of rows) checkRow(row, message, {}, row.name, () => lacks.add(row.name))
  return { leftOut, lacks: [...lacks] }
}

const asMessage = (
  kind: MessageKind,
  version: ProtocolVersion,
  content: object,
): Record<string, unknown> => ({
  ...content,
  messageType: kind,
  messageVersion: version,
})
