import type { IncomingMessage } from 'node:http'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { Reply } from '../transport/handler.ts'
import type { Refusal } from './refusal.ts'

/** Shows a person what a program is told in JSON. */
export type PageOf = (told: ToldRefusal) => Promise<Reply>

export type ToldRefusal = {
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
export async function asPage(
  reply: Reply,
  error: Rejection | Refusal | undefined,
  pageOf: PageOf,
): Promise<Reply> {
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
