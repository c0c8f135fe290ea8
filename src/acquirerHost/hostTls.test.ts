import { connect, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { known, start } from '../../test/support/acquirerHost/hostStory.ts'
import { framed } from '../../test/support/acquirerHost/rawClient.ts'
import {
  issueClientCertificate,
  makeAuthority,
  makeServerCertificate,
} from '../certificates/ownCertificates.ts'

const nowMs = Date.now()
const server = await makeServerCertificate({ names: ['localhost'], nowMs, days: 1 })
const authority = await makeAuthority({ name: 'callers', nowMs, days: 1 })
const tls = { certificate: server.certificatePem, key: server.keyPem }

/** What comes back for a sign-on, or why nothing does. */
function signOn(port: number, own?: { readonly cert: string; readonly key: string }): Promise<string> {
  const socket: TLSSocket = connect({ port, servername: 'localhost', ca: server.certificatePem, ...own })
  return new Promise(resolve => {
    socket.on('secureConnect', () => socket.write(framed(known.A1)))
    socket.on('data', chunk => resolve(chunk.toString('latin1', 2, 6)))
    socket.on('close', () => resolve('closed')).on('error', () => undefined)
  }).then(result => {
    socket.destroy()
    return String(result)
  })
}

test('a host speaks TLS, and refuses connections there too', async () => {
  const host = await start({ tls })
  expect(await signOn(host.port)).toBe('0810')
  host.control.fault('refuse-connections', { next: 1 })
  expect(await signOn(host.port)).toBe('closed')
  expect(await signOn(host.port)).toBe('0810')
})

test('with authorities, a caller needs a certificate of theirs', async () => {
  const host = await start({ tls: { ...tls, authorities: authority.certificatePem } })
  const own = await issueClientCertificate(authority, { name: 'gateway', nowMs, days: 1 })
  expect(await signOn(host.port)).toBe('closed')
  expect(await signOn(host.port, { cert: own.certificatePem, key: own.keyPem })).toBe('0810')
})
