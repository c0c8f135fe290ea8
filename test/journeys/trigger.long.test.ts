import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CommandContext,
  emptyCommandContext,
  type GatewayConnection,
} from '../../src/commands/context.ts'
import type { CommandResult } from '../../src/commands/output.ts'
import { plainPaint } from '../../src/commands/terminal.ts'
import { createProgram } from '../../src/composition/program.ts'
import { allScenarios } from '../../src/sandbox/trigger/library.ts'
import { passwords } from './client.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { connectionTo } from './gatewayConnection.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded', { patienceMs: 500 })
})
afterAll(() => gateway.stop())

const password = passwords.TESTMERCHANT ?? ''

/** What the command prints, and how it ends. */
async function trigger(words: readonly string[], connection = connectionTo(gateway.origin)) {
  const lines: string[] = []
  let isBad: boolean | undefined
  const terminal = { ...emptyCommandContext.terminal, print: (line: string) => lines.push(line) }
  const context: CommandContext = {
    ...{ ...emptyCommandContext, terminal },
    gateway: async () => connection,
    show(result) {
      if (!('text' in result)) throw new Error(result.explanation)
      shown = result
      lines.push(...result.text(plainPaint))
      isBad = result.isBad
    },
    defaults: {
      ...emptyCommandContext.defaults,
      merchantId: () => 'TESTMERCHANT',
      password: () => password,
      shownPassword: () => password,
    },
  }
  let shown: CommandResult | undefined
  await createProgram(context, '').parseAsync(['trigger', ...words], { from: 'user' })
  return { text: lines.join('\n'), isBad, json: shown?.json }
}

const movesClock = ({ steps }: (typeof allScenarios)[number]): boolean =>
  steps.some(({ at }) => 'control' in at && at.control === '/sandbox/clock')

test('every outcome comes about as it promises, and is notified', async () => {
  const broken: string[] = []
  const run = async ({ name }: (typeof allScenarios)[number]) => {
    const { text, isBad } = await trigger([name])
    if (isBad) broken.push(text)
  }
  const waiting = allScenarios.filter(scenario => !movesClock(scenario))
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  await Promise.all(allScenarios.filter(movesClock).map(run))
  expect(broken).toEqual([])
}, 60_000)

test('names are unique, and say what is done and what comes of it', () => {
  const names = allScenarios.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z_]+\.[a-z_]+$/)
  for (const { steps } of allScenarios)
    expect(steps.some(({ promises }) => 'result' in promises.body)).toBe(true)
})

test('what it prints can be run again, on a new order', async () => {
  const { text } = await trigger(['capture.partial'])
  const { stdout } = await promisify(execFile)('sh', ['-c', text])
  expect(stdout.match(/"status":"(AUTHORIZED|PARTIALLY_CAPTURED|CAPTURED)"/g)).toHaveLength(3)
  expect(stdout).not.toContain(/in this run (\S+)/.exec(text)?.[1])
})

test('without a name it lists them all; an unknown one gets the nearest', async () => {
  const { text } = await trigger([])
  for (const { name, what } of allScenarios) expect(text).toMatch(new RegExp(`^ {2}${name} +${what}`, 'm'))
  await expect(trigger(['refund.timeout'])).rejects.toThrow('Did you mean refund.timed_out?')
})

test('a gateway that is no sandbox is sent no payment', async () => {
  const asked: string[] = []
  const production: GatewayConnection = {
    address: 'https://pay.example',
    async call(method, path) {
      asked.push(`${method} ${path}`)
      return { status: 404, body: {} }
    },
  }
  await expect(trigger(['payment.approved'], production)).rejects.toThrow(
    'The gateway at https://pay.example is no sandbox.',
  )
  expect(asked).toEqual(['GET /sandbox'])
})
