// Calling the adapter of one provider: signed, bounded in time and bytes, without redirects, over connections
// that are kept. An answer counts only if it is signed, and signed for this very call.

import type { Dispatcher, Pool } from 'undici'
import type { TimedClock } from '../../platform/clock.ts'
import { errorCode } from '../../platform/errors.ts'
import { readUpTo } from '../../platform/files.ts'
import {
  type AdapterError,
  type ProtocolAnswer,
  type ProtocolCall,
  protocolBodyBytesMax,
} from '../protocol/declaration.ts'
import { type ProtocolDescription, readAnswer, readDescription, writeCall } from '../protocol/messages.ts'
import { signMessage, verifyMessage } from '../protocol/signature.ts'
import type { ProviderSecrets } from './secrets.ts'
import type { ProviderSettings } from './settings.ts'
import { newProtocolId } from './trace.ts'

/** Calls never reject: what happens outside is an outcome. */
export interface ProviderCaller {
  call(call: ProtocolCall, deadline: AbortSignal, options?: ProviderCallOptions): Promise<CallOutcome>
  /** What the adapter says about itself; undefined where it says nothing that can be read. */
  describe(deadline: AbortSignal): Promise<ProtocolDescription | undefined>
  close(): Promise<void>
}

/** `isBacklog`: recovery asks, and nobody waits for the answer. */
export type ProviderCallOptions = { readonly isBacklog?: boolean }

export type CallOutcome =
  | { readonly outcome: 'answered'; readonly answer: ProtocolAnswer }
  /** The adapter did nothing, and says why. */
  | { readonly outcome: 'refused'; readonly error: AdapterError }
  /** No connection could be had, or none was tried: not one byte was sent. */
  | { readonly outcome: 'unsent'; readonly reason: string }
  /** Nothing can be concluded: there is no answer, or none that counts. `isUnheard`: nobody said a word. */
  | { readonly outcome: 'silent'; readonly reason: string; readonly isUnheard?: true }

type CallerOptions = {
  readonly settings: Pick<ProviderSettings, 'address' | 'answerSeconds'>
  /** PEM; absent: the authorities of the web. */
  readonly authorities?: string | undefined
  /** Asked for each call, so that secrets change without a stop. */
  readonly secrets: () => ProviderSecrets
  readonly clock: TimedClock
}

export async function openProviderCaller(options: CallerOptions): Promise<ProviderCaller> {
  const { settings, secrets, clock } = options
  const base = new URL(settings.address)
  const pool = await openPool(base, options)
  const path = `${base.pathname.replace(/\/$/, '')}/v1`
  const patience = (deadline: AbortSignal) =>
    AbortSignal.any([deadline, clock.deadline(settings.answerSeconds * 1_000)])
  return {
    async call(call, deadline) {
      const id = newProtocolId()
      const body = writeCall(call)
      const signed = signMessage({ id, body, secrets: secrets().gateway, at: clock.now() })
      const headers = { 'content-type': 'application/json', ...signed }
      const asked = { path: `${path}/${call.call}`, method: 'POST', headers, body } as const
      const received = await exchange(pool, asked, patience(deadline))
      return 'outcome' in received
        ? received
        : judged(call, received, { id, secrets: secrets().provider, at: clock.now() })
    },
    async describe(deadline) {
      const received = await exchange(pool, { path, method: 'GET' }, patience(deadline))
      return 'outcome' in received || received.status !== 200 ? undefined : readDescription(received.text)
    },
    close: () => pool.close().catch(() => undefined),
  }
}

/** The HTTP client is large: a gateway without providers starts without it. */
async function openPool(base: URL, { settings, authorities }: CallerOptions): Promise<Pool> {
  const { Pool } = await import('undici')
  const waitMs = settings.answerSeconds * 1_000
  return new Pool(base.origin, {
    ...{ connections: connectionsMax, headersTimeout: waitMs, bodyTimeout: waitMs },
    ...{ maxResponseSize: protocolBodyBytesMax, maxHeaderSize: headerBytesMax },
    connect: { timeout: connectMs, ...(authorities !== undefined && { ca: authorities }) },
  })
}

const connectionsMax = 64
const connectMs = 3_000
const headerBytesMax = 16_384

type ReceivedReply = {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  readonly text: string
}

async function exchange(
  pool: Pool,
  asked: Pick<Dispatcher.RequestOptions, 'path' | 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<ReceivedReply | Extract<CallOutcome, { readonly reason: string }>> {
  try {
    const { statusCode: status, headers, body } = await pool.request({ ...asked, signal })
    const bytes = await readUpTo(body, protocolBodyBytesMax)
    if (bytes.length > protocolBodyBytesMax) return { outcome: 'silent', reason: 'TOO_LONG' }
    return { status, headers, text: bytes.toString('utf8') }
  } catch (error) {
    if (signal.aborted) return { outcome: 'silent', reason: 'TIMED_OUT', isUnheard: true }
    const code = errorCode(error)
    const reason = plainCode.test(code) ? code : 'CONNECTION'
    return isBeforeSending(error)
      ? { outcome: 'unsent', reason }
      : { outcome: 'silent', reason, isUnheard: true }
  }
}

const plainCode = /^[A-Z][A-Z0-9_]{1,60}$/

/**
 * No connection, or no certificate that is trusted: both are before the first byte of a request. A network
 * that goes away later is told under some of the same names.
 */
export function isBeforeSending(error: unknown): boolean {
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : undefined
  return syscall !== 'read' && syscall !== 'write' && beforeSending.test(errorCode(error))
}

const beforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|ALTNAME/

type Judging = { readonly id: string; readonly secrets: readonly string[]; readonly at: Date }

/** An answer with the id of another call is an old one that somebody sends again. */
function judged(call: ProtocolCall, received: ReceivedReply, { id, secrets, at }: Judging): CallOutcome {
  const { status, headers, text } = received
  const verified = verifyMessage({ headers, body: text, secrets, at })
  if ('flaw' in verified) return { outcome: 'silent', reason: status === 401 ? 'NOT_SIGNED' : verified.flaw }
  if (verified.id !== id) return { outcome: 'silent', reason: 'OTHER_CALL' }
  const read = readAnswer(call, status, text)
  if ('flaw' in read) return { outcome: 'silent', reason: read.flaw }
  if ('answer' in read) return { outcome: 'answered', answer: read.answer }
  const { error } = read
  return nothingConcluded.has(error.code)
    ? { outcome: 'silent', reason: error.code }
    : { outcome: 'refused', error }
}

/** The adapter does not know our secret, or asks for patience: neither says anything about the payment. */
const nothingConcluded: ReadonlySet<string> = new Set(['NOT_SIGNED', 'TRY_AGAIN'])
