// Payment tokens of the published format EC_v1: encrypted for a key of the operator (ECDH on P-256, one-step
// KDF of NIST SP 800-56A, AES-256-GCM), with a detached signature of the wallet.

import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { currencyOfNumber } from '../standards/currencies.ts'
import { type TrustedSigner, verifyDetached } from './detachedSignature.ts'
import { bytesOf, membersOf, parsedJson, textIn } from './foreignValues.ts'
import type { DevicePayment, TokenFlaw } from './port.ts'

export type EcV1Keys = {
  /** On P-256; several while one takes the place of another. */
  readonly privateKeys: readonly KeyObject[]
  readonly signer: TrustedSigner
  /** The parties that keys are derived for: the wallet's name, and the merchant as the wallet knows it. */
  readonly partyU: string
  readonly merchantIdentifier: string
}

/** The order is that of the published description: first whose it is, then when, then what. */
export async function openEcV1Token(
  token: unknown,
  keys: EcV1Keys,
  nowMs: number,
): Promise<DevicePayment | TokenFlaw> {
  const parts = partsOf(token)
  if (!parts) return { flaw: 'malformed' }
  const key = keys.privateKeys.find(one => timingSafeEqual(hashOf(one), parts.keyHash))
  if (!key) return { flaw: 'unknownKey' }
  const content = Buffer.concat([parts.ephemeralKey, parts.data, parts.transactionId, parts.applicationData])
  const verified = await verifyDetached(parts.signature, content, keys.signer)
  if (!verified) return { flaw: 'unsigned' }
  if (!isTimely(verified.signedAtMs, nowMs)) return { flaw: 'outOfTime' }
  const plain = decrypted(parts, key, keys)
  if (plain === undefined) return { flaw: 'unreadable' }
  return paymentIn(plain, parts.transactionId.toString('hex')) ?? { flaw: 'unsupported' }
}

type TokenParts = {
  readonly data: Buffer
  readonly signature: Buffer
  readonly ephemeralKey: Buffer
  readonly keyHash: Buffer
  readonly transactionId: Buffer
  /** Empty where there is none. */
  readonly applicationData: Buffer
}

function partsOf(token: unknown): TokenParts | undefined {
  const { version, data: sealed, signature: signed, header: given } = membersOf(token)
  const header = membersOf(given)
  if (version !== 'EC_v1') return undefined
  const data = bytesOf(sealed, 'base64', dataBytesMax)
  const signature = bytesOf(signed, 'base64', signatureBytesMax)
  const ephemeralKey = bytesOf(header.ephemeralPublicKey, 'base64', publicKeyBytes)
  const keyHash = bytesOf(header.publicKeyHash, 'base64', hashBytes)
  const transactionId = bytesOf(header.transactionId, 'hex', hashBytes)
  const applicationData = bytesOf(header.applicationData ?? '', 'hex', hashBytes)
  if (!data || !signature || !ephemeralKey || !transactionId || !applicationData) return undefined
  if (keyHash?.length !== hashBytes || transactionId.length === 0) return undefined
  return { data, signature, ephemeralKey, keyHash, transactionId, applicationData }
}

const hashBytes = 32
/** SubjectPublicKeyInfo of a point on P-256, uncompressed. */
const publicKeyBytes = 91
const dataBytesMax = 4_096
const signatureBytesMax = 16_384

/** SHA-256 of the public key (SubjectPublicKeyInfo, DER): which of the operator's keys it is for. */
function hashOf(privateKey: KeyObject): Buffer {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest()
}

/** Long enough for a slow phone; a wallet's clock may be a little ahead. */
const isTimely = (signedAtMs: number, nowMs: number): boolean =>
  signedAtMs >= nowMs - ageMaxMs && signedAtMs <= nowMs + aheadMaxMs
const ageMaxMs = 5 * 60_000
const aheadMaxMs = 60_000

function decrypted(
  { ephemeralKey, data }: TokenParts,
  privateKey: KeyObject,
  parties: KeyParties,
): string | undefined {
  try {
    const publicKey = createPublicKey({ key: ephemeralKey, type: 'spki', format: 'der' })
    const key = derivedKey(diffieHellman({ privateKey, publicKey }), parties)
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(16), { authTagLength: tagBytes })
    key.fill(0)
    decipher.setAuthTag(data.subarray(-tagBytes))
    const plain = Buffer.concat([decipher.update(data.subarray(0, -tagBytes)), decipher.final()])
    return plain.toString('utf8')
  } catch {
    // Another curve, or not encrypted for this key.
    return undefined
  }
}
const tagBytes = 16

/** One round of the one-step KDF with SHA-256: the key is as long as the hash. */
export function derivedKey(secret: Buffer, { partyU, merchantIdentifier }: KeyParties): Buffer {
  return createHash('sha256')
    .update(Buffer.of(0, 0, 0, 1))
    .update(secret)
    .update(`\x0d${'id-aes256-GCM'}${partyU}`)
    .update(createHash('sha256').update(merchantIdentifier).digest())
    .digest()
}
type KeyParties = Pick<EcV1Keys, 'merchantIdentifier' | 'partyU'>

/** Undefined for what is not a cryptogram of the 3-D Secure kind with number and date. */
function paymentIn(plain: string, tokenId: string): DevicePayment | undefined {
  const payment = membersOf(parsedJson(plain))
  const proof = membersOf(payment.paymentData)
  const number = textIn(payment.applicationPrimaryAccountNumber, /^\d{9,19}$/)
  const date = textIn(payment.applicationExpirationDate, /^\d{6}$/)
  const cryptogram = textIn(proof.onlinePaymentCryptogram, /^[A-Za-z0-9+/]{1,126}={0,2}$/)
  const eci = textIn(proof.eciIndicator, /^\d{1,2}$/)
  const price = priceIn(payment)
  if (payment.paymentDataType !== '3DSecure' || !price) return undefined
  if (number === undefined || date === undefined || cryptogram === undefined) return undefined
  const expiry = { year: date.slice(0, 2), month: date.slice(2, 4) }
  return { tokenId, number, expiry, cryptogram, ...(eci !== undefined && { eci }), price }
}

/** The amount is in minor units; the currency is a number of ISO 4217. */
function priceIn({ transactionAmount: amount, currencyCode }: Members): DevicePayment['price'] {
  const number = textIn(currencyCode, /^\d{3}$/)
  const currency = number === undefined ? undefined : currencyOfNumber(number)
  if (currency === undefined || typeof amount !== 'number' || !Number.isSafeInteger(amount)) return undefined
  return { minor: BigInt(amount), currency }
}
type Members = ReturnType<typeof membersOf>
