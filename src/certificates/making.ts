import { createPublicKey, randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate and the key it belongs to, both as PEM. */
export type Pair = { readonly certificatePem: string; readonly keyPem: string }

export type Wanted = {
  /** Whose it is: the common name of its subject. */
  readonly name: string
  readonly nowMs: number
  readonly days?: number
}

/** One that issues others, and nothing but those that issue none in their turn. */
export async function makeAuthority({ name, nowMs, days = 3_650 }: Wanted): Promise<Pair> {
  const x509 = await loadX509()
  const keys = await newKeys()
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...lifeOf(nowMs, days),
    name: nameOf(name),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return pairOf(certificate, keys)
}

/**
 * What a merchant proves itself with: only as a client, and signed by the authority. With the key that it has
 * already, whatever knows it by that key goes on knowing it.
 */
export async function issueClientCertificate(
  authority: Pair,
  { name, nowMs, days = 365, keyPem }: Wanted & { readonly keyPem?: string },
): Promise<Pair> {
  const x509 = await loadX509()
  const keys = keyPem === undefined ? await newKeys() : await keysOf(keyPem, x509)
  const issuer = new x509.X509Certificate(authority.certificatePem)
  const certificate = await x509.X509CertificateGenerator.create({
    ...lifeOf(nowMs, days),
    subject: nameOf(name),
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importedKey(authority.keyPem, x509),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return pairOf(certificate, keys)
}

/** What a listener shows under these names; whoever trusts this very certificate trusts the listener. */
export async function makeServerCertificate({
  names,
  nowMs,
  days = 365,
}: Omit<Wanted, 'name'> & { readonly names: readonly string[] }): Promise<Pair> {
  const x509 = await loadX509()
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...lifeOf(nowMs, days),
    name: nameOf(names[0] ?? 'localhost'),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map(name => ({ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return pairOf(certificate, keys)
}

const { subtle } = webcrypto

type X509 = typeof import('@peculiar/x509')

/** It costs as much time as the rest of a start together, and most starts make no certificate. */
async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** Small, quick to sign with, and read by every client that speaks TLS 1.2. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** As a structure and not as text, where a comma in a name would begin another part of it. */
const nameOf = (name: string) => [{ CN: [name] }, { O: ['Tollgate'] }]

/** Begins a little earlier than now: others' clocks are behind. */
function lifeOf(nowMs: number, days: number) {
  const serial = randomBytes(16)
  // Positive, and of full length.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return {
    serialNumber: serial.toString('hex'),
    notBefore: new Date(nowMs - clockSkewMs),
    notAfter: new Date(nowMs + days * dayMs),
  }
}

const clockSkewMs = 5 * 60_000
const dayMs = 86_400_000

async function pairOf(
  certificate: { readonly toString: (format: 'pem') => string },
  { privateKey }: webcrypto.CryptoKeyPair,
): Promise<Pair> {
  const der = Buffer.from(await subtle.exportKey('pkcs8', privateKey))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    certificatePem: `${certificate.toString('pem').trim()}\n`,
    keyPem: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  }
}

function importedKey(pem: string, { PemConverter }: X509): Promise<webcrypto.CryptoKey> {
  return subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), algorithm, true, ['sign'])
}

async function keysOf(pem: string, x509: X509): Promise<webcrypto.CryptoKeyPair> {
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  const publicKey = await subtle.importKey('spki', spki, algorithm, true, ['verify'])
  return { privateKey: await importedKey(pem, x509), publicKey }
}
