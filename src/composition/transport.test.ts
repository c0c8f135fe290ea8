import { X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  issueClientCertificate,
  makeAuthority,
  makeServerCertificate,
} from '../certificates/ownCertificates.ts'
import { StartRefusal } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { isSecureForPayers, openTransport, type TransportConfig } from './transport.ts'

let dataDirectory = ''
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-transport-'))
})
afterAll(() => rm(dataDirectory, { recursive: true }))

const lines: string[] = []
const log = createLog({ level: 'info', pretty: false, destination: { write: line => lines.push(line) } })
const start = Date.UTC(2026, 2, 1)
const dayMs = 86_400_000
const time = { nowMs: start }
const clock = { now: () => new Date(time.nowMs), monotonicMs: () => 0 }
const plain: TransportConfig = {
  ...{ tls: 'off', tlsCertificate: undefined, tlsKey: undefined, certificatePort: undefined },
  ...{ clientCa: undefined, host: '127.0.0.1', publicUrl: undefined, dataDirectory: '' },
}
const open = (config: Partial<TransportConfig>) =>
  openTransport({ ...plain, dataDirectory, ...config }, { log, clock })
const file = async (name: string, text: string) => {
  const path = join(dataDirectory, name)
  await writeFile(path, text, { mode: 0o600 })
  return path
}

test('in the open there is nothing to show, to read or to trust', async () => {
  const transport = await open({})
  expect(transport).not.toHaveProperty('usual')
  expect(transport).not.toHaveProperty('forCertificates')
  expect(transport.endsAtMs()).toBeUndefined()
  await transport.stop()
})

test('a certificate of its own covers every name of its, and is renewed while it runs', async () => {
  const transport = await open({
    tls: 'self-signed',
    host: '192.0.2.7',
    publicUrl: 'https://pay.example:8443',
  })
  let exchanged = 0
  transport.usual?.tls.onChange(() => exchanged++)
  const shown = () => transport.usual?.tls.material().certificatePem ?? ''
  const certificate = new X509Certificate(shown())
  for (const name of ['localhost', 'pay.example']) expect(certificate.checkHost(name)).toBe(name)
  for (const name of ['127.0.0.1', '::1', '192.0.2.7']) expect(certificate.checkIP(name)).toBe(name)
  expect(transport.isOwn(certificate.raw)).toBe(true)
  expect(transport.endsAtMs()).toBe(start + 365 * dayMs)
  await transport.reload()
  expect(exchanged).toBe(0)
  time.nowMs = start + 340 * dayMs
  await transport.reload()
  expect(exchanged).toBe(1)
  expect(transport.isOwn(certificate.raw)).toBe(false)
  expect(transport.endsAtMs()).toBe(start + 705 * dayMs)
  time.nowMs = start
  await transport.stop()
})

test('where no authority is named there is one of the sandbox; one listener asks it', async () => {
  const transport = await open({ tls: 'self-signed', certificatePort: 0 })
  expect(transport.usual?.tls.material().clientAuthoritiesPem).toBeUndefined()
  const asked = transport.forCertificates?.tls.material().clientAuthoritiesPem ?? ''
  expect(new X509Certificate(asked)).toMatchObject({ ca: true })
  expect(transport.authorityPath).toBe(join(dataDirectory, 'tls', 'authority.pem'))
  await transport.stop()
})

test('an authority that is exchanged is asked from then on', async () => {
  const [one, other] = [
    await makeAuthority({ name: '1', nowMs: start }),
    await makeAuthority({ name: '2', nowMs: start }),
  ]
  const clientCa = await file('ca.pem', one.certificatePem)
  const transport = await open({ certificatePort: 0, clientCa })
  const asked = () => transport.forCertificates?.tls.material().clientAuthoritiesPem
  await file('ca.pem', one.certificatePem + other.certificatePem)
  await transport.reload()
  expect(asked()).toBe(one.certificatePem + other.certificatePem)
  await file('ca.pem', `${one.certificatePem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`)
  await transport.reload()
  expect(asked()).toBe(one.certificatePem + other.certificatePem)
  expect(lines.at(-1)).toContain('each whole')
  await transport.stop()
})

test('what cannot be used is refused in one line that names the setting and the file', async () => {
  const own = await makeServerCertificate({ names: ['localhost'], nowMs: start })
  const other = await makeServerCertificate({ names: ['localhost'], nowMs: start })
  const authority = await makeAuthority({ name: 'A', nowMs: start })
  const client = await issueClientCertificate(authority, { name: 'SHOP', nowMs: start })
  const [certificate, key, otherKey, notes, leaf] = await Promise.all([
    file('c.pem', own.certificatePem),
    file('k.pem', own.keyPem),
    file('o.pem', other.keyPem),
    file('notes', 'my notes'),
    file('leaf.pem', client.certificatePem),
  ])
  const nowhere = join(dataDirectory, 'nowhere')
  const openKey = await file('open.pem', own.keyPem)
  await chmod(openKey, 0o644)
  const files = (tlsCertificate: string, tlsKey: string) =>
    ({ tls: 'files', tlsCertificate, tlsKey }) as const
  const asked = (clientCa: string) => ({ certificatePort: 0, clientCa })
  const refused: readonly (readonly [Partial<TransportConfig>, string])[] = [
    [files(nowhere, key), `TOLLGATE_TLS_CERTIFICATE: ${nowhere} cannot be read (ENOENT)`],
    [files(certificate, nowhere), `TOLLGATE_TLS_KEY: ${nowhere} cannot be read (ENOENT)`],
    [
      files(certificate, openKey),
      `TOLLGATE_TLS_KEY: ${openKey} is open to others (mode 0644): chmod 600 '${openKey}'`,
    ],
    [files(notes, key), `TOLLGATE_TLS_CERTIFICATE: ${notes} must hold certificates, each whole`],
    [files(certificate, notes), `TOLLGATE_TLS_KEY: ${notes} is not the key of TOLLGATE_TLS_CERTIFICATE`],
    [
      files(certificate, otherKey),
      `TOLLGATE_TLS_KEY: ${otherKey} is not the key of TOLLGATE_TLS_CERTIFICATE`,
    ],
    [asked(notes), `TOLLGATE_CLIENT_CA: ${notes} must hold certificates of authorities, each whole`],
    [asked(leaf), `TOLLGATE_CLIENT_CA: ${leaf} must hold certificates of authorities, each whole`],
  ]
  for (const [config, line] of refused) {
    const opened = open(config)
    await expect(opened).rejects.toThrow(StartRefusal)
    await expect(opened).rejects.toThrow(line)
  }
})

test('browsers are told to come by TLS where a name is theirs to remember', () => {
  const isSecure = (config: Partial<TransportConfig>) => isSecureForPayers({ ...plain, ...config })
  expect(isSecure({ publicUrl: 'https://pay.example' })).toBe(true)
  expect(isSecure({ tls: 'files', host: '192.0.2.7' })).toBe(true)
  for (const config of [
    {},
    { publicUrl: 'http://pay.example' },
    { publicUrl: 'https://localhost:8443' },
    { tls: 'files', host: '127.0.0.1' },
    { tls: 'files', host: '::1' },
    { tls: 'self-signed', host: '192.0.2.7' },
  ] as const)
    expect(isSecure(config), JSON.stringify(config)).toBe(false)
})
