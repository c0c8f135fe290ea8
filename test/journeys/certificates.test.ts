import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CertificatePair,
  issueClientCertificate,
  type KeptCertificatePair,
  makeAuthority,
  testAuthority,
} from '../../src/certificates/ownCertificates.ts'
import { readCertificate } from '../../src/certificates/readCertificate.ts'
import { type Administrator, granted, openAdministrator } from './administrator.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { valueAt } from './whole.ts'

const dayMs = 86_400_000

describe('client certificates', () => {
  let gateway: TestGateway
  let administrator: Administrator
  let authority: KeptCertificatePair
  let dataDirectory = ''
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-journey-'))
    gateway = await openGateway('external', { transport: { certificatePort: 0, dataDirectory } })
    administrator = await openAdministrator(gateway.database.logins)
    authority = await testAuthority(dataDirectory, Date.now())
  })
  afterAll(async () => {
    await administrator?.close()
    await gateway?.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  const issue = (more: { nowMs?: number; days?: number; keyPem?: string } = {}) =>
    issueClientCertificate(authority, { name: 'TESTMERCHANT', nowMs: Date.now(), ...more })
  const bound = async (merchantId = 'TESTMERCHANT') => {
    const pair = await issue()
    granted(await administrator.certificates.bind(merchantId, pair.certificatePem))
    return pair
  }
  const fingerprintOf = ({ certificatePem }: CertificatePair) =>
    readCertificate(certificatePem)?.keyHash.toString('hex') ?? ''
  const refusal = {
    status: 403,
    body: { error: { cause: 'REQUEST_REJECTED', supportCode: expect.any(String) } },
  }

  test('a merchant pays with its certificate, and its password answers the same request', async () => {
    const pair = await bound()
    const merchant = gateway.certified(pair)
    const order = newOrder()
    const body = authorization()
    expect(await merchant.authorize(order, body, { authorization: null })).toMatchObject({ status: 201 })
    const replayed = await gateway.authorize(order, body)
    expect(replayed).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(await merchant.retrieve(order, { authorization: 'Basic !' })).toMatchObject({ status: 200 })
  })

  test('nobody’s, another merchant’s and a revoked one look the same; the log tells them apart', async () => {
    const [theirs, revoked] = [await bound('OTHERMERCHANT'), await bound()]
    granted(await administrator.certificates.revoke('TESTMERCHANT', fingerprintOf(revoked)))
    const cases = [
      [await issue(), 'bound to no merchant'],
      [theirs, 'of another merchant'],
      [revoked, 'was revoked'],
    ] as const
    for (const [pair, why] of cases) {
      // The password of the merchant does not help: it is not looked at.
      const answer = await gateway.certified(pair).authorize(newOrder(), authorization())
      expect(answer).toMatchObject(refusal)
      const code = String(valueAt(answer.body, 'error.supportCode'))
      expect(gateway.lines.find(line => line.includes(code))).toContain(why)
    }
    expect(
      await gateway.certified(theirs).call('GET', 'order/x', undefined, { merchant: 'OTHERMERCHANT' }),
    ).toMatchObject({ status: 400 })
  })

  test('a stranger’s, an expired one and none at all do not get as far as a request', async () => {
    const strange = await makeAuthority({ name: 'Tollgate test authority', nowMs: Date.now() })
    const { keyPem } = await bound()
    const cases = [
      await issueClientCertificate(strange, { name: 'TESTMERCHANT', nowMs: Date.now(), keyPem }),
      await issue({ nowMs: Date.now() - 3 * dayMs, days: 1, keyPem }),
      undefined,
    ]
    for (const pair of cases) await expect(gateway.certified(pair).call('GET', '/live')).rejects.toThrow()
    expect(await gateway.certified(await issue({ keyPem })).call('GET', '/live')).toMatchObject({
      status: 200,
    })
  })

  test('revoked, it is refused within a second, on connections that are open too', async () => {
    const pair = await bound()
    const merchant = gateway.certified(pair)
    expect(await merchant.authorize(newOrder(), authorization())).toMatchObject({ status: 201 })
    granted(await administrator.certificates.revoke('TESTMERCHANT', fingerprintOf(pair)))
    const status = async () => (await merchant.call('GET', 'order/none')).status
    await expect.poll(status, { timeout: 2_000, interval: 50 }).toBe(403)
  })

  test('renewed with the same key, it goes on working without being bound again', async () => {
    const pair = await bound()
    const renewed = await issue({ keyPem: pair.keyPem, days: 700 })
    expect(await gateway.certified(renewed).authorize(newOrder(), authorization())).toMatchObject({
      status: 201,
    })
  })

  test('only the API and the health of the gateway are there', async () => {
    const merchant = gateway.certified(await bound())
    for (const path of ['/live', '/ready', '/api/rest/version/100/information'])
      expect(await merchant.call('GET', path), path).toMatchObject({ status: 200 })
    for (const path of [
      '/demo',
      '/docs',
      '/sandbox',
      '/static/checkout/checkout.js',
      '/metrics',
      '/checkout/pay/x',
    ])
      expect(await merchant.call('GET', path), path).toMatchObject({ status: 404 })
  })

  test('a browser’s session is no password here', async () => {
    const merchant = gateway.certified(await bound('OTHERMERCHANT'))
    const made = await gateway.call('POST', 'session', {})
    const password = String(valueAt(made.body, 'session.id'))
    const body = { apiOperation: 'INITIATE_AUTHENTICATION', order: { currency: 'USD' } }
    const answer = await merchant.call('PUT', `order/${newOrder()}/transaction/1`, body, { password })
    expect(answer).toMatchObject(refusal)
  })

  test('what a merchant may send a second, it may send on both listeners together', async () => {
    const merchant = gateway.certified(await bound('OTHERMERCHANT'))
    const profile = '/sandbox/merchants/OTHERMERCHANT/profile'
    const options = { merchant: 'OTHERMERCHANT' }
    expect(await gateway.call('PUT', profile, { requestsPerSecond: 2 })).toMatchObject({ status: 200 })
    const asked = await Promise.all(
      [merchant, gateway, merchant, gateway, merchant, gateway].map(client =>
        client.call('GET', 'order/none', undefined, options),
      ),
    )
    const statuses = asked.map(({ status }) => status)
    expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(3)
    expect(statuses).toContain(400)
    // Nobody else is limited.
    expect(await gateway.call('GET', 'order/none')).toMatchObject({ status: 400 })
    expect(await gateway.call('PUT', profile, {})).toMatchObject({ status: 200 })
  })
})
