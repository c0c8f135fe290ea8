import type { IncomingMessage } from 'node:http'
import { type HttpRefusal, refuse } from '../api/refusal.ts'
import type { HttpLimits } from './limits.ts'

/** What Node's parser lets through and we do not; everything here ends the connection. */
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
 * Whether the body will be longer than we take, or of unknown length: then it is not worth reading to its
 * end.
 */
export function isBodyLong(request: IncomingMessage, { bodyBytesMax }: HttpLimits): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return coding !== undefined || Number(length ?? 0) > bodyBytesMax
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
