// Notices of the provider host: repeated, ever more seldom, until the gateway has noted that there is news,
// or says that it has no such payment.

import { randomHex } from '../platform/ids.ts'
import { writeNotice } from '../providers/protocol/messages.ts'
import { newProtocolSecret, signMessage } from '../providers/protocol/signature.ts'
import type { HostFaultDeck } from './hostFaults.ts'

export type HostNotices = {
  /** There is news of a payment. */
  tell(payment: NoticedPayment): void
  /** One that was sent and what came of it, the newest last. */
  list(): readonly SentHostNotice[]
  close(): void
}

export type NoticedPayment = { readonly paymentId: string; readonly noticeUrl: string }
export type SentHostNotice = {
  readonly paymentId: string
  readonly attempt: number
  readonly atMs: number
  /** Of the response; 0: there was none. */
  readonly status: number
}

type NoticeMeans = {
  readonly secrets: readonly string[]
  readonly faults: HostFaultDeck
  readonly nowMs: () => number
  /** The gateway has acknowledged it. */
  readonly acknowledged: (paymentId: string) => void
}

const firstPauseMs = 1_000
const pauseMsMax = 300_000
const attemptsMax = 30
const patienceMs = 10_000
const listMax = 1_000

export function createHostNotices(means: NoticeMeans): HostNotices {
  const waiting = new Map<string, NodeJS.Timeout>()
  const sent: SentHostNotice[] = []
  const halt = new AbortController()

  const signing = (isForged = false) => ({
    secrets: isForged ? [newProtocolSecret()] : means.secrets,
    at: new Date(means.nowMs()),
    halt: halt.signal,
  })

  function tell(payment: NoticedPayment): void {
    if (means.faults.applies('notice-never')) return
    const id = `notice_${randomHex(12)}`
    if (means.faults.applies('notice-twice')) void send(payment, { id: `${id}b`, attempt: 1 })
    if (means.faults.applies('notice-unknown'))
      void post({ ...payment, paymentId: `nobody-${randomHex(8)}` }, { ...signing(), id: `${id}c` })
    void send(payment, { id, attempt: 1 })
  }

  async function send(payment: NoticedPayment, { id, attempt }: NoticeAttempt): Promise<void> {
    const { paymentId } = payment
    clearTimeout(waiting.get(paymentId))
    waiting.delete(paymentId)
    const isForged = means.faults.applies('notice-forged') !== undefined
    const status = await post(payment, { ...signing(isForged), id })
    sent.push({ paymentId, attempt, atMs: means.nowMs(), status })
    if (sent.length > listMax) sent.shift()
    if (status === 204 || status === 404) means.acknowledged(paymentId)
    else if (attempt < attemptsMax && !halt.signal.aborted) {
      const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1))
      const timer = setTimeout(() => void send(payment, { id, attempt: attempt + 1 }), pauseMs)
      clearTimeout(waiting.get(paymentId))
      waiting.set(paymentId, timer.unref())
    }
  }

  return {
    tell,
    list: () => sent,
    close() {
      halt.abort()
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}

type NoticeAttempt = { readonly id: string; readonly attempt: number }

type NoticePost = {
  readonly id: string
  readonly secrets: readonly string[]
  readonly at: Date
  readonly halt: AbortSignal
}

/** The status of the response; 0: there was none. */
async function post({ paymentId, noticeUrl }: NoticedPayment, { id, secrets, at, halt }: NoticePost) {
  const body = writeNotice({ call: 'notice', paymentId })
  const headers = { ...signMessage({ id, body, secrets, at }), 'content-type': 'application/json' }
  const signal = AbortSignal.any([halt, AbortSignal.timeout(patienceMs)])
  try {
    const response = await fetch(noticeUrl, { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
