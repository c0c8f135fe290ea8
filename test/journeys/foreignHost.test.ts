import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openHostClient } from '../../src/conformance/hostClient.ts'
import { planRun, type RunWishes } from '../../src/conformance/planRun.ts'
import { preflight } from '../../src/conformance/preflight.ts'
import { runPlan } from '../../src/conformance/runPlan.ts'
import { specifiedCards } from '../../src/conformance/testCards.ts'
import { systemClock } from '../../src/platform/clock.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function listening(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const wishes: RunWishes = {
  ...{ profile: 'read-only', versions: [100], seed: 1, merchantId: 'SHOP', currency: 'USD' },
  ...{ cards: specifiedCards, only: ['fields.mandatory', 'paths.unknown'], skip: [], host: 'a' },
}
const limits = { patienceMs: 300, requestsPerSecond: 0 }
async function tried(address: string) {
  const client = openHostClient({ address, merchantId: 'SHOP', password: 'secret' }, limits, systemClock)
  const plan = planRun(wishes)
  try {
    await preflight(plan, client)
    return await runPlan(plan, client)
  } finally {
    client.close()
  }
}

/** Another make of host: it knows one error, has no versions, and says everything in its own way. */
const foreign: RequestListener = (incoming, outgoing) => {
  incoming.resume().on('end', () => {
    const isKnown = /^\/api\/rest\/version\/\d+\/merchant\/SHOP\/order\//.test(incoming.url ?? '')
    const error = isKnown ? { cause: 'INVALID_REQUEST', explanation: 'no' } : { cause: 'NOT_FOUND' }
    outgoing.writeHead(isKnown ? 400 : 404, { 'Content-Type': 'text/json' })
    outgoing.end(JSON.stringify({ error, result: 'ERROR' }))
  })
}

test('a host of another make is told its mistakes one by one', async () => {
  const results = await tried(await listening(createServer(foreign)))
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const ids = failed.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['answers.headers', 'fields.mandatory.pay']))
  const [failure] = failed.find(({ id }) => id === 'fields.mandatory.pay')?.failures ?? []
  expect(failure).toMatchObject({ expected: 'error.field "order.amount"', came: 'error.field absent' })
})

const answering =
  (status: number, headers: Readonly<Record<string, string>>, body: string): RequestListener =>
  (incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.writeHead(status, headers).end(body))
  }
const json = { 'Content-Type': 'application/json' }

test.each<[string, RequestListener, string]>([
  ['redirects', answering(302, { Location: 'https://elsewhere.example/' }, ''), 'leads elsewhere (302)'],
  ['has pages', answering(200, { 'Content-Type': 'text/html' }, '<html>'), 'is not this API: status 200'],
  ['says no JSON', answering(400, json, '{"result":'), 'is not this API: status 400'],
  ['nests without end', answering(400, json, '{"error":'.repeat(20_000)), 'is not this API'],
  ['answers too much', answering(400, json, 'x'.repeat(300_000)), 'an answer of more than 256 KiB'],
  ['hangs', () => undefined, 'no answer within 0.3 s'],
  ['hangs up', incoming => void incoming.socket.destroy(), 'it hung up without an answer'],
])('who %s is refused before anything is tried, and nothing breaks', async (_, listener, why) => {
  await expect(tried(await listening(createServer(listener)))).rejects.toThrow(why)
})

test('a body without an end, a deep one, and one that is no HTTP', async () => {
  const dripping: RequestListener = (incoming, outgoing) => {
    outgoing.writeHead(400, json)
    const timer = setInterval(() => outgoing.write(' '), 20)
    incoming.socket.once('close', () => clearInterval(timer))
  }
  await expect(tried(await listening(createServer(dripping)))).rejects.toThrow('no answer within 0.3 s')
  const deep = `${'{"error":'.repeat(9_000)}1${'}'.repeat(9_000)}`
  await expect(tried(await listening(createServer(answering(400, json, deep))))).rejects.toThrow(
    'is not this API',
  )
  const mail = createSocketServer(socket => void socket.end('220 mail.example ESMTP\r\n'))
  const address = await listening(mail)
  await expect(tried(address)).rejects.toThrow('does not speak HTTP/1.1')
  await expect(tried(address.replace('http:', 'https:'))).rejects.toThrow('does not speak TLS')
})

test('who falls silent in the middle ends the run, and so does who is busy without end', async () => {
  for (const [status, why] of [
    [0, 'no longer answers (no answer within 0.3 s)'],
    [503, 'no longer answers (status 503)'],
  ] as const) {
    let asked = 0
    const host: RequestListener = (incoming, outgoing) => {
      if (++asked === 1) foreign(incoming, outgoing)
      else if (status !== 0) answering(status, { 'Retry-After': '0' }, '')(incoming, outgoing)
    }
    await expect(tried(await listening(createServer(host)))).rejects.toThrow(why)
  }
})
