import type { IncomingMessage } from 'node:http'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { HttpReply } from '../transport/handler.ts'
import type { HttpRefusal } from './refusal.ts'

/** Shows a person what a program is told in JSON. */
export type RefusalPageRenderer = (told: RefusalSummary) => Promise<HttpReply>

export type RefusalSummary = {
  readonly status: number
  /** What was wrong with what was sent. */
  readonly explanation?: string
  readonly supportCode?: string
}

/** A browser on its way to a page says that it wants one; callers of the API get JSON, whatever they say. */
export function wantsPage({ headers, url = '' }: IncomingMessage): boolean {
  return !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}

/** The same refusal, as a page: status, and what else its headers say, stay. */
export async function asRefusalPage(
  reply: HttpReply,
  error: Rejection | HttpRefusal | undefined,
  pageOf: RefusalPageRenderer,
): Promise<HttpReply> {
  const { status, supportCode, headers } = reply
  const rejection = error && (isRejection(error) ? error : error.rejection)
  const explanation = rejection?.cause === 'INVALID_REQUEST' ? rejection.explanation : undefined
  const told = {
    status,
    ...(explanation !== undefined && { explanation }),
    ...(supportCode !== undefined && { supportCode }),
  }
  const page = await pageOf(told).catch(() => undefined)
  if (page === undefined) return reply
  const { body } = page
  return { ...reply, body, headers: { ...headers, ...page.headers } }
}
