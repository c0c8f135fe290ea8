// Notices of providers: they count only if the provider that they name has signed them.

import type { Clock } from '../../platform/clock.ts'
import { protocolBodyBytesMax } from '../protocol/declaration.ts'
import { readNotice } from '../protocol/messages.ts'
import { verifyMessage } from '../protocol/signature.ts'
import { readProviderTrace } from './trace.ts'

/** What came to the address for notices of one provider. */
export type ReceivedNotice = {
  readonly provider: string
  readonly text: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly secrets: readonly string[]
}

type VerifiedNotice =
  /** `isAbout` tells the traces of its payment, and of the captures and refunds of it. */
  | { readonly isAbout: (trace: string | undefined) => boolean }
  /** The signature is missing, wrong or too old. */
  | { readonly flaw: string }
  | { readonly mistake: string }

export function verifyNotice(
  { provider, text, headers, secrets }: ReceivedNotice,
  clock: Clock,
): VerifiedNotice {
  if (Buffer.byteLength(text) > protocolBodyBytesMax) return { mistake: 'The notice is too long.' }
  const verified = verifyMessage({ headers, body: text, secrets, at: clock.now() })
  if ('flaw' in verified) return verified
  const read = readNotice(text)
  if ('error' in read) return { mistake: read.error.explanation }
  const { paymentId } = read.notice
  return {
    isAbout(trace) {
      const known = readProviderTrace(trace)
      return known?.provider === provider && known.paymentId === paymentId
    },
  }
}
