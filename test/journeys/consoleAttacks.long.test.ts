import { request } from 'node:http'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs } from '../support/console/consoleLogin.ts'
import { openGateway, type TestGateway } from './gateway.ts'

/** Two nodes of production behind a proxy that ends TLS, as an installation has them. */
let nodes: readonly [TestGateway, TestGateway]
beforeAll(async () => {
  const settings = { isSandbox: false, publicUrl: 'https://pay.example', trustedProxies: ['127.0.0.1'] }
  const one = await openGateway('external', settings)
  nodes = [one, await one.neighbour()]
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop()
})

const merchantId = 'TESTMERCHANT'
const password = 'correct horse battery'
const ownPage = { Origin: 'https://pay.example', 'Sec-Fetch-Site': 'same-origin' }

type Reply = {
  readonly status: number
  readonly body: ReturnType<typeof JSON.parse>
  readonly cookie: string
}

/** As the proxy passes on what a browser sends. */
function send(node: TestGateway, name: string, input: object, headers: Record<string, string> = ownPage) {
  return new Promise<Reply>((resolve, reject) => {
    const to = { ...{ method: 'POST', path: `/console/api/${name}` }, port: new URL(node.origin).port }
    const passed = { Host: 'pay.example', 'X-Forwarded-Proto': 'https', 'Content-Type': 'application/json' }
    const sent = request({ ...to, headers: { ...passed, 'X-Forwarded-For': '203.0.113.9', ...headers } })
    sent.on('response', response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const cookie = response.headers['set-cookie']?.[0] ?? ''
        resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text), cookie })
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(input))
  })
}

const withToken = (token: string, name = '__Host-tollgate-console') => ({
  ...{ ...ownPage, Cookie: `${name}=${token}` },
})

/** Somebody with a password and an app, and the invitation accepted on both nodes at the same moment. */
async function newcomer(email: string) {
  const boss = await signInAs(nodes[0].database, { role: 'ADMINISTRATOR', merchantId })
  const invited = await send(
    nodes[0],
    'inviteUser',
    { merchantId, email, role: 'OPERATIONS' },
    withToken(boss.token),
  )
  const token = String(invited.body.link).split('#')[1] ?? ''
  const shown = await send(nodes[1], 'readInvitation', { token })
  const totp = new TOTP({ secret: shown.body.totp.text })
  const code = totp.generate({ timestamp: Date.now() - 30_000 })
  const given = { token, name: 'New', password, offer: shown.body.totp.offer, code }
  const both = await Promise.all(
    [0, 1, 0, 1].map(at => send(at ? nodes[1] : nodes[0], 'acceptInvitation', given)),
  )
  const [accepted, ...others] = both.filter(({ status }) => status === 200)
  return { totp, others, codes: accepted?.body.recoveryCodes ?? [], cookie: accepted?.cookie ?? '' }
}

const onBoth = (name: string, input: object, headers?: Record<string, string>) =>
  Promise.all([0, 1, 0, 1, 0, 1].map(at => send(at ? nodes[1] : nodes[0], name, input, headers)))
const signedIn = (replies: readonly Reply[]) => replies.filter(({ body }) => body.outcome === 'signedIn')

test('invitations, codes and recovery codes count once, on two nodes at the same moment', async () => {
  const email = 'race@shop.example'
  const { totp, others, codes, cookie } = await newcomer(email)
  expect(others).toEqual([])
  expect(cookie).toMatch(/^__Host-tollgate-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  expect(codes).toHaveLength(10)
  const code = totp.generate()
  expect(signedIn(await onBoth('signIn', { email, password, code }))).toHaveLength(1)
  const from = { ...ownPage, 'X-Forwarded-For': '198.51.100.20' }
  expect(signedIn(await onBoth('signIn', { email, password, code: codes[0] }, from))).toHaveLength(1)
  const token = /=([\w-]{43})/.exec(cookie)?.[1] ?? ''
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  const steps = { ...withToken(token), 'X-Forwarded-For': '198.51.100.30' }
  expect(signedIn(await onBoth('stepUp', { code: next }, steps))).toHaveLength(1)
})

test('whoever guesses waits on all nodes, whatever addresses they claim to come from', async () => {
  const guess = (at: number) => {
    const forged = { ...ownPage, 'X-Forwarded-For': `10.0.${at}.1, 192.0.${at}.2, 203.0.113.77` }
    const given = { email: 'guess@shop.example', password: 'wrong', code: '000000' }
    return send(at % 2 === 0 ? nodes[0] : nodes[1], 'signIn', given, forged)
  }
  const outcomes = []
  for (let at = 1; at <= 7; at++) outcomes.push((await guess(at)).body.outcome)
  expect(outcomes.slice(0, 4)).toEqual(['refused', 'refused', 'refused', 'refused'])
  expect(outcomes.at(-1)).toBe('wait')
})

test('only pages of the public address call, with the cookie of TLS', async () => {
  const [node] = nodes
  const { token } = await signInAs(node.database, { role: 'OPERATOR' })
  const cookie = { Cookie: `__Host-tollgate-console=${token}` }
  expect((await send(node, 'whoAmI', {}, withToken(token))).status).toBe(200)
  expect((await send(node, 'whoAmI', {}, withToken(token, 'tollgate-console'))).status).toBe(401)
  expect((await send(node, 'whoAmI', {}, withToken(token, '__host-tollgate-console'))).status).toBe(401)
  const others = [
    { ...cookie, Origin: 'http://pay.example', 'Sec-Fetch-Site': 'cross-site' },
    { ...cookie, Origin: 'https://pay.example.evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { ...cookie, Origin: 'https://shop.pay.example', 'Sec-Fetch-Site': 'same-site' },
    // Browsers that do not tell the site.
    { ...cookie, Origin: 'http://pay.example' },
    { ...cookie, Origin: 'null' },
    cookie,
    { ...withToken(token), 'Content-Type': 'text/plain' },
  ]
  for (const headers of others) {
    const { status } = await send(node, 'whoAmI', {}, headers)
    expect([headers, [400, 403, 415]]).toEqual([headers, expect.arrayContaining([status])])
  }
  expect((await send(node, 'enterSandbox', { ticket: 'x'.repeat(43) })).status).toBeGreaterThanOrEqual(400)
})
