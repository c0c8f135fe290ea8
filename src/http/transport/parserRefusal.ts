import { type HttpRefusal, refuse, refuseMethod } from '../api/refusal.ts'

/** Node's own parser has refused something: our answer to it, or nothing when nobody is left to hear one. */
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

/** The packet that broke the parser has no line end before the place it broke at. */
function isInRequestLine(error: Error): boolean {
  return !brokenPart(error).includes('\n')
}

/** The parser says the same of a line that does not end as it should. */
function isKnownVersion(error: Error): boolean {
  return / HTTP\/1\.[01]\s*$/.test(brokenPart(error).toString('latin1').slice(-20))
}

/** A method of somebody's own, as against bytes that are no HTTP at all, such as a TLS greeting. */
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
