// What the page of credentials works out by itself.

import type { ShownClientCertificate, ShownPassword } from '../../api/developers.ts'

export type CertificateState =
  | { readonly kind: 'expired' | 'revoked' | 'valid' }
  /** Whole days that are left of the last weeks. */
  | { readonly kind: 'ending'; readonly days: number }

const dayMs = 86_400_000
/** Long enough to get a new one from an authority. */
const endingDays = 30

export function certificateState(
  { notAfter, revokedAt }: Pick<ShownClientCertificate, 'notAfter' | 'revokedAt'>,
  nowMs: number,
): CertificateState {
  if (revokedAt !== undefined) return { kind: 'revoked' }
  const leftMs = Date.parse(notAfter) - nowMs
  if (leftMs <= 0) return { kind: 'expired' }
  const days = Math.floor(leftMs / dayMs)
  return days < endingDays ? { kind: 'ending', days } : { kind: 'valid' }
}

/** The one that a rotation retires; undefined unless there are two. */
export function olderPassword(passwords: readonly ShownPassword[]): ShownPassword | undefined {
  const [first, second] = passwords
  if (!first || !second) return undefined
  return Date.parse(first.createdAt) <= Date.parse(second.createdAt) ? first : second
}

/** Whoever pastes a whole file may paste what must never leave their server. */
export const holdsPrivateKey = (pem: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)

/** Reads nothing and changes nothing: it answers 200 to the right password, and 401 to a wrong one. */
export function testLine(origin: string, merchantId: string, version: number): string {
  const path = `/api/rest/version/${version}/merchant/${encodeURIComponent(merchantId)}/notifications?last=0`
  return `curl -sS -o /dev/null -w '%{http_code}\\n' -u "merchant.${merchantId}:$PASSWORD" '${origin}${path}'`
}
