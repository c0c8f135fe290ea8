// Decrypting readings of terminals (DUKPT), and making sure that each reading is used for one purpose.

import { keyedHash } from '../platform/secretBox.ts'
import { blockBytes, type CipherFamily, decipher } from '../standards/dukpt/ciphers.ts'
import { counterOf, familyOf, workingKey } from '../standards/dukpt/dukpt.ts'
import { withOddParity } from './baseKeys.ts'
import { unpack } from './payload.ts'
import type {
  BaseKey,
  BaseKeys,
  CardReading,
  FoundBaseKey,
  KeySet,
  ReadingPurpose,
  ReadingRefusal,
  SealedReading,
  SealedUse,
  SealedUses,
  Terminals,
  UseHashes,
} from './port.ts'

type TerminalsDependencies = {
  readonly keys: BaseKeys
  readonly uses: SealedUses
  /** The key of the hashes by which readings are remembered. */
  readonly hashKey: Buffer
}

/** No content of a request makes it throw; a store that is unavailable, or a damaged key, does. */
export function createTerminals(terminals: TerminalsDependencies): Terminals {
  return {
    async open(merchantId, sealed, purpose) {
      const admitted = await admit(terminals, sealed, { merchantId, purpose, isClaimed: false })
      if ('culprit' in admitted) return admitted
      const reading = readingOf(admitted.found, admitted.parts)
      if (!reading) return unopened('payload', 'It holds no card that can be read under the key it names.')
      return reading.number.startsWith(sealed.cardBin ?? '')
        ? reading
        : unopened('cardBin', 'The number of the card must begin with it.')
    },
    async claim(merchantId, sealed, purpose) {
      const admitted = await admit(terminals, sealed, { merchantId, purpose, isClaimed: true })
      return 'culprit' in admitted ? admitted : undefined
    },
  }
}

type ReadingUse = {
  readonly merchantId: string
  readonly purpose: ReadingPurpose
  readonly isClaimed: boolean
}
type AdmittedReading = { readonly parts: SealedParts; readonly found: FoundBaseKey }

async function admit(
  { keys, uses, hashKey }: TerminalsDependencies,
  sealed: SealedReading,
  use: ReadingUse,
): Promise<AdmittedReading | ReadingRefusal> {
  const parts = partsOf(sealed)
  if ('culprit' in parts) return parts
  const found = await keys.find(use.merchantId, sealed.keySerialNumber.toUpperCase())
  if (found === 'retired') return unopened('keySerialNumber', 'The key set it belongs to is retired.')
  if (found === 'unknown' || familyOfKey(found) !== parts.family)
    return unopened('keySerialNumber', 'It belongs to no key set that is known here.')
  const admission = await uses.admit(useOf(hashKey, use, { parts, found }))
  return admission === 'admitted' ? { parts, found } : unopened('keySerialNumber', objections[admission])
}

const objections = {
  otherData: 'It was used for other card data before.',
  otherPurpose: 'It was used for something else before: another order, another transaction or a token.',
} as const

/** The limits of a request (spec 2.8); less could be a long number without its end. */
const payloadBytesMin = 16
const payloadBytesMax = 512

type SealedParts = {
  readonly family: CipherFamily
  readonly serialNumber: Buffer
  readonly payload: Buffer
  readonly vector?: Buffer
}

/** Everything that can be checked without a key. */
function partsOf(sealed: SealedReading): SealedParts | ReadingRefusal {
  const serialNumber = bytesOf(sealed.keySerialNumber)
  const family = serialNumber && familyOf(serialNumber)
  if (!family) return unopened('keySerialNumber', 'It must be 20 hexadecimal digits, or 24 for keys of AES.')
  if (counterOf(serialNumber) === 0)
    return unopened('keySerialNumber', 'Its counter must have begun: zero stands for no transaction.')
  const block = blockBytes[family]
  const payload = bytesOf(sealed.payload)
  if (!payload || payload.length % block !== 0 || payload.length < payloadBytesMin)
    return unopened(
      'payload',
      `It must be whole blocks of ${block * 2} hexadecimal digits, 32 to 1024 in all.`,
    )
  if (sealed.initializationVector === undefined) return { family, serialNumber, payload }
  const vector = bytesOf(sealed.initializationVector)
  return vector?.length === block
    ? { family, serialNumber, payload, vector }
    : unopened('initializationVector', `It must be one block of ${block * 2} hexadecimal digits.`)
}

/**
 * A serial number is identified by the base key it came under, whichever merchant's that is and however often
 * it was imported: what is sealed under a common key pays at one merchant only.
 */
function useOf(hashKey: Buffer, use: ReadingUse, { parts, found }: AdmittedReading): SealedUse {
  const { merchantId, purpose, isClaimed } = use
  const [keyName, ...otherNames] = namesOf(found)
  const ids = 'orderId' in purpose ? [purpose.orderId, purpose.transactionId] : []
  const hashesOf = (whose: string, usedFor: readonly string[]): UseHashes =>
    useHashes(hashKey, { ...dataOf(parts, found), whose }, purpose.kind === 'question' ? undefined : usedFor)
  return {
    ...hashesOf(`key\n${keyName}`, [merchantId, ...ids]),
    ...(purpose.kind !== 'question' && { purpose: { isClaimed, isFollowUp: purpose.kind === 'followUp' } }),
    earlier: [
      { merchantId, ...hashesOf(merchantId, ids) },
      ...otherNames.map(name => hashesOf(`key\n${name}`, [merchantId, ...ids])),
    ],
  }
}

/** One name for one key, and its names in earlier releases: for TDES a key is the same with every parity. */
function namesOf({ algorithm, key }: BaseKey): readonly string[] {
  const nameOf = (value: Buffer) => keyedHash(value, 'name').toString('hex')
  if (algorithm !== 'TDES') return [nameOf(key)]
  const proper = withOddParity(key)
  const names = new Set([nameOf(proper), nameOf(key)])
  proper.fill(0)
  return [...names]
}

type SealedData = { readonly serial: string; readonly vector: string; readonly payload: string }

/**
 * No vector means one of zeros. The first digits that a request gives of a number are left out: its mask
 * shows more. A developer who tests a terminal restarts its counter each time, with no real card: so under a
 * test key each payload is independent of the others.
 */
function dataOf(parts: SealedParts, { isTest }: FoundBaseKey): SealedData {
  const { family, serialNumber, vector: given = Buffer.alloc(blockBytes[family]) } = parts
  const [vector, payload] = [given.toString('hex'), parts.payload.toString('hex')]
  const serial = serialNumber.toString('hex')
  return { serial: isTest ? [serial, vector, payload].join('\n') : serial, vector, payload }
}

/** Ids are not empty, and contain no line feed. The last of them is the transaction's. */
function useHashes(
  hashKey: Buffer,
  { whose, serial, vector, payload }: SealedData & { readonly whose: string },
  ids: readonly string[] | undefined,
): UseHashes {
  const name = `${whose}\n${serial}`
  const hashOf = (what: string, text: string) => keyedHash(hashKey, `${what}\n${name}\n${text}`)
  return {
    serialHash: keyedHash(hashKey, `serial\n${name}`),
    ...{ vectorHash: hashOf('vector', vector), payloadHash: hashOf('payload', payload) },
    ...(ids && {
      orderHash: hashOf('used for', ids.slice(0, -1).join('\n')),
      transactionHash: hashOf('used by', ids.join('\n')),
    }),
  }
}

/**
 * The base key belongs to the caller; what is derived from it here is overwritten synchronously after use.
 */
function readingOf(
  base: BaseKey,
  { family, serialNumber, payload, vector }: SealedParts,
): CardReading | undefined {
  const key = workingKey(base.key, serialNumber, 'data')
  const plain = decipher(family, key, payload, vector)
  key.fill(0)
  try {
    return unpack(plain)
  } finally {
    plain.fill(0)
  }
}

export const familyOfKey = ({ algorithm }: KeySet): CipherFamily => (algorithm === 'TDES' ? 'TDES' : 'AES')

/** Not longer than the longest part may be, so that no long text is decoded in vain. */
function bytesOf(text: string): Buffer | undefined {
  return text.length <= payloadBytesMax * 2 && /^(?:[0-9a-f]{2})*$/i.test(text)
    ? Buffer.from(text, 'hex')
    : undefined
}

const unopened = (culprit: keyof SealedReading, why: string): ReadingRefusal => ({ culprit, why })
