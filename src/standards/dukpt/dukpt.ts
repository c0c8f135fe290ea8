// DUKPT: the working key of a transaction, by the length of its key serial number with TDES or AES.

import { aesCounter, aesDerivedKey, aesInitialKey, aesSerialBytes, aesWorkingKey } from './aes.ts'
import type { CipherFamily } from './ciphers.ts'
import { tdesCounter, tdesDerivedKey, tdesInitialKey, tdesSerialBytes, tdesWorkingKey } from './tdes.ts'

/** What a terminal encrypts: a PIN, or what it read from the card. */
export type DukptUse = 'pin' | 'data'

/** The cipher, by the length of the key serial number. */
export function familyOf(serialNumber: Buffer): CipherFamily | undefined {
  if (serialNumber.length === tdesSerialBytes) return 'TDES'
  return serialNumber.length === aesSerialBytes ? 'AES' : undefined
}

/** Zero is the initial key itself, which no transaction uses. */
export const counterOf = (serialNumber: Buffer): number =>
  familyOf(serialNumber) === 'AES' ? aesCounter(serialNumber) : tdesCounter(serialNumber)

/**
 * Derives the working key from the base key; intermediate keys are wiped. With AES it is as long as the base
 * key. Throws a RangeError if lengths do not fit.
 */
export function workingKey(baseKey: Buffer, serialNumber: Buffer, sealed: DukptUse): Buffer {
  const { initial, derived, working } = dukptKeys(baseKey, serialNumber, sealed)
  initial.fill(0)
  derived.fill(0)
  return working
}

type DukptKeys = { readonly initial: Buffer; readonly derived: Buffer; readonly working: Buffer }

/** All intermediate keys, to find where another implementation differs; the caller wipes them. */
export function dukptKeys(baseKey: Buffer, serialNumber: Buffer, sealed: DukptUse): DukptKeys {
  const isAes = familyOf(serialNumber) === 'AES'
  const initial = isAes
    ? aesInitialKey(baseKey, serialNumber.subarray(0, 8))
    : tdesInitialKey(baseKey, serialNumber)
  const derived = isAes ? aesDerivedKey(initial, serialNumber) : tdesDerivedKey(initial, serialNumber)
  const working = isAes
    ? aesWorkingKey(derived, serialNumber, sealed === 'pin' ? 'pin' : 'dataEncrypt')
    : tdesWorkingKey(derived, sealed === 'pin' ? 'pin' : 'dataRequest')
  return { initial, derived, working }
}
