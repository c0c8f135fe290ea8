import type { Content } from '../../contract/kit/content.ts'
import { keyedHash } from '../../platform/secretBox.ts'

/** What tells a replay from a reuse: a keyed hash over what may be stored of a request. */
export type Identify = (operation: string, stored: Content, numbers: readonly string[]) => Buffer

/**
 * Sensitive authentication data and the correlation id are no part of it, since they are not in what is
 * stored; a card number enters only as its own keyed hash.
 */
export const identifyWith =
  (key: Buffer, cardHash: (number: string) => Buffer): Identify =>
  (operation, stored, numbers) => {
    const hashes = numbers.map(number => cardHash(number).toString('base64'))
    return keyedHash(key, `${operation}\n${JSON.stringify(stored)}\n${hashes.join()}`)
  }
