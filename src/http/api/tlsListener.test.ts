import { request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  basic,
  get,
  merchant,
  openTestListener,
  put,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import {
  type CertificatePair,
  issueClientCertificate,
  makeAuthority,
  makeServerCertificate,
} from '../../certificates/ownCertificates.ts'
import { readCertificate } from '../../certificates/readCertificate.ts'
import { systemClock } from '../../platform/clock.ts'
import type { KeyBinding } from '../authentication/credentials.ts'
import type { TlsMaterial } from '../transport/tls.ts'
import type { ListenerTransport } from './listener.ts'

const nowMs = Date.now()
const dayMs = 86_400_000
let server: CertificatePair
let authority: CertificatePair
beforeAll(async () => {
  server = await makeServerCertificate({ names: ['localhost', '127.0.0.1'], nowMs })
  authority = await makeAuthority({ name: 'Ours', nowMs: nowMs - 20 * dayMs })
})

/** A listener whose certificate can be exchanged. */
function exchangeable(first: TlsMaterial) {
  let material = first
  const hearers: (() => void)[] = []
  return {
    tls: { material: () => material, onChange: (act: () => void) => void hearers.push(act) },
    exchange(next: TlsMaterial) {
      material = next
      for (const hear of hearers) hear()
    },
  }
}

type Heard = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

function ask(
  port: number,
  path: string,
  options: ConnectionOptions & { headers?: NodeJS.Dict<string> } = {},
) {
  return new Promise<Heard>((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, agent: false, ca: server.certificatePem, ...options },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        )
      },
    )
    asked.on('error', reject).end()
  })
}

const certified = (
  options: ConnectionOptions,
  { certificatePem, keyPem }: CertificatePair,
): ConnectionOptions => ({
  ...{ cert: certificatePem, key: keyPem },
  ...options,
})

describe('a listener with TLS', () => {
  let gate: Awaited<ReturnType<typeof openTestListener>>
  let port = 0
  let place: ReturnType<typeof exchangeable>
  beforeAll(async () => {
    place = exchangeable(server)
    gate = await openTestListener({
      isSecure: true,
      limits: { socketsPerAddressMax: 5, headersTimeoutMs: 300 },
    })
    port = (await gate.listener.listen('127.0.0.1', 0, { tls: place.tls })).port
  })
  afterAll(() => gate.listener.close())

  test('serves what the plain one serves, and tells browsers to come back this way', async () => {
    const answer = await ask(port, transactionPath, { headers: { Authorization: basic() } })
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'strict-transport-security': 'max-age=31536000' },
    })
    expect((await ask(port, transactionPath)).status).toBe(401)
  })

  test.each(['TLSv1', 'TLSv1.1'] as const)('%s is not spoken', async version => {
    const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(ask(port, '/live', old)).rejects.toThrow()
  })

  test('nothing without forward secrecy is spoken either', async () => {
    const old = { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' } as const
    await expect(ask(port, '/live', old)).rejects.toThrow()
    expect((await ask(port, '/live', { maxVersion: 'TLSv1.2' })).status).toBe(200)
  })

  test('who comes in the open, or never finishes to greet, is gone soon and holds no place', async () => {
    const sockets = Array.from({ length: 5 }, () => connectPlain(port, '127.0.0.1'))
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('connect', resolve))))
    await expect(ask(port, '/live')).rejects.toThrow()
    const [first] = sockets
    first?.write('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await Promise.all(
      sockets.map(socket => new Promise(resolve => socket.on('error', () => {}).once('close', resolve))),
    )
    for (let visit = 0; visit < 12; visit++) expect((await ask(port, '/live')).status).toBe(200)
    expect(gate.lines.some(line => line.includes('ERR_SSL_HTTP_REQUEST'))).toBe(true)
  })

  test('a certificate is exchanged while others are being served', async () => {
    const fresh = await makeServerCertificate({ names: ['127.0.0.1'], nowMs })
    const before = await greeted(port, { ca: server.certificatePem })
    place.exchange(fresh)
    const after = await greeted(port, { ca: fresh.certificatePem })
    expect(fingerprintOf(after)).toBe(fingerprintOf(fresh))
    expect(await spoken(before)).toContain('200 OK')
    await expect(ask(port, '/live')).rejects.toThrow()
    place.exchange(server)
    expect((await ask(port, '/live')).status).toBe(200)
    for (const socket of [before, after]) socket.destroy()
  })
})

const fingerprintOf = (shown: CertificatePair | TLSSocket) =>
  'certificatePem' in shown
    ? readCertificate(shown.certificatePem)?.keyHash.toString('hex')
    : readCertificate(shown.getPeerX509Certificate()?.raw ?? '')?.keyHash.toString('hex')

function greeted(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ...options }, () => resolve(socket)).on('error', reject)
  })
}

/** What is heard on a connection after asking for something on it. */
function spoken(socket: TLSSocket, bytes = get('/live')): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const end = () => resolve(text)
    socket.on('data', part => {
      text += part
      if (text.includes('\r\n\r\n')) end()
    })
    socket.on('close', end).on('error', end)
    socket.write(bytes)
  })
}

describe('a listener for certificates', () => {
  const bound = new Map<string, ReadonlyMap<string, KeyBinding>>()
  let gate: Awaited<ReturnType<typeof openTestListener>>
  let port = 0
  let now = nowMs
  const certificateOf = (name: string, days = 10) => issueClientCertificate(authority, { name, nowMs, days })
  const bind = (
    { certificatePem }: CertificatePair,
    bindings: Readonly<Record<string, KeyBinding>> = { [merchant.id]: 'bound' },
  ) => {
    const hash = readCertificate(certificatePem)?.keyHash.toString('hex') ?? ''
    bound.set(hash, new Map(Object.entries(bindings)))
  }
  const bindingOf = async (hash: Buffer, merchantId: string): Promise<KeyBinding> => {
    const bindings = bound.get(hash.toString('hex'))
    return bindings ? (bindings.get(merchantId) ?? 'ofOthers') : 'unknown'
  }
  beforeAll(async () => {
    gate = await openTestListener({
      keys: { bindingOf },
      clock: { now: () => new Date(now), monotonicMs: () => performance.now() },
    })
    const material = { ...server, clientAuthoritiesPem: authority.certificatePem }
    const transport: ListenerTransport = { ...exchangeable(material), isForCertificates: true }
    port = (await gate.listener.listen('127.0.0.1', 0, transport)).port
  })
  afterAll(() => gate.listener.close())

  test('the right certificate is enough; an Authorization header says nothing', async () => {
    const mine = await certificateOf(merchant.id)
    bind(mine)
    expect((await ask(port, transactionPath, certified({}, mine))).status).toBe(201)
    const headers = { Authorization: basic('merchant.OTHER', 'wrong') }
    expect((await ask(port, transactionPath, { ...certified({}, mine), headers })).status).toBe(201)
    expect(gate.calls.at(-1)?.merchant).toMatchObject({ merchantId: merchant.id, isCertified: true })
  })

  test('whoever bound it for another merchant, too, or has revoked it there, changes nothing', async () => {
    const mine = await certificateOf(merchant.id)
    bind(mine, { OTHER: 'revoked', [merchant.id]: 'bound', THIRD: 'bound' })
    expect((await ask(port, transactionPath, certified({}, mine))).status).toBe(201)
    bind(mine, { OTHER: 'bound', [merchant.id]: 'revoked' })
    expect((await ask(port, transactionPath, certified({}, mine))).status).toBe(403)
  })

  test.each([
    ['nobody’s', 'bound to no merchant', undefined],
    ['another merchant’s', 'of another merchant', { OTHER: 'bound' }],
    ['a revoked one', 'was revoked', { [merchant.id]: 'revoked' }],
    ['one of a merchant that is gone', 'of another merchant', { GONE: 'bound' }],
  ] as const)('%s is refused with a code; why, only the log knows', async (_whose, why, bindings) => {
    const theirs = await certificateOf(merchant.id)
    if (bindings) bind(theirs, bindings)
    const headers = { Authorization: basic() }
    const answer = await ask(port, transactionPath, { ...certified({}, theirs), headers })
    const { error } = JSON.parse(answer.text)
    expect(answer.status).toBe(403)
    expect(error).toEqual({ cause: 'REQUEST_REJECTED', supportCode: expect.any(String) })
    expect(gate.lines.find(line => line.includes(error.supportCode))).toContain(why)
  })

  test('a password without a certificate does not even get to speak', async () => {
    await expect(ask(port, transactionPath, { headers: { Authorization: basic() } })).rejects.toThrow()
  })

  test('neither does a stranger’s certificate, an expired one, or one that is for servers', async () => {
    const strange = await makeAuthority({ name: 'Ours', nowMs })
    const theirs = await issueClientCertificate(strange, { name: merchant.id, nowMs })
    const late = await issueClientCertificate(authority, {
      name: merchant.id,
      nowMs: nowMs - 3 * dayMs,
      days: 1,
    })
    const early = await issueClientCertificate(authority, { name: merchant.id, nowMs: nowMs + dayMs })
    for (const pair of [theirs, late, early, server, authority]) {
      bind(pair)
      await expect(ask(port, transactionPath, certified({}, pair))).rejects.toThrow()
      await expect(ask(port, '/live', certified({ maxVersion: 'TLSv1.2' }, pair))).rejects.toThrow()
    }
    const refused = gate.lines.filter(line => line.includes('"refused"')).join()
    expect(refused).toContain('TLS CERT_HAS_EXPIRED')
    expect(refused).toContain('TLS CERT_NOT_YET_VALID')
    expect(refused).toMatch(/TLS (?:SELF_SIGNED|UNABLE_TO|CERT_SIGNATURE)/)
  })

  test('a connection that outlives its certificate is refused from then on', async () => {
    const brief = await certificateOf(merchant.id, 1)
    bind(brief)
    const socket = await greeted(port, { ...certified({}, brief), ca: server.certificatePem })
    const asked = get(transactionPath, [])
    expect(await spoken(socket, asked)).toContain(' 201 ')
    now += 2 * dayMs
    expect(await spoken(socket, asked)).toContain(' 403 ')
    now = nowMs
    socket.destroy()
  })

  test('a binding that is revoked counts at once, on connections that are open already', async () => {
    const mine = await certificateOf(merchant.id)
    bind(mine)
    const socket = await greeted(port, { ...certified({}, mine), ca: server.certificatePem })
    expect(await spoken(socket, get(transactionPath, []))).toContain(' 201 ')
    bind(mine, { [merchant.id]: 'revoked' })
    expect(await spoken(socket, get(transactionPath, []))).toContain(' 403 ')
    socket.destroy()
  })

  test('also while a body is on its way', async () => {
    const mine = await certificateOf(merchant.id)
    bind(mine)
    const socket = await greeted(port, { ...certified({}, mine), ca: server.certificatePem })
    const whole = put('{"order":{}}').toString()
    socket.write(whole.slice(0, -6))
    await systemClock.sleep(400)
    bind(mine, { [merchant.id]: 'revoked' })
    expect(await spoken(socket, whole.slice(-6))).toContain(' 403 ')
    socket.destroy()
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('no session of %s is taken up again', async version => {
    const mine = await certificateOf(merchant.id)
    bind(mine)
    const how = { ca: server.certificatePem, minVersion: version, maxVersion: version } as const
    const first = await greeted(port, certified(how, mine))
    let session = first.getSession()
    first.on('session', given => {
      session = given
    })
    expect(await spoken(first, get(transactionPath, []))).toContain(' 201 ')
    first.destroy()
    const withClient = { ...how, ...(session && { session }) }
    const again = await greeted(port, withClient).catch(() => undefined)
    expect(again?.isSessionReused() ?? false).toBe(false)
    expect(again ? await spoken(again, get(transactionPath, [])) : '').not.toContain(' 201 ')
    const proven = await greeted(port, certified(withClient, mine))
    expect(proven.isSessionReused()).toBe(false)
    expect(await spoken(proven, get(transactionPath, []))).toContain(' 201 ')
    for (const socket of [again, proven]) socket?.destroy()
  })

  test('only the API and the health of the gateway are there', async () => {
    const mine = await certificateOf(merchant.id)
    expect((await ask(port, '/live', certified({}, mine))).status).toBe(200)
    expect((await ask(port, '/api/rest/version/55/public', certified({}, mine))).status).toBe(404)
  })
})
