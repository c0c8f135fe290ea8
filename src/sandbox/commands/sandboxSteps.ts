import { type DukptUse, dukptKeys } from '../../standards/dukpt/dukpt.ts'
import { aesPinFields, pinBlock, pinFields } from '../../standards/pinBlock.ts'
import type { CardDataForm } from '../terminal/pack.ts'
import type { TestDevice } from './terminalOptions.ts'

/**
 * What lies between a card and its payload, in the order in which it is made: whoever has one step otherwise
 * has found the mistake. All of it under keys that everybody knows.
 */
export type EncryptionSteps = Readonly<Record<string, string>>

const labels: EncryptionSteps = {
  baseKey: 'base key',
  keySet: 'key set',
  keySerialNumber: 'key serial number',
  initialKey: 'initial key',
  derivedKey: 'derived key',
  dataKey: 'data key',
  pinKey: 'PIN key',
  pinField: 'PIN field',
  numberField: 'number field',
  plain: 'in plain',
  text: 'as text',
}

export const stepLines = (steps: EncryptionSteps): readonly (readonly [name: string, value: string])[] =>
  Object.entries(steps).map(([step, value]) => [labels[step] ?? step, value])

export function keySteps({ keySet }: TestDevice, keySerialNumber: string, sealed: DukptUse): EncryptionSteps {
  const keys = dukptKeys(keySet.key, Buffer.from(keySerialNumber, 'hex'), sealed)
  return {
    baseKey: hexOf(keySet.key),
    keySet: `${keySet.keySetId}, ${keySet.algorithm}`,
    keySerialNumber,
    initialKey: hexOf(keys.initial),
    derivedKey: hexOf(keys.derived),
    [sealed === 'pin' ? 'pinKey' : 'dataKey']: hexOf(keys.working),
  }
}

export const plainSteps = (plain: Buffer, form: CardDataForm): EncryptionSteps => ({
  plain: hexOf(plain),
  ...((form === 'track1' || form === 'track2' || form === 'numberText') && {
    text: plain.toString('latin1').replace(/[^\x20-\x7e].*$/s, ''),
  }),
})

type Pin = { readonly pin: string; readonly number: string; readonly filling: Buffer }

/** Format 4 brings its fields together in the middle of enciphering: it has no plain block to show. */
export function pinSteps({ pin, number, filling }: Pin, isTdes: boolean): EncryptionSteps {
  const fields = isTdes ? pinFields(pin, number) : aesPinFields(pin, number, filling)
  return {
    pinField: hexOf(fields.pin),
    numberField: hexOf(fields.number),
    ...(isTdes && { plain: hexOf(pinBlock(pin, number)) }),
  }
}

const hexOf = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()
