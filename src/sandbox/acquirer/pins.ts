import type { AcquirerAsk, PinBlock } from '../../acquirers/port.ts'
import { decipherBlocks } from '../../standards/dukpt/ciphers.ts'
import { counterOf, familyOf, workingKey } from '../../standards/dukpt/dukpt.ts'
import { pinOf, pinOfAes } from '../../standards/pinBlock.ts'
import { correctPin } from './accounts.ts'
import type { AcquirerDecision } from './ruling.ts'
import { isApproval } from './triggers.ts'

/** A base key that the issuer shares with terminals. */
export type IssuerPinKey = {
  /** TDES, or AES and the length of the key. */
  readonly algorithm: string
  /** What key serial numbers begin with, in upper case. */
  readonly keySetId: string
  /** In hexadecimal: only keys that everybody may know are played with. */
  readonly key: string
}

/** The PIN is looked at last: what the account refuses anyway is refused for that reason. */
export function checkPin(
  ask: AcquirerAsk,
  decision: AcquirerDecision,
  keys: readonly IssuerPinKey[],
): AcquirerDecision {
  const block = 'original' in ask ? undefined : ask.presented?.pinBlock
  const key = block && pinKeyOf(block, keys)
  if (!key || !isApproval(decision.gatewayCode)) return decision
  const pin = decryptPin(block, key, ask.card?.number ?? '')
  if (pin === correctPin) return decision
  return {
    ...{ gatewayCode: 'DECLINED_INVALID_PIN', amount: 0n, delivery: decision.delivery },
    ...(pin === undefined && { response: { acquirerCode: '81', acquirerMessage: 'PIN NOT READABLE' } }),
  }
}

/** Undefined when the block is under a key that this issuer does not have: then it is taken at its word. */
function pinKeyOf({ keySerialNumber }: PinBlock, keys: readonly IssuerPinKey[]): IssuerPinKey | undefined {
  if (keySerialNumber === undefined) return undefined
  const family = familyOf(Buffer.from(keySerialNumber, 'hex'))
  const isOf = ({ algorithm, keySetId }: IssuerPinKey) =>
    algorithm.split('-')[0] === family && keySerialNumber.toUpperCase().startsWith(keySetId)
  return keys.find(isOf)
}

/** Undefined when it is no PIN block of this card under this key. */
function decryptPin(block: PinBlock, { key }: IssuerPinKey, number: string): string | undefined {
  const serialNumber = Buffer.from(block.keySerialNumber ?? '', 'hex')
  const payload = Buffer.from(block.payload, 'hex')
  const isAes = familyOf(serialNumber) === 'AES'
  if (counterOf(serialNumber) === 0 || payload.length !== (isAes ? 16 : 8)) return undefined
  const pinKey = workingKey(Buffer.from(key, 'hex'), serialNumber, 'pin')
  if (isAes) return pinOfAes(payload, number, pinKey)
  return pinOf(decipherBlocks('TDES', pinKey, payload), number)
}
