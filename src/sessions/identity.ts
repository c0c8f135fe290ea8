import { randomAlphanumerics, randomHex } from '../platform/ids.ts'

/** Whoever knows it can pay with what the session holds, so it cannot be guessed: about 124 bits. */
export const newSessionId = (): string => `SESSION${randomAlphanumerics(24)}`

export const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && /^SESSION[0-9A-Z]{24}$/.test(value)

/** Eight random digits that tell sessions apart and two that count: no two states of a session share one. */
export const firstVersion = (): string => `${randomHex(4)}01`

export function nextVersion(version: string): string {
  const count = Number.parseInt(version.slice(8), 16) + 1
  return count > 0xff ? firstVersion() : version.slice(0, 8) + count.toString(16).padStart(2, '0')
}
