// The simulated wallet: makes tokens of the format EC_v1 as a real one does, so that they are opened by the
// very code that opens real ones.

import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { numberOfCurrency } from '../../standards/currencies.ts'
import { derivedKey, type EcV1Keys } from '../../wallets/ecV1Token.ts'
import { testSigner, testWalletKeys } from './testKeys.ts'

/** What a payer agreed to on the simulated sheet. */
export type SheetPayment = {
  readonly number: string
  /** Two digits each. */
  readonly expiry: { readonly month: string; readonly year: string }
  readonly minor: bigint
  readonly currency: string
}

export type TokenOptions = {
  readonly signedAtMs: number
  /** Whom it is for, and by whom it is signed; those of the sandbox unless given. */
  readonly keys?: EcV1Keys
  readonly signer?: typeof testSigner
  /** Members of the encrypted payment instead of the usual ones. */
  readonly changed?: Readonly<Record<string, unknown>>
}

export type EcV1Token = {
  readonly version: string
  readonly data: string
  readonly signature: string
  readonly header: Readonly<Record<string, string>>
}

export function makeToken(agreed: SheetPayment, options: TokenOptions): EcV1Token {
  const { keys = testWalletKeys, signer = testSigner, signedAtMs, changed } = options
  const [recipient] = keys.privateKeys
  if (!recipient) throw new RangeError('A token is for somebody')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = diffieHellman({ privateKey, publicKey: createPublicKey(recipient) })
  const data = encrypted(JSON.stringify({ ...paymentOf(agreed), ...changed }), derivedKey(secret, keys))
  const ephemeralKey = spkiOf(publicKey)
  const transactionId = randomBytes(32)
  const content = Buffer.concat([ephemeralKey, data, transactionId])
  return {
    version: 'EC_v1',
    data: data.toString('base64'),
    signature: detachedSignature(content, signer, signedAtMs).toString('base64'),
    header: {
      ephemeralPublicKey: ephemeralKey.toString('base64'),
      publicKeyHash: sha256(spkiOf(createPublicKey(recipient))).toString('base64'),
      transactionId: transactionId.toString('hex'),
    },
  }
}

const paymentOf = ({ number, expiry, minor, currency }: SheetPayment) => ({
  applicationPrimaryAccountNumber: number,
  applicationExpirationDate: `${expiry.year}${expiry.month}28`,
  currencyCode: numberOfCurrency(currency),
  transactionAmount: Number(minor),
  deviceManufacturerIdentifier: '000000000000',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: randomBytes(20).toString('base64'), eciIndicator: '05' },
})

function encrypted(plain: string, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16))
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** CMS signed data (RFC 5652) without the content, written without the library by which it is read. */
function detachedSignature(content: Buffer, signer: typeof testSigner, signedAtMs: number): Buffer {
  const { key, certificate, intermediate } = signer
  const time = new Date(signedAtMs).toISOString().replace(/^20|[-:T]|\.\d+/g, '')
  const attributes = Buffer.concat([
    sequence(objectId('2a864886f70d010903'), set(objectId(dataId))),
    sequence(objectId('2a864886f70d010905'), set(tagged(0x17, Buffer.from(time)))),
    sequence(objectId('2a864886f70d010904'), set(octets(sha256(content)))),
  ])
  const commonName = sequence(objectId('550403'), tagged(0x0c, Buffer.from('Tollgate test wallet authority')))
  const info = sequence(
    number(1),
    sequence(sequence(set(commonName)), number(3)),
    sequence(objectId(sha256Id)),
    tagged(0xa0, attributes),
    sequence(objectId('2a8648ce3d040302')),
    octets(sign('sha256', set(attributes), { key, dsaEncoding: 'der' })),
  )
  const data = sequence(
    number(1),
    set(sequence(objectId(sha256Id))),
    sequence(objectId(dataId)),
    tagged(0xa0, certificate, intermediate),
    set(info),
  )
  return sequence(objectId('2a864886f70d010702'), tagged(0xa0, data))
}

const dataId = '2a864886f70d010701'
const sha256Id = '608648016503040201'

/** One value in DER. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const longer = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...(length < 0x80 ? [length] : longer)), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts)
const octets = (value: Buffer): Buffer => tagged(0x04, value)
const number = (value: number): Buffer => tagged(0x02, Buffer.of(value))
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })
const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest()
