// An authenticator in software: makes a passkey and shows it, as a browser with a key store would.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type SoftPasskey = {
  /** The browser's answer to options that ask for a new passkey, as JSON. */
  create(options: object, told?: SoftPasskeyFlaws): string
  /** The browser's answer to options that ask to show it. */
  show(options: object, told?: SoftPasskeyFlaws): string
}

/** What an attacker, or a careless authenticator, would do otherwise. */
export type SoftPasskeyFlaws = {
  readonly origin?: string
  readonly rpId?: string
  readonly isUserVerified?: boolean
  readonly userHandle?: string
  /** Does not count up. */
  readonly count?: number
}

export function createSoftPasskey({
  origin,
  rpId,
}: {
  readonly origin: string
  readonly rpId: string
}): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let userHandle = ''
  let count = 0

  const clientData = (type: string, options: object, told: SoftPasskeyFlaws) =>
    Buffer.from(
      JSON.stringify({ type, challenge: textAt(options, 'challenge'), origin: told.origin ?? origin }),
    )
  const authenticatorData = (told: SoftPasskeyFlaws, attested: Buffer = Buffer.alloc(0)) => {
    const flags = 0x01 | (told.isUserVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    count = told.count ?? count + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const party = createHash('sha256').update(told.rpId ?? rpId)
    return Buffer.concat([party.digest(), Buffer.from([flags]), counter, attested])
  }

  return {
    create(options, told = {}) {
      userHandle = textAt(objectAt(options, 'user'), 'id')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authenticatorData(told, attested))],
      ])
      return JSON.stringify({
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData('webauthn.create', options, told).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      })
    },
    show(options, told = {}) {
      const data = clientData('webauthn.get', options, told)
      const authenticator = authenticatorData(told)
      const signed = Buffer.concat([authenticator, createHash('sha256').update(data).digest()])
      return JSON.stringify({
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticator.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: told.userHandle ?? userHandle,
        },
      })
    },
  }
}

const objectAt = (holder: object, name: string): object => {
  const value: unknown = Reflect.get(holder, name)
  if (typeof value !== 'object' || value === null) throw new Error(`No ${name} in the options`)
  return value
}
const textAt = (holder: object, name: string): string => String(Reflect.get(holder, name))

/** RFC 8949, as far as it is needed here. */
const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])

/** A key of ES256 on P-256 (RFC 9053): 1 = 2, 3 = -7, -1 = 1, -2 = x, -3 = y. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[cborBytes(x), Buffer.from([0x22]), cborBytes(y)],
  ])
