import { aesCounter, aesDerivedKey, aesInitialKey, aesSerialBytes, aesWorkingKey } from './aes.ts'
import type { CipherFamily } from './ciphers.ts'
import { tdesCounter, tdesDerivedKey, tdesInitialKey, tdesSerialBytes, tdesWorkingKey } from './tdes.ts'

/** What a terminal enciphers for us: a PIN, or what it read off the card. */
export type DukptUse = 'pin' | 'data'

/** The length of a key serial number tells which standard it follows. */
export function familyOf(serialNumber: Buffer): CipherFamily | undefined {
  if (serialNumber.length === tdesSerialBytes) return 'TDES'
  return serialNumber.length === aesSerialBytes ? 'AES' : undefined
}

/** Zero stands for the initial key itself, which no transaction uses. */
export const counterOf = (serialNumber: Buffer): number =>
  familyOf(serialNumber) === 'AES' ? aesCounter(serialNumber) : tdesCounter(serialNumber)

/**
 * The whole way from base key to working key, leaving nothing behind but the result. With AES it is as long
 * as the base key. Throws a RangeError when lengths do not fit.
 */
export function workingKey(baseKey: Buffer, serialNumber: Buffer, sealed: DukptUse): Buffer {
  const { initial, derived, working } = dukptKeys(baseKey, serialNumber, sealed)
  initial.fill(0)
  derived.fill(0)
  return working
}

type DukptKeys = { readonly initial: Buffer; readonly derived: Buffer; readonly working: Buffer }

/** Every stop of that way, for those who look for where theirs turns off; they wipe them. */
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
