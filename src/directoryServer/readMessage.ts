// Reads a message that came: JSON, of a kind that is expected, in a version that is spoken, without flaws.

import { duplicateKeys } from './duplicateKeys.ts'
import type { ProtocolError } from './errorMessage.ts'
import { criticalExtensions } from './tables/extensions.ts'
import { isContent, type MessageFlaw, type WireMessage } from './tables/forms.ts'
import type { ReceiverTable } from './tables/messageTable.ts'
import { isSpoken, type SpokenVersion } from './versions.ts'

export type ReadMessage = {
  readonly kind: string
  readonly version: SpokenVersion
  readonly content: WireMessage
}

export type UnreadMessage = {
  readonly error: ProtocolError
  /** As far as it could be parsed. */
  readonly content?: WireMessage
}

type ExpectedMessages = {
  readonly tables: Readonly<Record<string, ReceiverTable>>
  readonly versions: readonly SpokenVersion[]
}

export function readMessage(
  text: string,
  { tables, versions }: ExpectedMessages,
): ReadMessage | UnreadMessage {
  const content = parsedContent(text)
  if (content === undefined) return { error: { code: '101', detail: 'The text is no JSON object.' } }
  const { messageType: kind, messageVersion: version } = content
  if (typeof kind !== 'string' || !Object.hasOwn(tables, kind))
    return { error: { code: '101', detail: 'messageType' }, content }
  if (version === undefined || version === null || version === '')
    return { error: { code: '201', detail: 'messageVersion' }, content }
  if (!isSpoken(version) || !versions.includes(version))
    return { error: { code: '102', detail: versions.join(',') }, content }
  const twice = duplicateKeys(text)
  if (twice.length > 0) return { error: { code: '204', detail: twice.join(',') }, content }
  const error = flawOf(content, tables[kind]?.(content, version) ?? [])
  return error ? { error, content } : { kind, version, content }
}

export function parsedContent(text: string): WireMessage | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isContent(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** An error has one code: what is missing counts most, and all fields with that code are named. */
const byWeight = ['204', '201', '202', '203', '207', '304', '306'] as const

function flawOf(content: WireMessage, flaws: readonly MessageFlaw[]): ProtocolError | undefined {
  const critical = criticalExtensions(content).map(id => ({ code: '202', field: id }))
  const all = [...flaws, ...critical]
  const code = byWeight.find(each => all.some(flaw => flaw.code === each))
  if (code === undefined) return undefined
  const fields = all.filter(flaw => flaw.code === code).map(({ field }) => field)
  return { code, detail: [...new Set(fields)].join(',') }
}
