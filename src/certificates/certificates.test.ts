import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  issueClientCertificate,
  issueServerCertificate,
  makeAuthority,
  makeServerCertificate,
  serverCertificate,
  testAuthority,
} from './ownCertificates.ts'
import { readCertificate } from './readCertificate.ts'

const nowMs = Date.UTC(2026, 2, 1)
const dayMs = 86_400_000
let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-certificates-'))
})
afterAll(() => rm(directory, { recursive: true }))

test('an authority issues client certificates that hang on it, each with a key of its own', async () => {
  const authority = await makeAuthority({ name: 'An authority', nowMs })
  const [one, other] = [
    await issueClientCertificate(authority, { name: 'SHOP', nowMs }),
    await issueClientCertificate(authority, { name: 'SHOP', nowMs, days: 2 }),
  ]
  const root = new X509Certificate(authority.certificatePem)
  const certificate = new X509Certificate(one.certificatePem)
  expect(root.ca).toBe(true)
  expect(certificate.ca).toBe(false)
  expect(certificate.checkIssued(root)).toBe(true)
  expect(certificate.verify(root.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(one.keyPem))).toBe(true)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(readCertificate(one.certificatePem)).toMatchObject({
    ...{ subject: 'CN=SHOP, O=Tollgate', issuer: 'CN=An authority, O=Tollgate', isAuthority: false },
    ...{ notBeforeMs: nowMs - 300_000, notAfterMs: nowMs + 365 * dayMs },
  })
  expect(readCertificate(other.certificatePem)?.notAfterMs).toBe(nowMs + 2 * dayMs)
  const hashes = [one, other].map(({ certificatePem }) =>
    readCertificate(certificatePem)?.keyHash.toString('hex'),
  )
  expect(new Set(hashes).size).toBe(2)
  expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
})

test('an authority issues server certificates, for servers only and for the names they serve', async () => {
  const authority = await makeAuthority({ name: 'An authority', nowMs })
  const { certificatePem } = await issueServerCertificate(authority, {
    names: ['a.test', '127.0.0.1'],
    nowMs,
  })
  const certificate = new X509Certificate(certificatePem)
  const root = new X509Certificate(authority.certificatePem)
  expect(certificate.checkIssued(root) && certificate.verify(root.publicKey)).toBe(true)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect([certificate.checkHost('a.test'), certificate.checkIP('127.0.0.1')]).toEqual(['a.test', '127.0.0.1'])
  expect(certificate.checkHost('b.test')).toBeUndefined()
})

test('a certificate that is renewed keeps its key, and is known by it', async () => {
  const authority = await makeAuthority({ name: 'A', nowMs })
  const first = await issueClientCertificate(authority, { name: 'SHOP', nowMs, days: 2 })
  const { keyPem } = first
  const next = await issueClientCertificate(authority, { name: 'SHOP', nowMs: nowMs + dayMs, keyPem })
  expect(next.keyPem).toBe(keyPem)
  expect(next.certificatePem).not.toBe(first.certificatePem)
  const [one, other] = [first, next].map(({ certificatePem }) => readCertificate(certificatePem))
  expect(other?.keyHash).toEqual(one?.keyHash)
})

test('a name with commas, quotes and line ends stays one name', async () => {
  const name = 'Shop, O=Bank\nCN=other "x"'
  const authority = await makeAuthority({ name: 'A', nowMs })
  const { certificatePem } = await issueClientCertificate(authority, { name, nowMs })
  const read = readCertificate(certificatePem)
  expect(read?.subject).not.toMatch(/[\n\r]/)
  // Not by `toLegacyObject()`: in Node 20 it leaves `node:tls` without `createSecureContext`.
  const parts = new X509Certificate(certificatePem).subject.split('\n')
  expect(parts.filter(part => part.startsWith('O='))).toEqual(['O=Tollgate'])
})

/** A second opinion on the same words: what everybody else computes of a public key. */
test('the hash of a key is the one that openssl computes', async () => {
  const { certificatePem } = await makeServerCertificate({ names: ['localhost'], nowMs })
  const path = join(directory, 'one.pem')
  await writeFile(path, certificatePem)
  const [key, der] = [`openssl x509 -in ${path} -pubkey -noout`, 'openssl pkey -pubin -outform der']
  const command = `${key} | ${der} | openssl sha256 -r`
  const heard = await promisify(execFile)('sh', ['-c', command]).catch(() => undefined)
  // Where there is no openssl, there is no second opinion.
  if (heard === undefined) return
  expect(heard.stdout.slice(0, 64)).toBe(readCertificate(certificatePem)?.keyHash.toString('hex'))
})

test.each(['', 'hello', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
  'what is no certificate is none: %j',
  text => {
    expect(readCertificate(text)).toBeUndefined()
  },
)

test('a listener’s certificate is kept, renewed before it ends, and made anew for a new name', async () => {
  const place = join(directory, 'kept')
  const first = await serverCertificate(place, ['localhost', '127.0.0.1', '::1'], nowMs)
  const certificate = new X509Certificate(first.certificatePem)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('::1')).toBe('::1')
  expect(certificate.checkHost('other.example')).toBeUndefined()
  expect(await readFile(first.certificatePath, 'utf8')).toBe(first.certificatePem)
  expect(((await stat(join(place, 'tls', 'server-key.pem'))).mode & 0o777).toString(8)).toBe('600')
  const later = await serverCertificate(place, ['127.0.0.1'], nowMs + 300 * dayMs)
  expect(later).toEqual(first)
  const renewed = await serverCertificate(place, ['localhost'], nowMs + 340 * dayMs)
  expect(renewed.certificatePem).not.toBe(first.certificatePem)
  expect(await readFile(renewed.certificatePath, 'utf8')).toBe(renewed.certificatePem)
  const named = await serverCertificate(place, ['localhost', 'pay.example'], nowMs + 341 * dayMs)
  expect(new X509Certificate(named.certificatePem).checkHost('pay.example')).toBe('pay.example')
})

test('whoever starts at the same time gets the same authority', async () => {
  const place = join(directory, 'shared')
  const made = await Promise.all([1, 2, 3, 4].map(() => testAuthority(place, nowMs)))
  expect(new Set(made.map(({ certificatePem }) => certificatePem)).size).toBe(1)
  expect(await testAuthority(place, nowMs + 300 * dayMs)).toEqual(made[0])
})

test('a file that holds something else is named, and not overwritten', async () => {
  const place = join(directory, 'spoilt')
  await testAuthority(place, nowMs)
  const path = join(place, 'tls', 'authority-key.pem')
  await writeFile(path, 'my notes')
  await expect(testAuthority(place, nowMs)).rejects.toThrow(`${path} does not hold a key and a certificate`)
  expect(await readFile(path, 'utf8')).toBe('my notes')
})
