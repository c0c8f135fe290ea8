// The listener of a directory server: HTTPS with certificates both ways, and what can go wrong on the wire.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { acceptsGzip } from '../http/transport/reply.ts'
import { tlsOptions } from '../http/transport/tls.ts'
import { readUpTo } from '../platform/files.ts'
import { type DirectoryMeans, type DirectoryReply, directoryReply, errorReply, kindOf } from './directory.ts'
import type { HitFault, requestFaults } from './faults.ts'
import { answerText, rangeFileEntries } from './rangeAnswer.ts'
import { parsedContent } from './readMessage.ts'
import type { SchemeCertificates } from './schemeCertificates.ts'

type RequestFault = HitFault<keyof typeof requestFaults>

const requestBytesMax = 1_000_000
export const rangeFilePath = '/card-ranges.json'

export function createDirectoryListener(
  certificates: SchemeCertificates,
  means: () => DirectoryMeans,
): Server {
  const { server, authority } = certificates
  const tls = tlsOptions({
    ...{ certificatePem: server.certificatePem, keyPem: server.keyPem },
    clientAuthoritiesPem: authority.certificatePem,
  })
  return createServer(tls, (request, response) => {
    const { socket } = request
    respond(means(), request, response).catch(() => socket.destroy())
  })
}

async function respond(
  means: DirectoryMeans,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET' && request.url === rangeFilePath) return sendFile(means, request, response)
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  const scheme = means.scheme.name
  if (means.faults.draw('wire', { scheme })) return dropBytes(means, request)
  const text = (await readUpTo(request, requestBytesMax)).toString()
  const fault = means.faults.draw('request', { scheme, kind: kindOf(text) })
  if (fault?.name === 'drop-request') {
    countLost(means, text)
    return void request.socket.destroy()
  }
  const reply = fault && replacedReply(means, text, fault)
  await send({ request, response }, reply ?? (await directoryReply(means, text)), fault)
}

/** Ends the connection as soon as anything of the body is there. */
async function dropBytes(means: DirectoryMeans, request: IncomingMessage): Promise<void> {
  const { socket } = request
  for await (const chunk of request) {
    countLost(means, String(chunk))
    break
  }
  socket.destroy()
}

/** What was sent counts as sent, whatever becomes of it. */
function countLost({ record }: DirectoryMeans, text: string): void {
  const [, id] = /"messageType"\s*:\s*"AReq"/.test(text)
    ? (/"threeDSServerTransID"\s*:\s*"([^"]+)"/.exec(text) ?? [])
    : []
  if (id !== undefined) record.countRequest(id)
}

/** Instead of an answer; the request is not processed. */
function replacedReply(
  means: DirectoryMeans,
  text: string,
  { name, code }: RequestFault,
): DirectoryReply | undefined {
  if (name !== 'erro' && name !== 'http-error' && name !== 'not-json') return undefined
  countLost(means, text)
  if (name === 'http-error') return { status: Number(code ?? 503), pieces: ['Out of order'] }
  if (name === 'not-json') return { status: 200, pieces: ['<!doctype html><title>Maintenance</title>'] }
  const error = { code: code ?? '403', detail: 'On command.' }
  return errorReply(means, error, parsedContent(text), { isDeliberate: true })
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

async function send(
  { request, response }: Exchange,
  { status, pieces }: DirectoryReply,
  fault: RequestFault | undefined,
): Promise<void> {
  if (fault?.name === 'silence') return
  if (fault?.name === 'slow') await pause(fault.ms ?? 9_000, undefined, { ref: false })
  if (fault?.name === 'drop-answer') return void request.socket.destroy()
  const isZipped = acceptsGzip(headerOf(request, 'accept-encoding'))
  const requestId = headerOf(request, 'x-request-id')
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    ...(isZipped && { 'content-encoding': 'gzip' }),
    ...(requestId !== undefined && { 'x-response-id': requestId }),
  })
  if (fault?.name === 'cut-answer') {
    const [first = ''] = pieces
    return void response.write(first.slice(0, first.length >> 1), () => request.socket.destroy())
  }
  const body = Readable.from(pieces)
  await (isZipped ? pipeline(body, createGzip(), response) : pipeline(body, response))
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The whole list, or a part of it: downloads can be taken up again. */
async function sendFile({ book }: DirectoryMeans, request: IncomingMessage, response: ServerResponse) {
  const file = Buffer.concat([...answerText({}, rangeFileEntries(book))].map(piece => Buffer.from(piece)))
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'accept-ranges': 'bytes' }
  if (from === undefined)
    return void response.writeHead(200, { ...headers, 'content-length': file.length }).end(file)
  const [first, last] = [Number(from), to ? Math.min(Number(to), file.length - 1) : file.length - 1]
  if (first > last) return void response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
  const part = file.subarray(first, last + 1)
  const range = `bytes ${first}-${last}/${file.length}`
  response.writeHead(206, { ...headers, 'content-range': range, 'content-length': part.length }).end(part)
}
