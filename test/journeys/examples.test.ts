import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

async function run(file: string): Promise<readonly string[]> {
  const command = file.endsWith('.sh') ? 'sh' : process.execPath
  const env = { PATH: process.env.PATH, GATEWAY: gateway.origin }
  const { stdout, stderr } = await promisify(execFile)(command, [projectPath('examples', file)], { env })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

test('the programs among the examples are those that are tried here', () => {
  const files = readdirSync(projectPath('examples')).filter(name => !/\.(?:json|md)$/.test(name))
  expect(files.sort()).toEqual([
    'first-payment.sh',
    'notification-receiver.mjs',
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

test('notification-receiver.mjs believes what is signed, and takes each change once', async () => {
  const key = Buffer.from('a key of the test')
  const child = spawn(process.execPath, [projectPath('examples', 'notification-receiver.mjs')], {
    env: { PATH: process.env.PATH, SECRET: `whsec_${key.toString('base64')}`, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  await expect.poll(() => output).toContain('listening on')
  const address = /http\S+/.exec(output)?.[0] ?? ''
  const body = JSON.stringify({
    order: { id: 'order-1', status: 'AUTHORIZED' },
    transaction: { type: 'AUTHORIZATION' },
    result: 'SUCCESS',
  })
  const post = async (signedBody: string, sequence = '1') => {
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
  expect([await post(body), await post(body), await post('another')]).toEqual([200, 200, 401])
  expect(output.match(/order-1 1: AUTHORIZATION SUCCESS, the order is AUTHORIZED/g)).toHaveLength(1)
  child.kill()
  await once(child, 'close')
})
