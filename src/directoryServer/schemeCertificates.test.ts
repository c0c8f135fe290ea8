import { X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemeCertificates } from './schemeCertificates.ts'

const nowMs = Date.UTC(2026, 2, 1)
const dayMs = 86_400_000
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-scheme-certificates-'))
})
afterAll(() => rm(folder, { recursive: true }))

const made = (scheme: string, ms = nowMs) =>
  schemeCertificates({ folder, scheme, names: ['localhost', '127.0.0.1'], nowMs: ms })

test('each scheme has an authority of its own, and everything of a scheme is of its authority', async () => {
  const [one, other] = [await made('scheme-a'), await made('scheme-b')]
  const roots = [one, other].map(({ authority }) => new X509Certificate(authority.certificatePem))
  for (const { certificatePem } of [one.server, one.client]) {
    const certificate = new X509Certificate(certificatePem)
    expect(roots.map(({ publicKey }) => certificate.verify(publicKey))).toEqual([true, false])
  }
  const { certificate, key } = one.gateway.results
  const own = new X509Certificate(await readFile(certificate))
  expect(own.verify(roots[0]!.publicKey) && own.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect((await stat(key)).mode & 0o777).toBe(0o600)
})

test('they are kept, and renewed before they end, by the same authority', async () => {
  const first = await made('scheme-a')
  expect(await made('scheme-a')).toEqual(first)
  const later = await made('scheme-a', nowMs + 340 * dayMs)
  expect(later.authority).toEqual(first.authority)
  expect(later.server).not.toEqual(first.server)
  expect(await made('scheme-a', nowMs + 340 * dayMs)).toEqual(later)
})

test('two that start at the same time have one authority', async () => {
  const [one, other] = await Promise.all([made('scheme-c'), made('scheme-c')])
  expect(one).toEqual(other)
  expect((await readdir(folder)).filter(name => name.endsWith('.new'))).toEqual([])
})
