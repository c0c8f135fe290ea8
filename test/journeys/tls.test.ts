import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CertificatePair,
  makeServerCertificate,
  serverCertificate,
} from '../../src/certificates/ownCertificates.ts'
import { readCertificate } from '../../src/certificates/readCertificate.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { authorization, newOrder } from './requests.ts'
import { shopper } from './shopper.ts'
import { valueAt } from './whole.ts'

let dataDirectory = ''
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-journey-'))
})
afterAll(() => rm(dataDirectory, { recursive: true, force: true }))

describe('a gateway that vouches for itself', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { transport: { tls: 'self-signed', dataDirectory } })
  })
  afterAll(() => gateway?.stop())

  test('serves the API, and every address that it gives away begins with https', async () => {
    expect(gateway.origin).toMatch(/^https:/)
    expect((await gateway.authorize(newOrder(), authorization())).status).toBe(201)
    const started = await shopper(gateway).initiate()
    expect(String(valueAt(started.body, 'browserPayment.redirectUrl'))).toMatch(
      `${gateway.origin}/pay/redirect/`,
    )
    const initiate = { apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }
    const { order, sourceOfFunds } = authorization()
    const asked = await gateway.authorize(newOrder(), { ...initiate, order, sourceOfFunds })
    expect(asked.text).toContain(gateway.origin)
    expect([started.text, asked.text].join()).not.toContain('http://127.0.0.1')
  })

  test('its shop calls it over the wire, and knows it by its very certificate', async () => {
    const headers = { Origin: gateway.origin, 'Sec-Fetch-Site': 'same-origin' }
    const opened = await gateway.call('POST', '/demo/api/createCheckout', { flow: 'checkout' }, { headers })
    expect(opened).toMatchObject({ status: 200, body: { session: expect.stringMatching(/^SESSION/) } })
    const plain = { Origin: gateway.origin.replace('https:', 'http:') }
    const foreign = await gateway.call(
      'POST',
      '/demo/api/createCheckout',
      { flow: 'checkout' },
      { headers: plain },
    )
    expect(foreign.status).toBe(403)
  })

  test('the sandbox obeys whoever is at this machine, as ever', async () => {
    expect((await gateway.call('GET', '/sandbox/clock')).status).toBe(200)
  })

  test('who does not trust it does not speak with it; about loopback browsers remember nothing', async () => {
    const { port } = gateway
    await expect(page(port, '/docs', {})).rejects.toThrow(/self.signed/)
    const { certificatePem: ca } = await serverCertificate(
      dataDirectory,
      ['127.0.0.1', 'localhost'],
      Date.now(),
    )
    for (const host of ['127.0.0.1', 'localhost']) {
      const { status, headers } = await page(port, '/docs', { ca, host })
      expect(status).toBe(200)
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })
})

type Shown = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }

function page(port: number, path: string, options: RequestOptions): Promise<Shown> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false, ...options }, async response =>
      resolve({ status: response.statusCode, headers: response.headers, text: await text(response) }),
    ).on('error', reject)
  })
}

describe('a gateway with a certificate of its operator’s', () => {
  const paths = () => ({
    tlsCertificate: join(dataDirectory, 'own.pem'),
    tlsKey: join(dataDirectory, 'own-key.pem'),
  })
  const put = async ({ certificatePem, keyPem }: CertificatePair) => {
    await writeFile(paths().tlsCertificate, certificatePem)
    await writeFile(paths().tlsKey, keyPem, { mode: 0o600 })
  }
  const made = () => makeServerCertificate({ names: ['127.0.0.1', 'pay.example'], nowMs: Date.now() })
  const keyOf = ({ certificatePem }: CertificatePair) =>
    readCertificate(certificatePem)?.keyHash.toString('hex')
  /** The key of whoever answers. */
  const shown = (port: number) =>
    new Promise<string | undefined>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
        resolve(readCertificate(socket.getPeerX509Certificate()?.raw ?? '')?.keyHash.toString('hex'))
        socket.destroy()
      }).on('error', reject)
    })

  test('shows the new one as soon as it is there whole, and loses nobody on the way', async () => {
    const [first, second] = [await made(), await made()]
    await put(first)
    const publicUrl = 'https://pay.example'
    const transport = { tls: 'files', dataDirectory, publicUrl, ...paths() } as const
    const gateway = await openGateway('embedded', { transport })
    try {
      expect(await shown(gateway.port)).toBe(keyOf(first))
      const answer = await gateway.authorize(newOrder(), authorization())
      expect(answer).toMatchObject({
        status: 201,
        headers: { 'strict-transport-security': 'max-age=31536000' },
      })
      // Half of it is there: the one that works stays.
      await writeFile(paths().tlsCertificate, second.certificatePem)
      for (let looks = 0; looks < 3; looks++) await gateway.look()
      expect(await shown(gateway.port)).toBe(keyOf(first))
      const warnings = gateway.lines.filter(line => line.includes('TOLLGATE_TLS_KEY'))
      expect(warnings).toHaveLength(1)
      await put(second)
      await gateway.look()
      expect(await shown(gateway.port)).toBe(keyOf(second))
      // On the connection that it has: who is there already is served on.
      expect((await gateway.authorize(newOrder(), authorization())).status).toBe(201)
      expect(gateway.lines.join()).not.toContain('PRIVATE KEY')
    } finally {
      await gateway.stop()
    }
  })
})

describe('a person whom the listener turns away', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded', { limits: { payersPerSourceMax: 0 } })
  })
  afterAll(() => gateway?.stop())
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...init.headers }
    const answer = await fetch(gateway.origin + path, { ...init, headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  test.each([
    ['there is no such page', '/checkout/pai/x', 404, 'There is no such page'],
    ['everybody is here', '/checkout/pay/SESSION0002', 503, 'One moment, please'],
    ['the address is wrong', '/checkout/pay/x?why=1', 400, 'This page cannot be shown'],
    ['it was for a form', '/3ds/callback/x', 405, 'This page cannot be loaded again'],
  ])('reads in words that %s', async (_why, path, status, title) => {
    const shown = await visit(path)
    expect(shown.status).toBe(status)
    expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(shown.text).toContain(`<h1>${title}</h1>`)
    expect(shown.text).not.toContain('INVALID_REQUEST')
    if (status === 503) expect(Number(shown.headers.get('retry-after'))).toBeGreaterThan(0)
    if (status === 405) expect(shown.headers.get('allow')).toContain('POST')
  })

  test('reads it in the language of the browser', async () => {
    const shown = await visit('/checkout/pai/x', { headers: { 'Accept-Language': 'sv, ar;q=0.5' } })
    expect(shown.text).toContain('<html lang="ar" dir="rtl">')
  })

  test('programs read what they always read', async () => {
    for (const [path, accept] of [
      ['/checkout/pay/SESSION0002', '*/*'],
      ['/checkout/pay/SESSION0002', 'application/json'],
      ['/api/rest/version/100/merchant/TESTMERCHANT/order/x', 'text/html'],
      ['/api/rest/version/0/nothing', 'text/html'],
    ] as const) {
      const answer = await visit(path, { headers: { Accept: accept } })
      expect(answer.headers.get('content-type'), path).toBe('application/json;charset=utf-8')
      expect(JSON.parse(answer.text)).toMatchObject({ result: 'ERROR' })
    }
  })
})
