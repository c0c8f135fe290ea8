// The adapter of the provider host: verifies calls, has them executed and signs the answers, with the faults
// that were ordered.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readUpTo } from '../platform/files.ts'
import {
  type ProtocolCall,
  protocolBodyBytesMax,
  protocolCallNames,
  protocolErrors,
} from '../providers/protocol/declaration.ts'
import {
  protocolError,
  readCall,
  writeAnswer,
  writeDescription,
  writeError,
} from '../providers/protocol/messages.ts'
import { newProtocolSecret, signMessage, verifyMessage } from '../providers/protocol/signature.ts'
import type { HostReply } from './hostCalls.ts'
import type { CallFault, HostFaultDeck } from './hostFaults.ts'

export type ReceivedCall = {
  readonly atMs: number
  readonly call: string
  readonly paymentId: string
  readonly status: number
  readonly state?: string
  readonly fault?: string
}

export type AdapterMeans = {
  readonly secrets: HostSecrets
  readonly faults: HostFaultDeck
  readonly nowMs: () => number
  readonly execute: (call: ProtocolCall) => HostReply
  /** Whether a call of this payment is executed and never answered, because its reference says so. */
  readonly isSilentAbout: (call: ProtocolCall) => boolean
  readonly record: (received: ReceivedCall) => void
}

/** Who signs with them is in the name. */
export type HostSecrets = { readonly gateway: readonly string[]; readonly provider: readonly string[] }

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createAdapter(means: AdapterMeans): RequestHandler {
  const memory: ReplyMemory = { last: undefined }
  return (request, response) => serveCall({ means, memory, response }, request)
}

/** The signed answer before this one. */
type ReplyMemory = { last: SignedReply | undefined }
type Serving = {
  readonly means: AdapterMeans
  readonly memory: ReplyMemory
  readonly response: ServerResponse
}

async function serveCall(serving: Serving, request: IncomingMessage): Promise<void> {
  const { means, response } = serving
  if (request.method === 'GET') return describe(response)
  const path = (request.url ?? '').split('?')[0] ?? ''
  const bytes = await readUpTo(request, protocolBodyBytesMax)
  const body = bytes.toString()
  const at = new Date(means.nowMs())
  const verified = verifyMessage({ headers: request.headers, body, secrets: means.secrets.gateway, at })
  const name = protocolCallNames.find(each => path === `/v1/${each}`)
  if ('flaw' in verified || bytes.length > protocolBodyBytesMax) return refuseUnsigned(response, verified)
  const fault = means.faults.draw(name ?? '')
  if (fault?.name === 'drop-request') return drop(response)
  if (fault?.name === 'http-error') return void response.writeHead(500).end('<h1>Something went wrong</h1>')
  const made = fault?.name === 'try-again' ? tryAgain : madeReply(means, name, body)
  means.record({
    ...{ atMs: means.nowMs(), call: name ?? path, paymentId: made.paymentId, status: made.status },
    ...(made.state !== undefined && { state: made.state }),
    ...(fault && { fault: fault.name }),
  })
  if (made.isSilent) return
  await send({ ...serving, id: verified.id, fault }, made)
}

type MadeReply = {
  readonly status: number
  readonly body: string
  readonly paymentId: string
  readonly state?: string
  readonly isSilent?: boolean
}

const refusedReply = (error: ReturnType<typeof protocolError>, paymentId = ''): MadeReply => ({
  status: protocolErrors[error.code].status,
  body: writeError(error),
  paymentId,
})

const tryAgain = refusedReply(protocolError('TRY_AGAIN', 'Not now.'))

function madeReply(means: AdapterMeans, name: ProtocolCall['call'] | undefined, body: string): MadeReply {
  if (!name) return refusedReply(protocolError('NOT_SUPPORTED', 'There is no such call.'))
  const read = readCall(name, body)
  if ('error' in read) return refusedReply(read.error)
  const reply = means.execute(read.call)
  const { paymentId } = read.call
  if ('error' in reply) return refusedReply(reply.error, paymentId)
  const { answer } = reply
  const isSilent = means.isSilentAbout(read.call)
  return { status: 200, body: writeAnswer(answer), paymentId, state: answer.state, isSilent }
}

type Sending = Serving & {
  readonly id: string
  readonly fault: { readonly name: CallFault; readonly ms?: number } | undefined
}

type SignedReply = { readonly status: number; readonly headers: object; readonly body: string }

async function send({ means, memory, response, id, fault }: Sending, made: MadeReply): Promise<void> {
  const { secrets, nowMs } = means
  const body = faultyBody(fault?.name, made.body)
  const at = new Date(nowMs() - (fault?.name === 'old-signature' ? 600_000 : 0))
  const headers = {
    'content-type': 'application/json',
    ...(fault?.name !== 'unsigned' &&
      signMessage({ id, body, at, secrets: signingSecrets(fault?.name, secrets) })),
  }
  const before = memory.last
  const own = { status: made.status, headers, body }
  memory.last = own
  const reply = fault?.name === 'other-call' && before ? before : own
  if (fault?.name === 'silence') return
  if (fault?.name === 'drop-answer') return drop(response)
  if (fault?.name === 'redirect') return void response.writeHead(302, { location: '/v1/elsewhere' }).end()
  if (fault?.name === 'slow') await new Promise(done => setTimeout(done, fault.ms ?? 3_000).unref())
  const whole = Buffer.from(reply.body)
  response.writeHead(reply.status, { ...reply.headers, 'content-length': whole.length })
  if (fault?.name !== 'cut-answer') return void response.end(whole)
  response.write(whole.subarray(0, whole.length >> 1), () => drop(response))
}

function faultyBody(fault: CallFault | undefined, body: string): string {
  if (fault === 'broken-json') return body.slice(0, -1)
  if (fault === 'wrong-payment') return body.replace(/("paymentId":")[^"]*/, '$1another-payment')
  return fault === 'too-large' ? body.padEnd(protocolBodyBytesMax + 1) : body
}

function signingSecrets(fault: CallFault | undefined, secrets: HostSecrets): readonly string[] {
  if (fault === 'wrong-signature') return [newProtocolSecret()]
  return fault === 'reflected-signature' ? secrets.gateway : secrets.provider
}

const drop = (response: ServerResponse): void => {
  response.socket?.destroy()
}

function refuseUnsigned(response: ServerResponse, verified: object): void {
  const flaw = 'flaw' in verified ? String(verified.flaw) : 'The body is too large.'
  const error = protocolError('NOT_SIGNED', flaw)
  response.writeHead(401, { 'content-type': 'application/json', connection: 'close' }).end(writeError(error))
}

function describe(response: ServerResponse): void {
  const supports = ['confirm', 'capture', 'refund', 'notice'] as const
  const body = writeDescription({ name: 'Provider host (nothing is paid)', supports })
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}
