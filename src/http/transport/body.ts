// The body of a request: receiving its bytes within a limit, checking its media type, and reading forms.

import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Rejection } from '../../orders/rejection.ts'
import type { HttpExchange } from './connections.ts'
import { hasBody } from './framing.ts'
import { emptyObject, type JsonObject } from './json.ts'
import { nameLengthMax } from './jsonText.ts'
import { type HttpRefusal, refuse, unreadable } from './refusals.ts'

/**
 * The bytes that were sent, or why they are refused; 'GONE' when the client left before the body was
 * complete.
 */
type ReceivedBody = Buffer | HttpRefusal | 'GONE'

/** The properties of a route that decide which bodies it accepts. */
type BodyRules = {
  readonly reads?: 'json' | 'form' | 'signed'
  readonly access: 'merchant' | 'public' | 'local'
}

/**
 * Checks the media type and the size, then receives the bytes. A body on a GET or DELETE is read to its end.
 */
export function receiveBody(
  exchange: HttpExchange,
  rules: BodyRules,
  bytesMax: number,
): Promise<ReceivedBody> {
  const { request, response, expectation } = exchange
  if (!hasBody(request)) return noBody
  const flaw = isBodyWanted(request) ? checkType(request, rules) : undefined
  if (flaw !== undefined) return Promise.resolve(flaw)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    return Promise.resolve(refuse('bodyTooLarge'))
  if (expectation === 'continue') response.writeContinue()
  return readBody(request, bytesMax)
}

export const isBodyWanted = ({ method }: IncomingMessage): boolean => method === 'PUT' || method === 'POST'

/** Without credentials the content type must name JSON: any page can make a browser send other text. */
function checkType({ headers }: IncomingMessage, { reads, access }: BodyRules): HttpRefusal | undefined {
  return reads === 'form' ? checkFormType(headers) : checkJsonType(headers, access !== 'merchant')
}

function readBody(request: IncomingMessage, bytesMax: number): Promise<ReceivedBody> {
  // When the client left while its credentials were looked up, neither 'end' nor 'close' is emitted any more.
  if (request.destroyed) return Promise.resolve('GONE')
  return new Promise(resolve => {
    let body: Buffer = emptyBody
    let size = 0
    request.on('data', (chunk: Buffer) => {
      if (size + chunk.length > bytesMax) {
        request.removeAllListeners('data').pause()
        return resolve(refuse('bodyTooLarge'))
      }
      body = size === 0 ? chunk : appended(body, size, chunk)
      size += chunk.length
    })
    request.on('end', () => resolve(body.subarray(0, size)))
    request.on('close', () => resolve('GONE'))
  })
}

const emptyBody = Buffer.alloc(0)
const noBody: Promise<ReceivedBody> = Promise.resolve(emptyBody)

/** One buffer that doubles: a body sent byte by byte must not become a quarter of a million objects. */
function appended(body: Buffer, size: number, chunk: Buffer): Buffer {
  const needed = size + chunk.length
  const room = body.length >= needed ? body : Buffer.alloc(Math.max(needed, size * 2, roomMin))
  if (room !== body) body.copy(room, 0, 0, size)
  chunk.copy(room, size)
  return room
}

const roomMin = 4_096

/**
 * The body is read as JSON when its content type is absent, JSON or plain text, in UTF-8 and not compressed.
 * With isStrict only JSON is accepted: a web page can send the others anywhere without a preflight.
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

/** The type without its parameters; empty where they name another charset than UTF-8. */
function essenceOf(type: string): string {
  const [essence = '', ...parameters] = type.toLowerCase().split(';', parametersMax + 2)
  return parameters.length <= parametersMax && parameters.every(isHarmless) ? essence.trim() : ''
}

const isCompressed = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'

/** Parameters other than the charset do not change how the bytes are read. */
function isHarmless(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2)
  return name.trim() !== 'charset' || /^\s*(?:utf-?8|"utf-?8")\s*$/.test(value)
}

export const formFieldsMax = 100

/**
 * A name may occur once: two programs that read a form with a repeated name may each use another of the
 * values.
 */
export function readForm(body: Buffer): { readonly value: JsonObject } | { readonly rejection: Rejection } {
  if (!isUtf8(body)) return { rejection: unreadable('The body is not valid UTF-8.') }
  const pairs = body.toString('utf8').split('&', formFieldsMax + 1)
  if (pairs.length > formFieldsMax)
    return { rejection: unreadable(`The form has more than ${formFieldsMax} fields.`) }
  const value = emptyObject()
  for (const pair of pairs) {
    if (pair === '') continue
    const equalsAt = pair.indexOf('=')
    const nameEnd = equalsAt === -1 ? pair.length : equalsAt
    if (nameEnd > nameLengthMax)
      return { rejection: unreadable(`The form has a name of more than ${nameLengthMax} characters.`) }
    const name = decodedText(pair.slice(0, nameEnd))
    const text = decodedText(pair.slice(nameEnd + 1))
    if (name === undefined || text === undefined)
      return { rejection: unreadable('The form is not valid percent-encoded UTF-8.') }
    if (Object.hasOwn(value, name)) return { rejection: unreadable('A field occurs twice in the form.') }
    value[name] = text
  }
  return { value }
}

/** Refuses broken escapes, overlong forms and encoded surrogates. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** As forms and query strings write it: a space is a plus sign. */
export const decodedText = (text: string): string | undefined => decode(text.replaceAll('+', ' '))
