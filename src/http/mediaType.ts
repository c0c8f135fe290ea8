import type { IncomingHttpHeaders } from 'node:http'
import { type Refusal, refuse } from './refusal.ts'

/**
 * The body is read as JSON when it says nothing, JSON or plain text, in UTF-8 and not compressed. Where it is
 * strict only JSON will do: a web page can send the others anywhere without asking first.
 */
export function judgeMediaType(headers: IncomingHttpHeaders, isStrict = false): Refusal | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return refuse('mediaType')
  if (type === undefined) return isStrict ? refuse('mediaType') : undefined
  if (usual.has(type)) return undefined
  const [essence = '', ...parameters] = type.toLowerCase().split(';', parametersMax + 2)
  const isKnown = isStrict ? essence.trim() === 'application/json' : essences.has(essence.trim())
  if (!isKnown || parameters.length > parametersMax) return refuse('mediaType')
  return parameters.every(isHarmless) ? undefined : refuse('mediaType')
}

const usual = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])
const essences = new Set(['application/json', 'text/plain'])
const parametersMax = 8

/** Parameters other than the charset say nothing about how to read the bytes. */
function isHarmless(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2)
  return name.trim() !== 'charset' || /^\s*(?:utf-?8|"utf-?8")\s*$/.test(value)
}
