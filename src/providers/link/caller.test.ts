// Over TLS, as in production: which certificates of an adapter are taken, and that nothing is sent to others.

import { createServer, type Server } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { issueServerCertificate, makeAuthority } from '../../certificates/ownCertificates.ts'
import { systemClock } from '../../platform/clock.ts'
import { readUpTo } from '../../platform/files.ts'
import { newProtocolSecret, signMessage, verifyMessage } from '../protocol/signature.ts'
import { isBeforeSending, openProviderCaller } from './caller.ts'

const secrets = { gateway: [newProtocolSecret()], provider: [newProtocolSecret()] }
const nowMs = systemClock.now().getTime()
const status = { call: 'status', merchantId: 'SHOP', paymentId: 'pay-1' } as const

let adapter: Server | undefined
afterEach(() => {
  adapter?.closeAllConnections()
  adapter?.close()
})

/** An adapter whose certificate is for these names, and how often it was called. */
async function openAdapter(names: readonly string[]) {
  const authority = await makeAuthority({ name: 'Wallet', nowMs })
  const { certificatePem: cert, keyPem: key } = await issueServerCertificate(authority, { names, nowMs })
  const heard = { calls: 0 }
  adapter = createServer({ cert, key }, async (request, response) => {
    heard.calls += 1
    const body = String(await readUpTo(request, 10_000))
    const at = systemClock.now()
    const verified = verifyMessage({ headers: request.headers, body, secrets: secrets.gateway, at })
    const text = JSON.stringify({ paymentId: 'pay-1', state: 'processing' })
    const id = 'id' in verified ? verified.id : 'none'
    response.writeHead(200, { ...signMessage({ id, body: text, secrets: secrets.provider, at }) }).end(text)
  })
  await new Promise<void>(done => adapter?.listen(0, '127.0.0.1', done))
  const at = adapter.address()
  const port = typeof at === 'object' ? at?.port : 0
  return { authority: authority.certificatePem, port, heard }
}

async function called(host: string, port: number | undefined, authorities?: string) {
  const settings = { address: `https://${host}:${port}/wallet`, answerSeconds: 5 }
  const caller = await openProviderCaller({
    settings,
    authorities,
    secrets: () => secrets,
    clock: systemClock,
  })
  const outcome = await caller.call(status, AbortSignal.timeout(5_000))
  await caller.close()
  return outcome
}

test('an adapter whose certificate is of the authorities of the file is called and believed', async () => {
  const { authority, port } = await openAdapter(['localhost'])
  expect(await called('localhost', port, authority)).toMatchObject({
    ...{ outcome: 'answered', answer: { state: 'processing' } },
  })
})

test('nothing is sent where the certificate is of nobody known, or of another name', async () => {
  const { authority, port, heard } = await openAdapter(['wallet.example'])
  const other = await makeAuthority({ name: 'Other', nowMs })
  for (const outcome of [
    await called('localhost', port, authority),
    await called('localhost', port, other.certificatePem),
    await called('localhost', port),
  ])
    expect(['unsent', 'silent']).toContain(outcome.outcome)
  expect(heard.calls).toBe(0)
})

test('a network that goes away under a request is no connection that could not be had', () => {
  const gone = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })
  expect(isBeforeSending(gone('EHOSTUNREACH', 'connect'))).toBe(true)
  expect(isBeforeSending(gone('ENOTFOUND', 'getaddrinfo'))).toBe(true)
  expect(isBeforeSending(gone('EHOSTUNREACH', 'read'))).toBe(false)
  expect(isBeforeSending(gone('ENETUNREACH', 'write'))).toBe(false)
  expect(isBeforeSending(gone('ECONNRESET', 'read'))).toBe(false)
})
