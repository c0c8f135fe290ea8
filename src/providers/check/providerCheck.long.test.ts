// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source of the example is quoted
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../test/freePorts.ts'
import { systemClock } from '../../platform/clock.ts'
import { newProtocolSecret } from '../protocol/signature.ts'
import { createAdapterClient } from './adapterClient.ts'
import { type NoticeListener, openNoticeListener } from './noticeListener.ts'
import { payerByAddress, payerByCommand } from './payers.ts'
import { checkRules, runCheck } from './runCheck.ts'
import { type CheckPayer, createCheckStage } from './stage.ts'

const source = readFileSync('examples/provider-adapter/adapter.mjs', 'utf8')
const secrets = { gateway: [newProtocolSecret()], provider: [newProtocolSecret()] }
const folder = mkdtempSync(join(tmpdir(), 'provider-check-'))
const children = new Set<ChildProcess>()
let notices: NoticeListener

beforeAll(async () => {
  notices = await openNoticeListener({
    ...{ host: '127.0.0.1', port: 0, secrets: secrets.provider, now: systemClock.now },
  })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await notices.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startAdapter(
  text: string,
  name = 'adapter',
  given: Readonly<Record<string, string>> = {},
): Promise<{ address: string; child: ChildProcess }> {
  const port = await freePort()
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  const env = {
    ...process.env,
    ...{ PORT: String(port), STATE: join(folder, `${name}.jsonl`) },
    ...{ GATEWAY_SECRETS: secrets.gateway.join(' '), PROVIDER_SECRET: secrets.provider.join(' ') },
    ...given,
  }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  await new Promise((done, reject) => {
    child.stdout?.once('data', done)
    child.once('exit', () => reject(new Error(`${name} does not start`)))
  })
  return { address: `http://127.0.0.1:${port}`, child }
}

const agreeing = payerByAddress('{pageUrl}?outcome=approve')

async function check(address: string, wanted: readonly string[], payer: CheckPayer | undefined = agreeing) {
  const stage = createCheckStage({
    client: createAdapterClient({ address, secrets, clock: systemClock, patienceMs: 5_000 }),
    ...{ merchantId: 'CHECK', amount: '16.00', currency: 'USD', kind: 'WALLET' },
    ...{ secrets, notices, now: systemClock.now, decisionMs: 3_000 },
    ...(payer && { payer }),
  })
  const rules = checkRules.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  return runCheck(stage, { rules })
}

test('the example adapter keeps every rule, and what it decided survives kill -9', async () => {
  const { address, child } = await startAdapter(source)
  const outcomes = await check(address, [])
  expect(outcomes.filter(({ outcome }) => outcome !== 'kept')).toEqual([])
  expect(outcomes).toHaveLength(checkRules.length)
  const paid = readFileSync(join(folder, 'adapter.jsonl'), 'utf8').trim().split('\n')
  const { id, start } = JSON.parse(paid.at(-1) ?? '')
  child.kill('SIGKILL')
  const again = await startAdapter(source)
  const client = createAdapterClient({ ...again, secrets, clock: systemClock, patienceMs: 5_000 })
  const { heard } = await client.call({ call: 'status', merchantId: start.merchantId, paymentId: id })
  expect(heard).toHaveProperty('answer')
}, 60_000)

test('the example adapter does not start without secrets: anybody could sign with an empty key', async () => {
  for (const name of ['GATEWAY_SECRETS', 'PROVIDER_SECRET'])
    await expect(startAdapter(source, 'unset', { [name]: '' })).rejects.toThrow('does not start')
})

test('the example adapter refuses a signature that is no text of the scheme', async () => {
  const { address } = await startAdapter(source, 'odd')
  const headers = {
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.floor(systemClock.now().getTime() / 1_000)),
  }
  const signature = `v1,${'A'.repeat(43)}\u00e9`
  const response = await fetch(`${address}/v1/status`, {
    ...{ method: 'POST', body: '{}', headers: { ...headers, 'webhook-signature': signature } },
  })
  expect(response.status).toBe(401)
})

test('the example adapter starts again behind a line that a crash cut off', async () => {
  const call = { call: 'cancel', merchantId: 'CHECK', paymentId: 'p', reason: 'OUTCOME_UNKNOWN' } as const
  writeFileSync(join(folder, 'torn.jsonl'), '{"id":"q","sta')
  for (const _ of ['first', 'second']) {
    const { address, child } = await startAdapter(source, 'torn')
    const client = createAdapterClient({ address, secrets, clock: systemClock, patienceMs: 5_000 })
    expect((await client.call(call)).heard).toHaveProperty('answer')
    child.kill('SIGKILL')
  }
})

/** A mistake in the adapter, and the rule that has to tell it. */
const mutants: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['missing-signature', '!isSigned(request.headers, body)', 'request.headers.never'],
  ['wrong-signature', 'bytes.some(one => isSame(Buffer.from(each), one))', "each.startsWith('v1,')"],
  ['reflected-signature', "GATEWAY_SECRETS.split(' ')", "`${GATEWAY_SECRETS} ${PROVIDER_SECRET}`.split(' ')"],
  ['changed-body', 'signature(secret, `${id}.${time}.${body}`))', 'given)'],
  ['old-signature', '> 300)', '> 1e9)'],
  ['several-signatures', "given.split(' ').some", "given.split(' ').slice(0, 1).some"],
  ['answers-differ', "signed(request.headers['webhook-id'], text)", "signed('answer', text)"],
  [
    'errors-signed',
    "...signed(request.headers['webhook-id'], text)",
    "...(reply.status === 200 && signed(request.headers['webhook-id'], text))",
  ],
  ['call-in-body', "if (call?.call !== name) throw invalid('call')", ''],
  ['start-repeats', 'pay/${payment.page}` }', 'pay/${payment.page}?${Math.random()}` }'],
  ['starts-at-once', 'if (known) return shown(known)', 'if (known && known.page < "0") return shown(known)'],
  ['start-conflicts', 'if (other) throw conflict(other)', ''],
  [
    'unknown-fields',
    "if (call?.call !== name) throw invalid('call')",
    "if (call?.ofVersionTwo) throw invalid('ofVersionTwo')",
  ],
  [
    'invalid-fields',
    "if (!fraction || (fraction[1]?.length ?? 0) > decimals(currency)) throw invalid('amount')",
    '',
  ],
  ['large-calls', 'bytesMax = 65_536', 'bytesMax = 10_000'],
  [
    'status-unknown',
    'if (!part) throw notFound()',
    "if (!part) return shownPart(payment, { kind, id, state: 'declined' })",
  ],
  ['merchants-apart', '!== call.merchantId)', '=== undefined)'],
  ['cancel-open', "save({ ...payment, state: 'cancelled' })", "save({ ...payment, state: 'declined' })"],
  [
    'cancel-overtakes',
    'if (!payment) save(',
    "if (!payment) return { paymentId: call.paymentId, state: 'cancelled' }\n    if (!payment) save(",
  ],
  [
    'cancel-races-start',
    'if (!payment) save(',
    "if (!payment) return { paymentId: call.paymentId, state: 'cancelled' }\n    if (!payment) save(",
  ],
  [
    'unsupported-calls',
    "const supports = ['confirm', 'capture', 'refund', 'notice']",
    "const supports = ['refund']",
  ],
  ['approves', 'amount: payment.amount, currency', 'amount: Number(payment.amount), currency'],
  [
    'stays-approved',
    'if (known) return shown(known)',
    "if (known) return { ...shown(known), state: 'processing' }",
  ],
  ['notice', '...signed(noticeId, body), ', ''],
  ['notice-repeats', 'notify({ id, start }, noticeId, Math', 'notify({ id, start }, undefined, Math'],
  [
    'refund-part',
    'return { paymentId: payment.id, [`${kind}Id`]: id, state',
    'return { paymentId: payment.id, state',
  ],
  [
    'refund-conflicts',
    "known.amount !== call.amount) throw conflict('amount')\n  if (known)",
    "known.amount === '') throw conflict('amount')\n  if (known)",
  ],
  [
    'refunds-at-once',
    'amount: call.amount }\n  save({ ...payment, parts: { ...payment.parts, [`${kind} ${id}`]',
    'amount: call.amount }\n  save({ ...payment, parts: { ...payment.parts, [Math.random()]',
  ],
  ['refund-too-much', 'minor(call) <= left', 'true'],
  ['refund-cancel-overtakes', 'if (!before) save(', 'if (before) save('],
  [
    'refund-unknown',
    "if (!payment && name !== 'start'",
    "if (!payment && call.refundId) return { ...call, state: 'declined' }\nif (!payment && name !== 'start'",
  ],
  [
    'cancel-approved',
    "stateOf(payment).state !== 'declined') save",
    "stateOf(payment).state === 'open') save",
  ],
  ['cancelled-for-good', "if (stateOf(payment).state === 'open' && outcome)", 'if (outcome)'],
  ['expires', 'Date.now() >= Date.parse', '0 >= Date.parse'],
  ['confirm', "confirmation === 'AT_MERCHANT' ? { state: 'agreed' } : ", ''],
  [
    'confirm-early',
    "if (stateOf(payment).state === 'open') save",
    "if (stateOf(payment).state === 'never') save",
  ],
  ['capture', 'minor({ ...call, amount: payment.amount }) - taken', '10n ** 15n'],
  ['describes-itself', 'versions: [1]', 'versions: [2]'],
  ['start-opens', 'pageUrl: `${origin}', 'page: `${origin}'],
]

test('every rule tells an adapter that breaks it, with what was seen', async () => {
  expect(new Set(mutants.map(([rule]) => rule))).toEqual(new Set(checkRules.map(({ name }) => name)))
  const told: Record<string, string> = {}
  const queue = [...mutants.entries()]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, [rule, from, to]] = next
      expect(source, `${rule} has nothing to change`).toContain(from)
      const mutant = source.replace(from, () => to)
      const { address, child } = await startAdapter(mutant, `mutant${index}`)
      const outcomes = await check(address, ['describes-itself', rule])
      child.kill('SIGKILL')
      const found = outcomes.find(each => each.rule === rule)
      told[rule] = found?.outcome === 'broken' && (found.seen ?? '') !== '' ? 'told' : JSON.stringify(found)
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(told).toEqual(Object.fromEntries(checkRules.map(({ name }) => [name, 'told'])))
}, 120_000)

test('what cannot be tried is said: no payer, no ability; a command may be the payer', async () => {
  const { address } = await startAdapter(
    source.replace("['confirm', 'capture', 'refund', 'notice']", '[]'),
    'bare',
  )
  const wanted = ['describes-itself', 'approves', 'cancelled-for-good', 'refund-part', 'confirm']
  const stage = createCheckStage({
    client: createAdapterClient({ address, secrets, clock: systemClock, patienceMs: 5_000 }),
    ...{ merchantId: 'CHECK', amount: '16.00', currency: 'USD', kind: 'WALLET' },
    ...{ secrets, now: systemClock.now, decisionMs: 1_000 },
  })
  const outcomes = await runCheck(stage, { rules: checkRules.filter(({ name }) => wanted.includes(name)) })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['kept', ...Array(4).fill('not tried')])
  const agree = "fetch(process.env.PAGE_URL + '?outcome=approve', { redirect: 'manual' })"
  const command = `"${process.execPath}" -e "${agree}"`
  expect(await check(address, ['describes-itself', 'approves'], payerByCommand(command))).toMatchObject([
    { outcome: 'kept' },
    { outcome: 'kept' },
  ])
})

test('where nothing answers, one rule says so', async () => {
  const outcomes = await check(`http://127.0.0.1:${await freePort()}`, [])
  expect(outcomes).toMatchObject([{ rule: 'describes-itself', outcome: 'broken' }])
})

test('the command ends with 1 where a rule is broken, with 2 where it lacks a secret', async () => {
  const run = (words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, ['tollgate.mjs', ...words], { env: { ...process.env, ...env } })
    children.add(child)
    const seen = { text: '' }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (seen.text += chunk))
    return { seen, child, code: new Promise(done => child.once('exit', done)) }
  }
  const options = ['--memory', '--port', '0', '--control-port', '0', '--fault', 'wrong-signature', '--json']
  const host = run(['provider-host', ...options])
  await expect.poll(() => host.seen.text, { timeout: 20_000 }).toContain('secrets')
  const { address, secrets: own } = JSON.parse(host.seen.text)
  const env = {
    PROVIDER_CHECK_GATEWAY_SECRET: own.gateway[0],
    PROVIDER_CHECK_PROVIDER_SECRET: own.provider[0],
  }
  const broken = run(['provider', 'check', address], env)
  expect(await broken.code).toBe(1)
  expect(broken.seen.text).toMatch(
    /✗ start-opens\n +expected .*\n +seen +start was answered with a signature/,
  )
  const lacking = run(['provider', 'check', address])
  expect(await lacking.code).toBe(2)
  expect(lacking.seen.text).toContain("The gateway's secret is missing")
  const odd = run(['provider', 'check', address, '--amount', '16.001'], env)
  expect(await odd.code).toBe(2)
  expect(odd.seen.text).toContain('--amount')
  host.child.kill()
  expect(await host.code).toBe(0)
}, 60_000)
