// Certificates that the gateway makes itself: a sandbox's test authority, client certificates, and a
// self-signed server certificate.

import { createPublicKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import { createFile, readIfPresent, readPrivateIfPresent, replaceFile } from '../platform/files.ts'
import { readCertificate } from './readCertificate.ts'

/** A pair that is stored in the data directory. */
export type KeptCertificatePair = CertificatePair & {
  /** The certificate without the key, readable by all, for clients that are to trust it. */
  readonly certificatePath: string
}

/** The sandbox's own authority, created on first use and kept: it issues the certificates of merchants. */
export function testAuthority(dataDirectory: string, nowMs: number): Promise<KeptCertificatePair> {
  const make = () => makeAuthority({ name: 'Tollgate test authority', nowMs })
  return findOrMakePair(dataDirectory, 'authority', { make, isFit: pair => isAlive(pair, nowMs) })
}

/** Self-signed; replaced well before it expires, and when it lacks a wanted name. */
export function serverCertificate(
  dataDirectory: string,
  names: readonly string[],
  nowMs: number,
): Promise<KeptCertificatePair> {
  const make = () => makeServerCertificate({ names, nowMs })
  const isFit = (pair: CertificatePair) => isAlive(pair, nowMs + renewedBeforeMs) && covers(pair, names)
  return findOrMakePair(dataDirectory, 'server', { make, isFit })
}

const renewedBeforeMs = 30 * 86_400_000

type KeptPairOptions = {
  readonly make: () => Promise<CertificatePair>
  readonly isFit: (pair: CertificatePair) => boolean
}

/**
 * Key and certificate are stored in one file, so that neither a crash nor a concurrent start can leave two
 * that do not belong together; the certificate alone is stored beside it.
 */
async function findOrMakePair(
  dataDirectory: string,
  name: 'authority' | 'server',
  { make, isFit }: KeptPairOptions,
): Promise<KeptCertificatePair> {
  const path = join(dataDirectory, 'tls', `${name}-key.pem`)
  const certificatePath = join(dataDirectory, 'tls', `${name}.pem`)
  try {
    const text = await readPrivateIfPresent(path)
    const found = text === undefined ? undefined : pairIn(text)
    if (text !== undefined && found === undefined)
      throw new StartRefusal(`${path} does not hold a key and a certificate`)
    const pair = found && isFit(found) ? found : await makeAndKeep(path, { make, isNew: found === undefined })
    if ((await readIfPresent(certificatePath)) !== pair.certificatePem)
      await replaceFile(certificatePath, pair.certificatePem, 0o644)
    return { ...pair, certificatePath }
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(`${path} can be neither read nor made (${errorCode(error)})`)
  }
}

type NewPairOptions = { readonly make: KeptPairOptions['make']; readonly isNew: boolean }

/** Of two concurrent starts, the second uses what the first has made. */
async function makeAndKeep(path: string, { make, isNew }: NewPairOptions): Promise<CertificatePair> {
  const fresh = await make()
  const text = fresh.keyPem + fresh.certificatePem
  if (isNew) return pairIn(await createFile(path, text)) ?? fresh
  await replaceFile(path, text)
  return fresh
}

function pairIn(text: string): CertificatePair | undefined {
  const [keyPem] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/.exec(text) ?? []
  const [certificatePem] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/.exec(text) ?? []
  return keyPem !== undefined && certificatePem !== undefined && readCertificate(certificatePem)
    ? { keyPem, certificatePem }
    : undefined
}

const isAlive = ({ certificatePem }: CertificatePair, nowMs: number): boolean =>
  (readCertificate(certificatePem)?.notAfterMs ?? 0) > nowMs

function covers({ certificatePem }: CertificatePair, names: readonly string[]): boolean {
  const certificate = new X509Certificate(certificatePem)
  return names.every(name => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)))
}

/** A certificate and the key it belongs to, both as PEM. */
export type CertificatePair = { readonly certificatePem: string; readonly keyPem: string }

export type WantedCertificate = {
  /** The common name of its subject. */
  readonly name: string
  readonly nowMs: number
  readonly days?: number
}

/** An authority that may issue end-entity certificates only. */
export async function makeAuthority({
  name,
  nowMs,
  days = 3_650,
}: WantedCertificate): Promise<CertificatePair> {
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
 * A merchant's certificate: for TLS clients only, and signed by the authority. Issued again for the key of an
 * older one, it is recognized by that key.
 */
export async function issueClientCertificate(
  authority: CertificatePair,
  wanted: WantedCertificate & { readonly keyPem?: string },
): Promise<CertificatePair> {
  const x509 = await loadX509()
  return issueCertificate(authority, wanted, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ])
}

/** A listener's certificate for these names, of an authority that its callers know. */
export async function issueServerCertificate(
  authority: CertificatePair,
  { names, ...wanted }: Omit<WantedCertificate, 'name'> & { readonly names: readonly string[] },
): Promise<CertificatePair> {
  const x509 = await loadX509()
  return issueCertificate(authority, { ...wanted, name: names[0] ?? 'localhost' }, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(names.map(alternativeName)),
  ])
}

async function issueCertificate(
  authority: CertificatePair,
  { name, nowMs, days = 365, keyPem }: WantedCertificate & { readonly keyPem?: string },
  purpose: readonly Extension[],
): Promise<CertificatePair> {
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
      ...purpose,
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return pairOf(certificate, keys)
}

/** A listener's certificate for these names; it is its own trust anchor. */
export async function makeServerCertificate({
  names,
  nowMs,
  days = 365,
}: Omit<WantedCertificate, 'name'> & { readonly names: readonly string[] }): Promise<CertificatePair> {
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
      new x509.SubjectAlternativeNameExtension(names.map(alternativeName)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return pairOf(certificate, keys)
}

const alternativeName = (name: string) => ({
  ...{ type: isIP(name) === 0 ? ('dns' as const) : ('ip' as const), value: name },
})

const { subtle } = webcrypto

type X509 = typeof import('@peculiar/x509')
type Extension = import('@peculiar/x509').Extension

/**
 * Loaded on first use: that takes as long as the rest of a start together, and most starts make no
 * certificate.
 */
async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** Small, quick to sign with, and supported by every TLS 1.2 client. */
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** A structure instead of text, in which a comma in the name would begin another attribute. */
const nameOf = (name: string) => [{ CN: [name] }, { O: ['Tollgate'] }]

/** Valid from a little earlier than now: clocks of clients may be behind. */
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
): Promise<CertificatePair> {
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
