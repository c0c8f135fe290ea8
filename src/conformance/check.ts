// What a check of the conformance kit is: requests in order, each with what must be true of its answer.

import { type Content, isObject } from '../contract/kit/content.ts'
import type { JudgedAnswer } from './everyAnswer.ts'
import type { TestCards } from './testCards.ts'

export const conformanceProfiles = ['read-only', 'sandbox'] as const
/** `read-only`: nothing that is sent can create anything. `sandbox`: pays with test cards, too. */
export type ConformanceProfile = (typeof conformanceProfiles)[number]

export type ConformanceCheck = {
  readonly id: string
  /** Of the specification, such as 7.4. */
  readonly section: string
  /** What the specification says. */
  readonly rule: string
  readonly why: string
  readonly profile: ConformanceProfile
  /** Test cards that it cannot do without. */
  readonly cards?: readonly (keyof TestCards)[]
  /** It says the same at every version: it is tried at the first one only. */
  readonly isOnce?: true
  /** Only at these versions of the API. */
  readonly isOf?: (version: number) => boolean
  /** As many at each run: they are counted before the first is sent. */
  readonly steps: (place: CheckPlace) => readonly CheckStep[]
}

/** Where a check is tried: what differs between hosts, versions and runs. */
export type CheckPlace = {
  readonly merchantId: string
  readonly version: number
  /** Of this check in this run; nobody has used it before. */
  readonly orderId: string
  /** Nobody has such a session or token: of a run, too. */
  readonly unknown: { readonly sessionId: string; readonly token: string; readonly password: string }
  readonly cards: TestCards
  readonly currency: string
}

export type CheckStep = {
  /** What is sent, in words. */
  readonly sends: string
  readonly request: (earlier: readonly HostAnswer[]) => HostRequest
  readonly expects: readonly AnswerExpectation[]
}

export type HostRequest = {
  readonly method: string
  /** Behind the address of the host, as it is sent. */
  readonly path: string
  readonly body?: string | Buffer
  /** As whom: with the merchant's credentials unless said otherwise. */
  readonly as?: 'nobody' | { readonly merchantId: string; readonly password?: string }
  /** Null sends none. */
  readonly contentType?: string | null
  /** The caller hangs up before an answer can have come: as many milliseconds after it was sent. */
  readonly hangsUpAfterMs?: number
}

export type HostAnswer = JudgedAnswer

export type AnswerExpectation = {
  readonly says: string
  /** What came instead; undefined where it is as expected. */
  readonly instead: (answer: HostAnswer, earlier: readonly HostAnswer[]) => string | undefined
}

/** A request in JSON on a transaction of the check's own order. */
export const put = (
  { version, merchantId, orderId }: CheckPlace,
  transactionId: string,
  body: Content,
): HostRequest => ({
  method: 'PUT',
  path: `${merchantPath(version, merchantId)}/order/${orderId}/transaction/${transactionId}`,
  body: JSON.stringify(body),
})

/** A request on what lies below the merchant. */
export const call = (
  method: string,
  { version, merchantId }: CheckPlace,
  below: string,
  body?: Content,
): HostRequest => ({
  method,
  path: `${merchantPath(version, merchantId)}/${below}`,
  ...(body && { body: JSON.stringify(body) }),
})

export const retrieveOrder = (place: CheckPlace): HostRequest => call('GET', place, `order/${place.orderId}`)
export const retrieve = (place: CheckPlace, transactionId: string): HostRequest =>
  call('GET', place, `order/${place.orderId}/transaction/${transactionId}`)

export const merchantPath = (version: number | string, merchantId: string): string =>
  `/api/rest/version/${version}/merchant/${merchantId}`

/** A step that asks the same whatever came before. */
export const step = (
  sends: string,
  request: HostRequest,
  ...expects: readonly (AnswerExpectation | readonly AnswerExpectation[])[]
): CheckStep => ({ sends, request: () => request, expects: expects.flat() })

/** A step that needs something of an earlier answer. */
export const stepAfter = (
  sends: string,
  request: CheckStep['request'],
  ...expects: readonly (AnswerExpectation | readonly AnswerExpectation[])[]
): CheckStep => ({ sends, request, expects: expects.flat() })

export const groupOf = (content: Content, name: string): Content => {
  const group = content[name]
  return isObject(group) ? group : {}
}
