// Calls an adapter of a payment provider once, and says what came back: for trying adapters out. Everything
// about a call can be made wrong.

import type { Clock } from '../../platform/clock.ts'
import { readUpTo } from '../../platform/files.ts'
import { randomHex } from '../../platform/ids.ts'
import {
  type AdapterError,
  type ProtocolAnswer,
  type ProtocolCall,
  protocolBodyBytesMax,
} from '../protocol/declaration.ts'
import { type AnswerFlaw, readAnswer, writeCall } from '../protocol/messages.ts'
import { type SignatureFlaw, signMessage, verifyMessage } from '../protocol/signature.ts'

export type AdapterClient = {
  /** Never throws for what the adapter does. */
  call(call: ProtocolCall, made?: MadeWrong): Promise<AdapterReply>
  /** `GET {base}/v1`; undefined where nothing answers with status 200. */
  describe(): Promise<string | undefined>
}

/** What is different from a proper call. */
export type MadeWrong = {
  readonly body?: (body: string) => string
  readonly headers?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** Signed with these instead. */
  readonly secrets?: readonly string[]
  readonly at?: Date
  /** The last part of the path. */
  readonly path?: string
}

export type AdapterReply = {
  readonly status: number
  readonly text: string
  readonly heard: HeardReply
}
export type HeardReply =
  | { readonly answer: ProtocolAnswer }
  | { readonly error: AdapterError }
  | { readonly flaw: ReplyFlaw; readonly field?: string }
export type ReplyFlaw = AnswerFlaw | SignatureFlaw | 'NO_ANSWER' | 'OTHER_CALL' | 'TOO_LARGE'

type ClientOptions = {
  readonly address: string
  readonly secrets: { readonly gateway: readonly string[]; readonly provider: readonly string[] }
  readonly clock: Pick<Clock, 'now'>
  readonly patienceMs: number
}

export function createAdapterClient({ address, secrets, clock, patienceMs }: ClientOptions): AdapterClient {
  const base = address.replace(/\/+$/, '')
  return {
    async call(call, made = {}) {
      const id = `call_${randomHex(12)}`
      const whole = writeCall(call)
      const body = made.body?.(whole) ?? whole
      const at = made.at ?? clock.now()
      const signed = signMessage({ id, body, at, secrets: made.secrets ?? secrets.gateway })
      const proper = { ...signed, 'content-type': 'application/json' }
      const headers = made.headers?.(proper) ?? proper
      const came = await posted(`${base}/v1/${made.path ?? call.call}`, { headers, body, patienceMs })
      if (!came) return { status: 0, text: '', heard: { flaw: 'NO_ANSWER' } }
      const { status, text } = came
      const heard = heardFrom(came, {
        call,
        id: headers['webhook-id'] ?? id,
        secrets: secrets.provider,
        clock,
      })
      return { status, text, heard }
    },
    async describe() {
      const came = await fetched(`${base}/v1`, { method: 'GET' }, patienceMs)
      return came?.status === 200 ? came.text : undefined
    },
  }
}

type Came = {
  readonly status: number
  readonly text: string
  readonly isTooLarge: boolean
  readonly headers: Readonly<Record<string, string>>
}
type Expected = {
  readonly call: ProtocolCall
  readonly id: string
  readonly secrets: readonly string[]
  readonly clock: Pick<Clock, 'now'>
}

function heardFrom(
  { status, text, headers, isTooLarge }: Came,
  { call, id, secrets, clock }: Expected,
): HeardReply {
  if (isTooLarge) return { flaw: 'TOO_LARGE' }
  const verified = verifyMessage({ headers, body: text, secrets, at: clock.now() })
  const read = readAnswer(call, status, text)
  if ('flaw' in verified) {
    // The one answer that may be unsigned: the adapter may not have understood who asks.
    return 'error' in read && read.error.code === 'NOT_SIGNED' ? read : verified
  }
  return verified.id === id ? read : { flaw: 'OTHER_CALL' }
}

type Posted = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly patienceMs: number
}

const posted = (url: string, { headers, body, patienceMs }: Posted): Promise<Came | undefined> =>
  fetched(url, { method: 'POST', headers, body }, patienceMs)

async function fetched(url: string, request: RequestInit, patienceMs: number): Promise<Came | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(url, { ...request, redirect: 'manual', signal })
    const bytes = response.body
      ? await readUpTo(chunksOf(response.body), protocolBodyBytesMax)
      : Buffer.alloc(0)
    return {
      status: response.status,
      text: bytes.toString(),
      isTooLarge: bytes.length > protocolBodyBytesMax,
      headers: Object.fromEntries(response.headers),
    }
  } catch {
    return undefined
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of body) yield Buffer.from(chunk)
}
