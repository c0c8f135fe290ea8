import type { Rejection } from '../../orders/rejection.ts'
import type { HttpRefusal } from '../api/refusal.ts'
import type { MerchantAdmission } from '../authentication/credentials.ts'
import type { JsonObject } from './json.ts'

/** One request that passed the door: who calls, what for, and with what. */
export type RouteCall = {
  /** Present on routes with access 'merchant', absent on public ones. */
  readonly merchant: MerchantAdmission | undefined
  /** What a browser gave in place of the merchant's password; the route then judges what it is good for. */
  readonly session?: string | undefined
  /** The version in the path; 0 on routes outside the versioned API. */
  readonly version: number
  readonly params: Readonly<Record<string, string>>
  /** Only the names the route declares. */
  readonly query: Readonly<Record<string, string>>
  /** The body of a POST or PUT, `{}` where none was sent; undefined for the other methods. */
  readonly body: JsonObject | undefined
  /** The caller's address. */
  readonly source: string
  /** What the caller wants back in the answer, if it is fit for that. */
  readonly correlationId: string | undefined
  readonly acceptsGzip: boolean
  /** Where the page is that calls, as its browser says. */
  readonly origin?: string | undefined
  /** What the browser calls itself, and what it likes to get: the beginning of it. */
  readonly userAgent?: string | undefined
  readonly accept?: string | undefined
  /** The languages its user prefers, as the browser says. */
  readonly acceptLanguage?: string | undefined
  /** Whether the caller is somebody at this machine, and no web page. */
  readonly isLocal?: (() => boolean) | undefined
}

/** An object is serialised by the door; text and bytes go out as they are. */
export type HttpReply = {
  readonly status: number
  readonly body: string | Buffer | object
  readonly headers?: Readonly<Record<string, string>>
  /** Where the reply is a failure of ours: the code that finds it in the log. */
  readonly supportCode?: string
}

/** A fault is thrown; everything the outside world can do is a reply or a rejection. */
export type RouteHandler = (call: RouteCall) => Promise<HttpReply | Rejection | HttpRefusal>
