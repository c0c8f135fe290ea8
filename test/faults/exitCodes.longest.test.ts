import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fullName } from '../../src/commands/command.ts'
import { emptyCommandContext } from '../../src/commands/context.ts'
import { createProgram } from '../../src/composition/program.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { type } from './tollgateProcess.ts'

vi.setConfig({ testTimeout: 300_000 })

let root = ''
beforeAll(async () => {
  root = await reachableFolder('exit-codes')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)]
/** They read no settings of a gateway; and a host runs until it is ended. */
const withoutSettings: ReadonlySet<string> = new Set([
  ...[
    'acquirer-host',
    'directory-server',
    'provider-host',
    'provider check',
    'conformance',
    'provider openapi',
    'replay',
    'config schema',
    'link dialects',
    'link dialect',
    'link check',
    'link probe',
  ],
])
/** Each command that does something, as its own help shows it first. */
const lines = all(createProgram(emptyCommandContext, '0'))
  .filter(({ commands }) => commands.length === 0)
  .map(command => {
    let help = ''
    command.configureOutput({ writeOut: text => (help += text) }).outputHelp()
    const [, line = ''] = /^ {2}\$ npx tollgate (.*)$/m.exec(help) ?? []
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    return { name: fullName(command).replace('tollgate ', ''), words }
  })
  .filter(({ name }) => !withoutSettings.has(name))

/** How each of them ends, two at a time. */
async function codesOf(asked: typeof lines, environment: NodeJS.ProcessEnv) {
  const codes: Record<string, number | null> = {}
  const queue = [...asked]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { code } = await type(next.words, environment, 'nothing of use').ended
      codes[next.name] = code
    }
  }
  await Promise.all([work(), work()])
  return codes
}

const everyOne = (asked: typeof lines, code: number) =>
  Object.fromEntries(asked.map(({ name }) => [name, code]))

/** Some need neither database nor gateway; others want a yes, or a file that is not there. */
const otherwise = {
  ...{ 'sandbox p2pe': 0, 'sandbox emv': 0, 'sandbox track': 0, 'sandbox pin': 0 },
  ...{ 'certificates authority': 0, 'keys new': 0 },
  ...{ 'sandbox reset': 2, 'certificates bind': 2 },
}

test('with a setting that makes no sense every command was used wrongly: 2', async () => {
  const settings = { TOLLGATE_DATA_DIR: join(root, 'data'), TOLLGATE_PORT: '80a' }
  expect(lines.length).toBeGreaterThan(40)
  expect(await codesOf(lines, settings)).toEqual(everyOne(lines, 2))
})

test('where neither database nor gateway answers every command was tried and failed: 1', async () => {
  const taken = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise(resolve => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const url = 'postgres://gateway:a-secret@127.0.0.1:1/tollgate'
  const settings = {
    ...{ TOLLGATE_DATABASE_URL: url, TOLLGATE_OWNER_DATABASE_URL: url, TOLLGATE_PORT: port },
    TOLLGATE_KEYS: `first:${randomBytes(32).toString('base64')}`,
    TOLLGATE_DATA_DIR: join(root, 'data'),
  }
  // Who listens goes on trying.
  const ending = lines.filter(({ name }) => name !== 'listen')
  expect(await codesOf(ending, settings)).toEqual({ ...everyOne(ending, 1), ...otherwise })
  taken.close()
})
