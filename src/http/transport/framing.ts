// Checks of HTTP framing beyond those of Node's parser, and the refusals for what the parser itself rejected.

import type { IncomingMessage } from 'node:http'
import type { HttpLimits } from './limits.ts'
import { type HttpRefusal, refuse, refuseMethod } from './refusals.ts'

/** Refuses what Node's parser accepts and we do not; each of these refusals ends the connection. */
export function checkFraming(request: IncomingMessage, limits: HttpLimits): HttpRefusal | undefined {
  const { httpVersion, headers, url = '' } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return refuse(httpVersion === '0.9' ? 'malformedRequest' : 'httpVersion')
  }
  if (url.length > limits.urlBytesMax) return refuse('pathTooLong')
  if (isTooMuch(request.rawHeaders, limits)) return refuse('headersTooLarge')
  if (headers.host === undefined ? httpVersion === '1.1' : !hostForm.test(headers.host))
    return refuse('hostHeader')
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  // A proxy that reads another coding, or chunked in HTTP/1.0, differently would see another body than we do.
  return coding.toLowerCase() === 'chunked' && httpVersion === '1.1' ? undefined : refuse('transferEncoding')
}

/** Duplicates arrive joined by a comma, so two hosts do not fit this form. */
const hostForm = /^[A-Za-z0-9._~!$&'()*+;=:%[\]-]*$/

/** Node counts pairs and drops what is over the count silently; we count here and refuse. */
function isTooMuch(rawHeaders: readonly string[], { headersMax, headerBytesMax }: HttpLimits): boolean {
  if (rawHeaders.length > headersMax * 2) return true
  let bytes = 0
  for (const part of rawHeaders) bytes += part.length + 2
  return bytes > headerBytesMax
}

/**
 * Whether the body will be longer than the limit, or of unknown length: then it is not worth reading to its
 * end.
 */
export function isBodyLong(request: IncomingMessage, { bodyBytesMax }: HttpLimits): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return coding !== undefined || Number(length ?? 0) > bodyBytesMax
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * The refusal for an error of Node's own parser; undefined when the client is gone and cannot receive one.
 */
export function parserRefusal(error: Error): HttpRefusal | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'ECONNRESET' || code === 'EPIPE') return undefined
  if (code === 'HPE_HEADER_OVERFLOW')
    return refuse(isInRequestLine(error) ? 'pathTooLong' : 'headersTooLarge')
  if (code === 'HPE_INVALID_METHOD' && namesMethod(error))
    return { ...refuseMethod(everyMethod), closes: true }
  if (code === 'HPE_INVALID_VERSION' && isKnownVersion(error)) return refuse('malformedRequest')
  return refuse(refusalsByCode.get(code) ?? 'malformedRequest')
}

const refusalsByCode = new Map<string, Parameters<typeof refuse>[0]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'requestTimeout'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'bodyTooLarge'],
  ['HPE_INVALID_TRANSFER_ENCODING', 'transferEncoding'],
  ['HPE_INVALID_VERSION', 'httpVersion'],
  ['HPE_PAUSED_H2_UPGRADE', 'httpVersion'],
])

export const everyMethod = 'DELETE, GET, OPTIONS, POST, PUT'

/** Whether the packet has no line end before the byte at which the parser failed. */
function isInRequestLine(error: Error): boolean {
  return !brokenPart(error).includes('\n')
}

/** The parser reports the same error for a request line that does not end as it should. */
function isKnownVersion(error: Error): boolean {
  return / HTTP\/1\.[01]\s*$/.test(brokenPart(error).toString('latin1').slice(-20))
}

/** Whether it is an unknown method, as against bytes that are not HTTP at all, such as a TLS greeting. */
function namesMethod(error: Error): boolean {
  return /^[\w!#$%&'*+.^`|~-]{1,32} \S{1,200} HTTP\/1\.[01]\r\n/.test(
    packetOf(error).toString('latin1', 0, 300),
  )
}

function brokenPart(error: Error): Buffer {
  const end = 'bytesParsed' in error && typeof error.bytesParsed === 'number' ? error.bytesParsed : undefined
  return packetOf(error).subarray(0, end)
}

function packetOf(error: Error): Buffer {
  return 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : noPacket
}

const noPacket = Buffer.alloc(0)
