import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asciiDialect, linkSettings, quietLog } from '../../../../test/support/acquirers/testLink.ts'
import {
  issueClientCertificate,
  makeAuthority,
  makeServerCertificate,
} from '../../../certificates/ownCertificates.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createLink, type Link } from './link.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-link-'))
})
afterAll(() => rm(directory, { recursive: true }))

const withoutSignOn = () => {
  const dialect = asciiDialect()
  return { ...dialect, network: { ...dialect.network, signsOn: false } }
}

const written = async (name: string, text: string) => {
  const path = join(directory, name)
  await writeFile(path, text)
  return path
}

test('mutual TLS: files are read again for each connection, and strangers are refused', async () => {
  const nowMs = Date.now()
  const authority = await makeAuthority({ name: 'Acquirer', nowMs })
  const server = await makeServerCertificate({ names: ['host.example'], nowMs })
  const client = await issueClientCertificate(authority, { name: 'gateway', nowMs })
  const subjects: string[] = []
  const sockets: TLSSocket[] = []
  const host = createServer(
    {
      ...{ cert: server.certificatePem, key: server.keyPem, ca: authority.certificatePem },
      ...{ requestCert: true, rejectUnauthorized: true },
    },
    socket => {
      sockets.push(socket)
      subjects.push(String(socket.getPeerCertificate().subject.CN))
      socket.on('error', () => {})
    },
  )
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
  const address = host.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const tls = {
    authorities: await written('server.pem', server.certificatePem),
    certificate: await written('client.pem', client.certificatePem),
    key: join(directory, 'client-key.pem'),
    serverName: 'host.example',
  }
  const details: string[] = []
  const open = (settings: typeof tls): Link => {
    const link = createLink(linkSettings(port, { dialect: withoutSignOn(), tls: settings }), {
      ...{ clock: systemClock, log: quietLog, limits: { backOffMs: 20, longestBackOffMs: 50 } },
      onEvent: ({ detail = '' }) => details.push(detail),
    })
    link.start()
    return link
  }
  const link = open(tls)
  await expect.poll(() => details.join()).toContain('client-key.pem cannot be read: ENOENT')
  await writeFile(tls.key, client.keyPem)
  await expect.poll(() => link.trouble()).toBe(undefined)
  await expect.poll(() => subjects).toEqual(['gateway'])
  sockets[0]?.destroy()
  await expect.poll(() => subjects.length).toBe(2)
  await link.stop()
  const stranger = open({ ...tls, serverName: 'other.example' })
  await expect.poll(() => details.join()).toContain("does not match certificate's altnames")
  expect(stranger.trouble()).toBe('not connected')
  await stranger.stop()
  await new Promise(resolve => host.close(resolve))
})
