import type { Finding } from './findings.ts'
import { protocolVersion } from './forms.ts'
import { isObject, type JsonObject, readText } from './json.ts'
import { type About, type Kind, kinds, type Seen, textIn, type Version, versions } from './seen.ts'

/** A message with its kind, version and what went before; only findings where that much cannot be read. */
export interface Reading {
  readonly seen: Seen | undefined
  readonly findings: readonly Finding[]
}

export function readMessage(text: string, about: About): Reading {
  const read = readText(text)
  if (!read || !isObject(read.value)) return notAMessage('no JSON object')
  const message = read.value
  const kind = kinds.find(each => each === message.messageType)
  if (!kind) return notAMessage('no known messageType')
  if (about.expected && !about.expected.includes(kind)) return notAMessage(`${kind} is not for this receiver`)
  const before = earlier(about)
  const { version, findings } = versionOf(message, kind, about.version ?? versionIn(before))
  const twice = read.twice.map(field => ({ code: '204', fields: [field], why: 'is there twice' }))
  const found = [...findings, ...twice]
  if (!version) return { seen: undefined, findings: found }
  if (version !== '2.3.1' && (kind === 'OReq' || kind === 'ORes'))
    return notAMessage(`no ${kind} in ${version}`)
  return { seen: { kind, version, message, about, ...before }, findings: found }
}

const notAMessage = (why: string): Reading => ({
  seen: undefined,
  findings: [{ code: '101', fields: ['messageType'], why }],
})

type Earlier = Pick<Seen, 'areq' | 'ares' | 'rreq' | 'preq' | 'creq'>

function earlier({ conversation = {} }: About): Earlier {
  const { areq, ares, rreq, preq, creq } = conversation
  return {
    areq: objectIn(areq),
    ares: objectIn(ares),
    rreq: objectIn(rreq),
    preq: objectIn(preq),
    creq: objectIn(creq),
  }
}

export function objectIn(text: string | undefined): JsonObject | undefined {
  const value = text === undefined ? undefined : readText(text)?.value
  return isObject(value) ? value : undefined
}

const versionIn = ({ areq, ares, rreq, preq }: Earlier): Version | undefined =>
  knownVersion(textIn(areq ?? ares ?? rreq ?? preq, 'messageVersion'))

const knownVersion = (text: string | undefined) => versions.find(each => each === text)

interface ReadVersion {
  readonly version: Version | undefined
  readonly findings: readonly Finding[]
}

/** Which table to read by. The first message of a transaction says it for all that follow. */
function versionOf(message: JsonObject, kind: Kind, settled: Version | undefined): ReadVersion {
  const said = message.messageVersion
  const field = { fields: ['messageVersion'] }
  if (said === undefined || said === null || said === '')
    return { version: settled, findings: [{ code: '201', ...field, why: 'is missing', orElse: ['102'] }] }
  if (typeof said !== 'string')
    return { version: settled, findings: [{ code: '203', ...field, why: 'is no string', orElse: ['102'] }] }
  const version = knownVersion(said)
  // Whoever could not read a version may answer in one of its own.
  if (kind === 'Erro') {
    const why = 'has not its form'
    const findings = protocolVersion.faultOf(said, {}) ? [{ code: '203', ...field, why }] : []
    return { version: version ?? settled ?? '2.2.0', findings }
  }
  if (settled === undefined && version === undefined)
    return { version, findings: [{ code: '102', ...field, why: 'is not supported' }] }
  if (settled === undefined || settled === version) return { version, findings: [] }
  const orElse = version ? [] : ['102']
  return { version: settled, findings: [{ code: '203', ...field, why: `was ${settled} before`, orElse }] }
}
