import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CertificatePair,
  issueClientCertificate,
  makeAuthority,
} from '../certificates/ownCertificates.ts'
import { openDirectoryCertificates } from './directoryCertificates.ts'

const nowMs = Date.now()
let folder = ''
let authority: CertificatePair
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-directory-certificates-'))
  authority = await makeAuthority({ name: 'a scheme', nowMs })
})
afterAll(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const put = (name: string, text: string) => writeFile(at(name), text, { mode: 0o600 })
const issued = (name: string) => issueClientCertificate(authority, { name, nowMs })

test('what was replaced by half, or cut off, does not take the place of what works', async () => {
  const first = await issued('first')
  for (const name of ['client', 'results']) {
    await put(`${name}.pem`, first.certificatePem)
    await put(`${name}.key`, first.keyPem)
  }
  await put('authority.pem', authority.certificatePem)
  const told: (string | number | undefined)[] = []
  const certificates = await openDirectoryCertificates(
    {
      name: 'scheme-a',
      tls: { certificate: at('client.pem'), key: at('client.key'), authorities: at('authority.pem') },
      results: {
        ...{ address: 'https://gateway.example/results', port: 8461 },
        ...{ certificate: at('results.pem'), key: at('results.key') },
      },
    },
    { info: () => undefined, warn: (_, facts) => told.push(facts?.reason) },
  )
  const before = certificates.current()
  // No authority at all would be all of the web's.
  await put('authority.pem', '')
  await certificates.reload()
  expect(certificates.current()).toBe(before)
  expect(told).toEqual(['A file must hold certificates, each whole.'])
  await put('authority.pem', authority.certificatePem)
  const second = await issued('second')
  await put('client.pem', second.certificatePem)
  await certificates.reload()
  expect(certificates.current()).toBe(before)
  expect(told).toHaveLength(2)
  await put('client.key', second.keyPem)
  await certificates.reload()
  expect(certificates.current().tls).toMatchObject({ certificate: second.certificatePem, key: second.keyPem })
  certificates.stop()
})
