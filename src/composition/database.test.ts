import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeServerCertificate } from '../certificates/ownCertificates.ts'
import { readConfig } from '../config/config.ts'
import { withClient } from '../store/schema/migrate.ts'
import { givenLogins } from './database.ts'

/**
 * A server that speaks TLS as PostgreSQL does and then lets nobody in: who hears that it does not has seen
 * its certificate and found it good.
 */
let server: Server
let port = 0
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-logins-'))
  const wanted = { names: ['localhost'], nowMs: Date.now() }
  const [own, other] = [await makeServerCertificate(wanted), await makeServerCertificate(wanted)]
  await writeFile(join(folder, 'own.pem'), own.certificatePem)
  await writeFile(join(folder, 'other.pem'), other.certificatePem)
  await writeFile(join(folder, 'key.pem'), own.keyPem)
  const secureContext = createSecureContext({ cert: own.certificatePem, key: own.keyPem })
  server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', asked => {
      const wantsTls = asked.length === 8 && asked.readInt32BE(4) === 80877103
      if (!wantsTls) return socket.end(refusal('in the open'))
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined)
      return secure.once('data', () => secure.end(refusal('by TLS')))
    })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(async () => {
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

function refusal(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C28000\0Mnobody comes in ${words}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** What a node hears that is told to log in so. */
async function heard(host: string, query: string): Promise<string> {
  const url = `postgres://gateway:a-secret@${host}:${port}/tollgate${query}`
  const settings = { TOLLGATE_DATABASE_URL: url, TOLLGATE_OWNER_DATABASE_URL: url }
  const logins = await givenLogins(readConfig(settings))
  return withClient(logins?.gateway ?? {}, async () => 'came in').catch(error => String(error))
}

test('without a word about TLS there is none', async () => {
  expect(await heard('localhost', '')).toContain('nobody comes in in the open')
  expect(await heard('localhost', '?sslmode=disable')).toContain('nobody comes in in the open')
})

test.each(['verify-full', 'require'])(
  'with %s the server proves who it is before it hears a login',
  async mode => {
    const query = (file: string) => `?sslmode=${mode}&sslrootcert=${join(folder, file)}`
    expect(await heard('localhost', query('own.pem'))).toContain('nobody comes in by TLS')
    expect(await heard('127.0.0.1', query('own.pem'))).toContain('does not match certificate')
    expect(await heard('localhost', query('other.pem'))).toMatch(/certificate/)
    expect(await heard('localhost', `?sslmode=${mode}`)).toMatch(/certificate/)
    expect(await heard('localhost', query('missing.pem'))).toContain('names cannot be read (ENOENT)')
  },
)

test('of several hosts each proves that it is the one that was called', async () => {
  const query = `?sslmode=verify-full&sslrootcert=${join(folder, 'own.pem')}`
  const several = await heard(`127.0.0.1:${port},localhost`, query)
  expect(several).toContain('cannot be used: Hostname/IP does not match certificate')
  expect(several).toContain('nobody comes in by TLS')
  expect(several).not.toContain('a-secret')
})

test('what is unclear is refused before anybody is called, and the password is not repeated', async () => {
  for (const query of ['?sslmode=prefer', '?sslmode=no-verify', '?ssl=true'])
    await expect(heard('localhost', query)).rejects.toThrow(/^TOLLGATE_DATABASE_URL has (?!.*a-secret)/)
})

test.each(['TOLLGATE_DATABASE_URL', 'TOLLGATE_OWNER_DATABASE_URL'])(
  'a key in %s that others can read or replace is refused before anybody is called',
  async setting => {
    const key = join(folder, 'key.pem')
    const plain = `postgres://gateway:a-secret@localhost:${port}/tollgate`
    const files = `sslrootcert=${join(folder, 'own.pem')}&sslcert=${join(folder, 'own.pem')}&sslkey=${key}`
    const both = { TOLLGATE_DATABASE_URL: plain, TOLLGATE_OWNER_DATABASE_URL: plain }
    const config = readConfig({ ...both, [setting]: `${plain}?sslmode=verify-full&${files}` })
    await chmod(key, 0o666)
    await expect(givenLogins(config)).rejects.toThrow(
      `${setting}: sslkey ${key} is open to others (mode 0666): chmod 600 '${key}'`,
    )
    await chmod(key, 0o600)
    await chmod(folder, 0o777)
    await expect(givenLogins(config)).rejects.toThrow(`chmod go-w '${folder}'`)
    await chmod(folder, 0o700)
    const logins = await givenLogins(config)
    const login = setting === 'TOLLGATE_DATABASE_URL' ? logins?.gateway : logins?.owner
    await expect(withClient(login ?? {}, async () => 'came in')).rejects.toThrow('nobody comes in by TLS')
  },
)
