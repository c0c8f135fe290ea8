import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandContext, emptyCommandContext } from '../../src/commands/context.ts'
import type { CommandResult } from '../../src/commands/output.ts'
import { plainPaint } from '../../src/commands/terminal.ts'
import { createProgram } from '../../src/composition/program.ts'
import { differencesOf } from '../../src/conformance/compareHosts.ts'
import { type ConformanceHost, openHostClient } from '../../src/conformance/hostClient.ts'
import { planRun, type RunWishes } from '../../src/conformance/planRun.ts'
import { preflight } from '../../src/conformance/preflight.ts'
import { type CheckResult, runPlan } from '../../src/conformance/runPlan.ts'
import { specifiedCards } from '../../src/conformance/testCards.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { openSpoilingHost, type PassedAnswer, type PassedRequest, type Spoil } from './spoilingHost.ts'

const merchantId = 'TESTMERCHANT'
const password = passwords[merchantId] ?? ''
let gateway: TestGateway
let spoiling: Awaited<ReturnType<typeof openSpoilingHost>>

beforeAll(async () => {
  gateway = await openGateway('external', { patienceMs: 200 })
  spoiling = await openSpoilingHost(gateway.port)
})
afterAll(async () => {
  await spoiling.close()
  await gateway.stop()
})

let seed = 0
const wished = (more: Partial<RunWishes> = {}): RunWishes => ({
  ...{ profile: 'sandbox', versions: [100], seed: ++seed, merchantId, currency: 'USD' },
  ...{ cards: specifiedCards, only: [], skip: [], host: 'a' },
  ...more,
})

async function run(address: string, wishes: RunWishes): Promise<readonly CheckResult[]> {
  const host: ConformanceHost = { address, merchantId, password }
  const client = openHostClient(host, { patienceMs: 10_000, requestsPerSecond: 0 }, systemClock)
  try {
    return await runPlan(planRun(wishes), client)
  } finally {
    client.close()
  }
}

const failed = (results: readonly CheckResult[]) => results.filter(({ outcome }) => outcome === 'failed')

test('what is read-only asks no acquirer and leaves no order', async () => {
  const wishes = wished({ profile: 'read-only', skip: ['callers.wrong-credentials'] })
  const results = await run(gateway.origin, wishes)
  expect(failed(results)).toEqual([])
  expect(results.length).toBeGreaterThan(70)
  expect(gateway.asks).toEqual([])
  const { body } = await gateway.call('GET', 'notifications?last=10&limit=10&wait=0')
  expect(body).toMatchObject({ notifications: [] })
  for (const orderId of planRun(wishes).orderIds.slice(0, 5))
    expect(await gateway.retrieve(orderId)).toMatchObject({ status: 400 })
})

test('a check that would pay is held back by the read-only profile, before anything is sent', async () => {
  const plan = planRun(wished({ only: ['pay.approved'] }))
  const host = { address: spoiling.address, merchantId, password }
  const client = openHostClient(host, { patienceMs: 1_000, requestsPerSecond: 0 }, systemClock)
  const told = { ...plan, wishes: { ...plan.wishes, profile: 'read-only' as const } }
  await expect(runPlan(told, client)).rejects.toThrow('must not send this')
  client.close()
  expect(gateway.asks).toEqual([])
})

/** As it is typed; what it shows. */
async function typed(words: readonly string[]): Promise<CommandResult> {
  let shown: CommandResult | undefined
  const context: CommandContext = {
    ...emptyCommandContext,
    variable: name => (name === 'SHOP_PASSWORD' ? password : undefined),
    show(result) {
      if ('text' in result) shown = result
    },
  }
  const whose = ['--merchant', merchantId, '--password-from-environment', 'SHOP_PASSWORD', '--rate', '0']
  await createProgram(context, '0').parseAsync(['node', 'tollgate', 'conformance', ...words, ...whose])
  if (!shown) throw new Error('It shows nothing')
  return shown
}

test('this gateway passes every check, through another host too', async () => {
  const shown = await typed([spoiling.address, '--profile', 'sandbox'])
  const lines = shown.text(plainPaint)
  expect(lines.filter(line => line.startsWith('FAILED'))).toEqual([])
  expect(lines).toContainEqual(expect.stringMatching(/^Conforms: http:\S+ passed 1[2-9]\d checks\.$/))
  expect(lines.join('\n')).not.toContain('Not applicable')
  expect(shown).toMatchObject({ json: { profile: 'sandbox', versions: [100] } })
  expect(shown.isBad).toBeUndefined()
})

test('what is wrong is told with its request, and ends with 2', async () => {
  spoiling.spoil(everywhere(text => text.replaceAll('512345xxxxxx', '512345000000')))
  const only = ['--profile', 'sandbox', '--only', 'card.masked']
  const shown = await typed([spoiling.address, ...only])
  const compared = await typed([gateway.origin, ...only, '--against', spoiling.address])
  spoiling.spoil({})
  expect(shown).toMatchObject({ isDifferent: true })
  const text = shown.text(plainPaint).join('\n')
  expect(text).toContain('FAILED  2.12 card.masked  version 100')
  expect(text).toContain(`-u "merchant.${merchantId}:$PASSWORD"`)
  expect(text).toContain('512345xxxxxx0008 (shown whole)')
  expect(compared).toMatchObject({ isDifferent: true })
  expect(compared.text(plainPaint).join('\n')).toContain(
    'sourceOfFunds.provided.card.number:  A "512345xxxxxx0008"  B "512345xxxxxx0008 (shown whole)"',
  )
  for (const told of [text, JSON.stringify(shown.json), JSON.stringify(compared.json)]) {
    expect(told).not.toContain('5123450000000008')
    expect(told).not.toContain(password)
  }
})

const json = (answer: PassedAnswer, change: (text: string) => string): PassedAnswer => ({
  ...answer,
  text: change(answer.text),
})
const where = (path: RegExp, change: (text: string) => string): Spoil => ({
  answered: (answer, asked) => (path.test(asked.path) ? json(answer, change) : answer),
})
const everywhere = (change: (text: string) => string) => where(/./, change)
const asking = (change: (body: string) => string): Spoil => ({
  asked: request => ({ ...request, body: change(request.body) }),
})
const withHeaders = (change: (headers: PassedAnswer['headers']) => PassedAnswer['headers']): Spoil => ({
  answered: answer => ({ ...answer, headers: change(answer.headers) }),
})
const statusOf = (from: number, to: number): Spoil => ({
  answered: answer => (answer.status === from ? { ...answer, status: to } : answer),
})

/** Executes what it has executed before: the second time under an id of its own. */
function executesTwice(): Spoil {
  const seen = new Set<string>()
  return {
    asked(request) {
      if (request.method !== 'PUT' || !seen.has(request.path)) {
        seen.add(request.path)
        return request
      }
      const path = request.path.replace('/order/', '/order/again-')
      return { ...request, path }
    },
  }
}

/** Answers the first request of an id to whoever comes with the same id. */
function remembersIds(): Spoil {
  const answers = new Map<string, PassedAnswer>()
  return {
    answered(answer, { method, path }: PassedRequest) {
      if (method !== 'PUT') return answer
      if (!answers.has(path)) answers.set(path, answer)
      return answers.get(path) ?? answer
    },
  }
}

/** A mistake of a host, and the check that has to tell it. */
const faults: readonly (readonly [check: string, mistake: string, spoil: () => Spoil])[] = [
  [
    'answers.whole-transaction',
    'drops a field',
    () => everywhere(text => text.replace(/"receipt":"\d+",?/, '')),
  ],
  ['authorize.approved', 'answers 200 to a new payment', () => statusOf(201, 200)],
  [
    'card.masked',
    'shows whole numbers',
    () => everywhere(text => text.replaceAll('512345xxxxxx', '512345000000')),
  ],
  [
    'answers.no-card-data',
    'repeats a number',
    () => where(/\/1$/, text => text.replaceAll('xxxxxx', '000000')),
  ],
  ['identity.repeat', 'executes a repeat', executesTwice],
  ['identity.repeat-follow-up', 'executes a repeated refund', executesTwice],
  ['identity.other-content', 'goes by the id alone', remembersIds],
  [
    'answers.error-status',
    'has another cause',
    () => everywhere(text => text.replace('INVALID_REQUEST', 'SERVER_FAILED')),
  ],
  ['answers.error-body', 'names no field', () => everywhere(text => text.replace(/"field":"[^"]*",/, ''))],
  [
    'fields.mandatory.authorize',
    'calls it INVALID',
    () => everywhere(text => text.replace('"MISSING"', '"INVALID"')),
  ],
  [
    'fields.unknown.pay',
    'passes over what it does not know',
    () => asking(body => body.replace(/,"noSuchField":"x"/, '')),
  ],
  ['paths.unknown', 'answers 200 where there is nothing', () => statusOf(404, 200)],
  [
    'versions.bounds',
    'serves a version too many',
    () => ({ asked: request => ({ ...request, path: request.path.replace('/101/', '/100/') }) }),
  ],
  [
    'callers.no-credentials',
    'asks for nothing',
    () => withHeaders(({ 'www-authenticate': _, ...others }) => others),
  ],
  [
    'callers.wrong-credentials',
    'takes any password',
    () => ({
      asked: request => ({
        ...request,
        headers: {
          ...request.headers,
          authorization: `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`,
        },
      }),
    }),
  ],
  [
    'answers.headers',
    'lets answers be kept',
    () => withHeaders(headers => ({ ...headers, 'cache-control': 'public' })),
  ],
  ['capture.over', 'captures what there is', () => asking(body => body.replace('"10.01"', '"10.00"'))],
  [
    'capture.parts',
    'calls a part the whole',
    () => everywhere(text => text.replaceAll('PARTIALLY_CAPTURED', 'CAPTURED')),
  ],
  [
    'refund.parts',
    'calls a part the whole',
    () => everywhere(text => text.replaceAll('PARTIALLY_REFUNDED', 'REFUNDED')),
  ],
  [
    'retrieve.transaction',
    'retrieves another amount',
    () => ({
      answered: (answer, { method }) =>
        method === 'GET'
          ? json(answer, text => text.replaceAll('10.00', '11.00').replace('"amount":10', '"amount":11'))
          : answer,
    }),
  ],
  ['amounts.no-decimals', 'counts yen in cents', () => everywhere(text => text.replaceAll('1000', '10'))],
  ['amounts.exponent', 'rounds', () => asking(body => body.replace('"10.001"', '"10.00"'))],
  ['pay.declined', 'calls a decline an error', () => statusOf(201, 400)],
  [
    'lost.acquirer',
    'takes silence for an approval',
    () => everywhere(text => text.replaceAll('TIMED_OUT', 'APPROVED').replace('"FAILURE"', '"SUCCESS"')),
  ],
  [
    'json.duplicate-key',
    'takes the last of two',
    () => asking(body => (body.includes('VERIFY') ? JSON.stringify(JSON.parse(body)) : body)),
  ],
  [
    'correlation.echoed',
    'forgets who asked',
    () => everywhere(text => text.replace(/"correlationId":"[^"]*",/, '')),
  ],
  [
    'sessions.version',
    'does not look at the version',
    () => asking(body => body.replace(',"version":"0000000099"', '')),
  ],
  ['void.authorization', 'keeps the hold', () => everywhere(text => text.replace('CANCELLED', 'AUTHORIZED'))],
  [
    'tokens.pay',
    'makes a new token each time',
    () => {
      let count = 0
      return everywhere(text => text.replace(/"token":"\d/, () => `"token":"${++count % 10}`))
    },
  ],
  ['methods.not-allowed', 'lists no methods', () => withHeaders(({ allow: _, ...others }) => others)],
  [
    'content-type.refused',
    'reads forms',
    () => ({
      asked: request => ({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }),
    }),
  ],
]

test.each(faults)('%s tells of a host that %s', async (check, _, spoil) => {
  // Rules about all answers are tried on a payment and on a refusal.
  const only = check.startsWith('answers.') ? ['pay.approved', 'fields.mandatory'] : [check]
  spoiling.spoil(spoil())
  const results = await run(spoiling.address, wished({ only }))
  spoiling.spoil({})
  expect(failed(results).map(({ id }) => id)).toContain(check)
})

test('two hosts: what one does against the specification, and what it leaves open', async () => {
  const only = ['pay.approved', 'fields.mandatory.pay', 'identity.repeat']
  const [a, b] = [wished({ only }), wished({ only, host: 'b' as const })]
  const ofGateway = await run(gateway.origin, a)
  expect(differencesOf(ofGateway, await run(gateway.origin, { ...b, seed: a.seed }))).toEqual([])
  spoiling.spoil(
    everywhere(text =>
      text
        .replace('"CAPTURED"', '"AUTHORIZED"')
        .replace("Missing parameter 'order.amount'.", 'It is missing.'),
    ),
  )
  const spoilt = await run(spoiling.address, { ...b, seed: a.seed + 1_000 })
  spoiling.spoil({})
  const told = differencesOf(ofGateway, spoilt).map(({ id, step, path, wrong, values }) => ({
    ...{ id, step, path, wrong, values },
  }))
  expect(told).toContainEqual({
    ...{ id: 'fields.mandatory.pay', step: 1, path: 'error.explanation', wrong: [] },
    values: [`"Missing parameter 'order.amount'."`, '"It is missing."'],
  })
  expect(told).toContainEqual({
    ...{ id: 'pay.approved', step: 1, path: 'order.status', wrong: ['b'] },
    values: ['"CAPTURED"', '"AUTHORIZED"'],
  })
})

test('who cannot be asked is not said to differ', async () => {
  const ask = (host: ConformanceHost, wishes: Partial<RunWishes> = {}) => {
    const client = openHostClient(host, { patienceMs: 1_000, requestsPerSecond: 0 }, systemClock)
    return preflight(planRun(wished(wishes)), client).finally(client.close)
  }
  const host = { address: gateway.origin, merchantId, password }
  await ask(host)
  await expect(ask(host, { only: ['pay.declined'], cards: {} })).rejects.toThrow('Nothing would be tried')
  await expect(ask({ ...host, password: 'another' })).rejects.toThrow('does not let merchant.TESTMERCHANT in')
  await expect(ask({ ...host, address: 'http://127.0.0.1:1' })).rejects.toThrow('nobody listens there')
  await expect(ask({ ...host, address: `${gateway.origin}/elsewhere` })).rejects.toThrow('no such API')
  spoiling.spoil(withHeaders(({ 'tollgate-mode': _, ...others }) => others))
  await expect(ask({ ...host, address: spoiling.address })).rejects.toThrow('Money moves at')
  spoiling.spoil({})
})
