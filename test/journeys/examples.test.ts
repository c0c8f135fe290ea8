import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

async function run(file: string, ...words: readonly string[]): Promise<readonly string[]> {
  const command = file.endsWith('.sh') ? 'sh' : process.execPath
  const env = { PATH: process.env.PATH, GATEWAY: gateway.origin }
  const { stdout, stderr } = await promisify(execFile)(command, [projectPath('examples', file), ...words], {
    env,
  })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

test('the programs among the examples are those that are tried here', () => {
  const files = readdirSync(projectPath('examples')).filter(name => !/\.(?:json|md)$/.test(name))
  expect(files.sort()).toEqual([
    'client-feed.mjs',
    'client-payment.mjs',
    'client-receiver.mjs',
    'first-payment.sh',
    'notification-receiver.mjs',
    // Tried by test/guides/notificationSamples.long.test.ts.
    'notifications',
    // Tried by src/providers/check/providerCheck.long.test.ts.
    'provider-adapter',
    'rehearse-outcomes.mjs',
    'safe-retry.mjs',
  ])
})

test('first-payment.sh pays, captures a part and refunds', async () => {
  expect(await run('first-payment.sh')).toEqual([
    'authorize: APPROVED',
    'capture: APPROVED',
    'refund: APPROVED',
    'order: PARTIALLY_REFUNDED',
  ])
})

test('safe-retry.mjs sends three times, and charges once', async () => {
  expect(await run('safe-retry.mjs')).toEqual([
    'first: 201 SUCCESS, captured 25',
    'second: 200 SUCCESS, replayed, captured 25',
    'third: 200 SUCCESS, replayed, captured 25',
  ])
})

test('rehearse-outcomes.mjs gets each outcome it asks for', async () => {
  const lines = await run('rehearse-outcomes.mjs')
  expect(lines.map(line => line.split(':')[0])).toEqual([
    'SUCCESS APPROVED',
    'FAILURE DECLINED',
    'FAILURE INSUFFICIENT_FUNDS',
    'FAILURE TIMED_OUT',
  ])
})

test('client-payment.mjs is declined, pays once, is refused another amount, and refunds', async () => {
  expect(await run('client-payment.mjs')).toEqual([
    'DECLINED: ask for another card, under a new transaction id',
    'paid 2500 cents: ship the goods',
    'paid 2500 cents: ship the goods',
    expect.stringMatching(/^nothing was done: 400: .*\(transactionid\)$/),
    'refund: approved',
    'order: PARTIALLY_REFUNDED',
  ])
})

test.each(
  ['docs/client.md', 'src/client/README.md'].flatMap(page => {
    const blocks = [...readFileSync(projectPath(page), 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)]
    return blocks.map(([, code = ''], index) => ({ page, number: index + 1, code }))
  }),
)('the program $number of $page runs as it is printed there', async ({ code }) => {
  const here = code
    .replace('http://127.0.0.1:8080', gateway.origin)
    .replace("'@tollgate/client'", "'tollgate/client'")
  // Whoever prints nothing only defines something.
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', here.replaceAll(/^export /gm, '')],
    { cwd: projectPath() },
  )
  expect(stderr).toBe('')
  for (const [, printed = ''] of code.matchAll(/\) \/\/ (.*)$/gm)) expect(stdout).toContain(printed)
  expect(stdout).not.toMatch(/rejected|mend|undefined/)
})

test('client-feed.mjs tells what happened, and goes on after the last that it told', async () => {
  await run('first-payment.sh')
  await expect.poll(async () => (await run('client-feed.mjs')).length).toBeGreaterThan(2)
  const told = await run('client-feed.mjs')
  expect(told.at(-1)).toMatch(/^[0-9a-f-]{36} order-\S+: REFUND approved$/)
  const [id = ''] = (told.at(-2) ?? '').split(' ')
  expect(await run('client-feed.mjs', id)).toEqual(told.slice(-1))
})

test.each([
  ['notification-receiver.mjs', 'AUTHORIZATION SUCCESS, the order is AUTHORIZED'],
  ['client-receiver.mjs', 'AUTHORIZATION approved'],
])('%s believes what is signed, and takes each change once', async (file, line) => {
  const key = Buffer.from('a key of the test')
  const child = spawn(process.execPath, [projectPath('examples', file)], {
    env: { PATH: process.env.PATH, SECRET: `whsec_${key.toString('base64')}`, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  await expect.poll(() => output).toContain('listening on')
  const address = /http\S+/.exec(output)?.[0] ?? ''
  const bodyOf = (transactionId: string) =>
    JSON.stringify({
      order: { id: 'order-1', status: 'AUTHORIZED' },
      transaction: { id: transactionId, type: 'AUTHORIZATION' },
      response: { gatewayCode: 'APPROVED' },
      result: 'SUCCESS',
    })
  const post = async (body: string, { sequence = '1', signedBody = body } = {}) => {
    const time = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', key).update(`id.${time}.${signedBody}`).digest('base64')
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
      'x-notification-sequence': sequence,
    }
    return (await fetch(address, { method: 'POST', headers, body })).status
  }
  const taken = file === 'client-receiver.mjs' ? 204 : 200
  const body = bodyOf('1')
  expect([await post(body), await post(body)]).toEqual([taken, taken])
  expect(await post(body, { signedBody: 'another' })).toBe(401)
  expect(output.split(`order-1 1: ${line}`)).toHaveLength(2)
  // Late, and the only word about its transaction.
  await post(bodyOf('3'), { sequence: '3' })
  await post(bodyOf('2'), { sequence: '2' })
  await post(body, { sequence: '1' })
  expect(output.split('AUTHORIZATION')).toHaveLength(4)
  expect(output).toMatch(/order-1 2: AUTHORIZATION (approved|SUCCESS)$/m)
  child.kill()
  await once(child, 'close')
})
