import type { IncomingHttpHeaders } from 'node:http'
import { type HttpRefusal, refuse } from '../api/refusal.ts'

/**
 * The body is read as JSON when it says nothing, JSON or plain text, in UTF-8 and not compressed. Where it is
 * strict only JSON will do: a web page can send the others anywhere without asking first.
 */
export function checkJsonType(headers: IncomingHttpHeaders, isStrict = false): HttpRefusal | undefined {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (isCompressed(encoding)) return refuse('mediaType')
  if (type === undefined) return isStrict ? refuse('mediaType') : undefined
  if (usual.has(type)) return undefined
  const essence = essenceOf(type)
  const isKnown = isStrict ? essence === 'application/json' : essences.has(essence)
  return isKnown ? undefined : refuse('mediaType')
}

/** What a browser posts from a form, in UTF-8 and not compressed. */
export function checkFormType(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding } = headers
  if (isCompressed(encoding)) return refuse('formType')
  return essenceOf(type) === 'application/x-www-form-urlencoded' ? undefined : refuse('formType')
}

const usual = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
])
const essences = new Set(['application/json', 'text/plain'])
const parametersMax = 8

/** The type without its parameters; nothing where they say that the text is not UTF-8. */
function essenceOf(type: string): string {
  const [essence = '', ...parameters] = type.toLowerCase().split(';', parametersMax + 2)
  return parameters.length <= parametersMax && parameters.every(isHarmless) ? essence.trim() : ''
}

const isCompressed = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'

/** Parameters other than the charset say nothing about how to read the bytes. */
function isHarmless(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2)
  return name.trim() !== 'charset' || /^\s*(?:utf-?8|"utf-?8")\s*$/.test(value)
}
