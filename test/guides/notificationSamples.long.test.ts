import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { openGateway, type TestGateway } from '../journeys/gateway.ts'
import { authorization, newOrder } from '../journeys/requests.ts'

/** How each sample is run; the last word of a command is the file. */
const samples = [
  ['Node', 'verify.mjs', process.execPath],
  ['Python', 'verify.py', 'python3'],
  ['PHP', 'verify.php', 'php'],
  ['Ruby', 'verify.rb', 'ruby'],
  ['Java', 'Verify.java', 'java'],
  ['Go', 'verify.go', 'go', 'run'],
  ['C#', 'Verify.cs', 'dotnet', 'run'],
] as const

/** What the gateway would send of the last change, signed by it. */
type Signed = {
  readonly id: string
  readonly timestamp: string
  readonly signatures: string
  readonly body: string
}

let gateway: TestGateway
let genuine: Signed
let key = ''
beforeAll(async () => {
  gateway = await openGateway('embedded')
  await gateway.authorize(newOrder(), authorization())
  const merchant = `${gateway.origin}/api/rest/version/100/merchant/TESTMERCHANT`
  const feed = `${merchant}/notifications?after=start&wait=20`
  const login = Buffer.from('merchant.TESTMERCHANT:0123456789abcdef0123456789abcdef').toString('base64')
  const { notifications } = await read(feed, { Authorization: `Basic ${login}` })
  const [{ headers, body }] = notifications
  genuine = {
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signatures: headers['webhook-signature'],
    body,
  }
  const { signing } = await read(`${gateway.origin}/sandbox/merchants/TESTMERCHANT/notifications/keys`)
  key = signing[0]
})
afterAll(() => gateway.stop())

const read = async (address: string, headers: Record<string, string> = {}) =>
  JSON.parse(await (await fetch(address, { headers })).text())

test('each sample is in the guide and tried here', () => {
  expect(readdirSync(projectPath('examples', 'notifications')).toSorted()).toEqual(
    samples.map(([, file]) => file).toSorted(),
  )
})

for (const [language, file, command, ...words] of samples) {
  const isThere = spawnSync(command, [language === 'Go' ? 'version' : '--version']).error === undefined
  const title = `${language}: what the gateway signed is genuine, what anybody changed is forged`
  describe(isThere ? language : `${language} (not tried: this machine has no ${command})`, () => {
    test.skipIf(!isThere)(title, async () => {
      const judge = (notification: Signed) =>
        told([command, ...words, projectPath('examples', 'notifications', file)], notification)
      const { timestamp, signatures, body } = genuine
      const other = signatures.replace(/^v1,./, first => (first === 'v1,A' ? 'v1,B' : 'v1,A'))
      // While a key is changed there are two signatures.
      expect(await judge({ ...genuine, signatures: `${other} ${signatures}` })).toBe('genuine')
      expect(await judge({ ...genuine, body: body.replace('10', '11') })).toBe('forged')
      expect(await judge({ ...genuine, signatures: other })).toBe('forged')
      expect(await judge({ ...genuine, timestamp: String(Number(timestamp) - 600) })).toBe('forged')
    })
  })
}

async function told(
  [command = '', ...words]: readonly string[],
  { id, timestamp, signatures, body }: Signed,
): Promise<string> {
  const child = spawn(command, words, {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, SIGNING_KEY: key },
      ...{ WEBHOOK_ID: id, WEBHOOK_TIMESTAMP: timestamp, WEBHOOK_SIGNATURE: signatures },
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => (output += text))
  child.stdin.end(body)
  await once(child, 'close')
  return output.trim()
}
