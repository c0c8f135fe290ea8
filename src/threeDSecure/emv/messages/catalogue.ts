// All messages by their type, compiled once for each version: to read leniently, and to write strictly.

import type { ProtocolVersion } from '../settings.ts'
import { protocolVersions } from '../settings.ts'
import { areqRows } from './areq.ts'
import { aresRows } from './ares.ts'
import { creqRows, cresRows } from './creq.ts'
import { erroRows } from './erro.ts'
import { oreqRows, oresRows } from './oreq.ts'
import { preqRows, presRows } from './preq.ts'
import { type CompiledRow, compileRows, type FieldsOf, type MessageRows } from './row.ts'
import { rreqRows, rresRows } from './rreq.ts'

export const messageRows = {
  AReq: areqRows,
  ARes: aresRows,
  CReq: creqRows,
  CRes: cresRows,
  RReq: rreqRows,
  RRes: rresRows,
  PReq: preqRows,
  PRes: presRows,
  OReq: oreqRows,
  ORes: oresRows,
  Erro: erroRows,
} as const satisfies Readonly<Record<string, MessageRows>>

export type MessageKind = keyof typeof messageRows

/** What a message says, without its type and version. */
export type MessageContent<Kind extends MessageKind> = FieldsOf<(typeof messageRows)[Kind]>

/** A message that was read. */
export type ThreeDSecureMessage<Kind extends MessageKind> = {
  readonly [Each in Kind]: MessageContent<Each> & {
    readonly messageType: Each
    readonly messageVersion: ProtocolVersion
  }
}[Kind]

export const isMessageKind = (kind: unknown): kind is MessageKind =>
  typeof kind === 'string' && Object.hasOwn(messageRows, kind)

const compiledKey = (kind: MessageKind, version: ProtocolVersion) => `${kind} ${version}`

function compileAll(isStrict: boolean): ReadonlyMap<string, readonly CompiledRow[]> {
  return new Map(
    Object.entries(messageRows).flatMap(([kind, rows]) =>
      protocolVersions.map(version => [`${kind} ${version}`, compileRows(rows, { version, isStrict })]),
    ),
  )
}

const readRows = compileAll(false)
const writtenRows = compileAll(true)

export const rowsToRead = (kind: MessageKind, version: ProtocolVersion): readonly CompiledRow[] =>
  readRows.get(compiledKey(kind, version)) ?? []
export const rowsToWrite = (kind: MessageKind, version: ProtocolVersion): readonly CompiledRow[] =>
  writtenRows.get(compiledKey(kind, version)) ?? []
