import { spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CertificatePair, makeServerCertificate } from '../../src/certificates/ownCertificates.ts'
import { readCertificate } from '../../src/certificates/readCertificate.ts'
import { versions } from '../../src/contract/kit/versions.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { endAll, startProcess } from './gatewayProcess.ts'
import { tollgate } from './tollgateProcess.ts'

let root = ''
let dataDirectory = ''
beforeAll(async () => {
  root = await reachableFolder('secure')
  dataDirectory = join(root, 'data')
})
// A test that failed leaves its gateway running, and the next one could not use the data directory.
afterEach(endAll)
afterAll(() => rm(root, { recursive: true, force: true }))

const keyOf = (certificate: string | Buffer) => readCertificate(certificate)?.keyHash.toString('hex')

/** The key of whoever answers, which is not asked for a name. */
const shownAt = (port: number) =>
  new Promise<string | undefined>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(keyOf(socket.getPeerX509Certificate()?.raw ?? ''))
      socket.destroy()
    }).on('error', reject)
  })

test('a sandbox by TLS prints a line that works when pasted, and says what to trust', async () => {
  const gateway = await startProcess({
    TOLLGATE_DATA_DIR: dataDirectory,
    TOLLGATE_TLS: 'self-signed',
    TOLLGATE_CERTIFICATE_PORT: '0',
  })
  const output = gateway.output()
  const { port } = gateway
  expect(output).toContain(`Base address   https://127.0.0.1:${port}/api/rest/version/${versions.last}\n`)
  expect(output).toContain(`Demo shop      https://127.0.0.1:${port}/demo:`)
  expect(output).toContain(`Certificate    ${join(dataDirectory, 'tls', 'server.pem')}:`)
  expect(output).toMatch(/Certificates {3}https:\/\/127\.0\.0\.1:\d+:/)
  expect(output).toContain(`Authority      ${join(dataDirectory, 'tls', 'authority.pem')}:`)
  const line = /^ *(curl .*)$/m.exec(output)?.[1] ?? ''
  const pasted = spawnSync('sh', ['-c', `${line} -w '\\n%{http_code}'`], { encoding: 'utf8' })
  expect(pasted.stdout.split('\n').at(-1), pasted.stderr).toBe('201')
  const blind = line.replace(/ --cacert '[^']+'/, '')
  expect(spawnSync('sh', ['-c', blind], { encoding: 'utf8' }).stderr).toMatch(/certificate/i)
  const told = /^ *Notifications +npx tollgate (listen .*)$/m.exec(output)?.[1] ?? ''
  const elsewhere = { TOLLGATE_DATA_DIR: join(root, 'nowhere') }
  const heard = await tollgate(`${told.replaceAll("'", '')} --count 1`, elsewhere)
  expect(heard, heard.errors).toMatchObject({ code: 0, output: expect.stringContaining('AUTHORIZATION') })
  const unheard = await tollgate(told.replace(/ --cacert .*/, ''), elsewhere)
  expect(unheard).toMatchObject({ code: 1, errors: expect.stringContaining('with --cacert') })
  const first = await shownAt(port)
  expect(await gateway.end('SIGTERM')).toMatchObject({ code: 0 })
  const again = await startProcess({ TOLLGATE_DATA_DIR: dataDirectory, TOLLGATE_TLS: 'self-signed' })
  expect(await shownAt(again.port)).toBe(first)
  expect(again.output()).not.toContain('Authority')
  expect(await again.end('SIGTERM')).toMatchObject({ code: 0 })
})

test('told so by a signal, it shows the certificate that lies there now', async () => {
  const [tlsCertificate, tlsKey] = [join(root, 'c.pem'), join(root, 'k.pem')]
  const put = async ({ certificatePem, keyPem }: CertificatePair) => {
    await writeFile(tlsCertificate, certificatePem)
    await writeFile(tlsKey, keyPem, { mode: 0o600 })
  }
  const made = () => makeServerCertificate({ names: ['pay.example'], nowMs: Date.now() })
  const [first, second] = [await made(), await made()]
  await put(first)
  const gateway = await startProcess({
    TOLLGATE_DATA_DIR: dataDirectory,
    TOLLGATE_TLS: 'files',
    TOLLGATE_TLS_CERTIFICATE: tlsCertificate,
    TOLLGATE_TLS_KEY: tlsKey,
  })
  expect(await shownAt(gateway.port)).toBe(keyOf(first.certificatePem))
  // Nobody has to be told to trust what others vouch for.
  expect(gateway.output()).not.toContain('--cacert')
  await put(second)
  gateway.child.kill('SIGHUP')
  await expect.poll(() => shownAt(gateway.port), { timeout: 3_000 }).toBe(keyOf(second.certificatePem))
  expect(await gateway.end('SIGTERM')).toMatchObject({ code: 0 })
})
