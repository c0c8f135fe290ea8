import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'
import { freePort } from '../freePorts.ts'
import { openGateway, type TestGateway } from '../journeys/gateway.ts'
import { type CodeBlock, codeBlocksOf, readDocs } from './codeBlocks.ts'
import { reasonsOfNoBlock, typedBlocksOf, typedByOperators } from './typedBlocks.ts'

const guides = readdirSync(projectPath('docs', 'guides')).filter(name => name.endsWith('.md'))
const run = promisify(execFile)

/** Shown, but run by others: what starts a gateway. */
const consoles = ['npm ci && npm start\n']

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
})
afterAll(() => gateway.stop())

/** The last is the one that moves the clock. */
const movesClock = (guide: string) => Number(readDocs(`guides/${guide}`).includes('/sandbox/clock'))
const inTurn = guides.toSorted((one, other) => movesClock(one) - movesClock(other))

for (const guide of inTurn) {
  const blocks = codeBlocksOf(readDocs(`guides/${guide}`))
  const commands = blocks.filter(({ language }) => language === 'sh')

  test(`every command of ${guide} works as it is printed, and is answered as the page shows`, async () => {
    expect(commands.length).toBeGreaterThan(0)
    const outputs = await outputsOf(commands, gateway.port)
    expect(outputs).toHaveLength(commands.length)
    const shown = blocks.filter(isAnswer)
    for (const block of shown) {
      const output = outputs[commands.findIndex(({ text }) => text === block.before?.text)] ?? ''
      if (block.language === 'json') expectShown(block, output)
      else expect(lines(output), block.before?.text).toEqual(lines(block.text).map(line => wildcard(line)))
    }
    // A page whose commands show nothing would be right whatever happens.
    expect(shown.length).toBeGreaterThan(0)
  })

  test(`the programs of ${guide} run`, async () => {
    const programs = blocks.filter(({ language, file }) => language === 'js' && file === undefined)
    for (const { text } of programs) {
      const env = { PATH: process.env.PATH, GATEWAY: gateway.origin }
      const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', text], { env })
      expect(stderr).toBe('')
      const answer = await fetch(stdout.trim())
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ])
    }
  })

  test(`each block of ${guide} is of a kind that is tried`, () => {
    for (const { language, text, file, before } of blocks) {
      if (language === 'console') expect(consoles).toContain(text)
      else if (file !== undefined) expect(text).toBe(readDocs(`../${file}`))
      else if (language === 'text') expect(before?.language).toBe('sh')
      // Pages are loaded by test/browser/guides.long.test.ts.
      else expect(['sh', 'json', 'js', 'html']).toContain(language)
      if (language === 'json') expect(() => JSON.parse(text)).not.toThrow()
    }
  })
}

test.each(['payers.md', 'notifications.md'])('what %s says to curl is taken as it is printed', async page => {
  const typed = typedBlocksOf(page)
  const commands = codeBlocksOf(readDocs(page)).filter(({ text }) => typed.includes(text))
  expect(commands.length).toBeGreaterThan(4)
  const outputs = await outputsOf(commands, gateway.port)
  for (const [index, output] of outputs.entries())
    expect(output, commands[index]?.text).not.toMatch(/"result":"ERROR"|"error":/)
})

test('each block of each page that is for a shell is typed by a test, or it is said why not', () => {
  const elsewhere = ['payers.md', 'notifications.md', 'sandbox.md', ...Object.keys(typedByOperators)]
  const pages = readdirSync(projectPath('docs')).filter(name => name.endsWith('.md'))
  for (const page of pages.filter(name => !elsewhere.includes(name)))
    expect(typedBlocksOf(page), page).toEqual([])
  // But for what the commands' own help says of their form.
  for (const page of pages)
    for (const { language, text } of codeBlocksOf(readDocs(page)))
      if (language === '' && page !== 'commands.md') expect(text, page).not.toMatch(/^(npm|curl|npx) /m)
  expect(reasonsOfNoBlock()).toEqual([])
})

test('the guides pay with a token, capture a part, give money back and show errors', () => {
  const all = guides.map(guide => readDocs(`guides/${guide}`)).join('\n')
  for (const shown of ['"sourceOfFunds": {"token"', '"CAPTURE"', 'PARTIALLY_CAPTURED', '"REFUND"', '"ERROR"'])
    expect(all).toContain(shown)
})

test('each guide begins with what its reader will have at its end', () => {
  for (const guide of guides) expect(readDocs(`guides/${guide}`)).toMatch(/^# .+\n\nAt the end of this page /)
})

const isAnswer = ({ language, before }: CodeBlock): boolean =>
  before?.language === 'sh' && ['json', 'text'].includes(language)

/** One shell runs all blocks, so that later ones build upon earlier ones. Only ports differ from the page. */
async function outputsOf(commands: readonly CodeBlock[], port: number): Promise<readonly string[]> {
  const receiver = commands.some(({ text }) => text.includes('3001')) ? await freePort() : 3001
  const script = commands.map(({ text }) => `${text}\necho "${mark}"\n`).join('')
  const here = script.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`).replaceAll('3001', String(receiver))
  const { stdout, stderr } = await run('sh', ['-c', here], { ...patience, cwd: projectPath() })
  expect(stderr).toBe('')
  const outputs = stdout.replaceAll(String(receiver), '3001').split(`${mark}\n`)
  return outputs.slice(0, -1)
}

/** A command that waits for something does not wait for ever. */
const patience = { encoding: 'utf8', timeout: 60_000 } as const
const mark = '--- the next block ---'
const lines = (text: string): readonly string[] => text.split(/\r?\n/).filter(line => line.trim() !== '')

/** The last answer of a block has every field that the page shows, with the value that it shows. */
function expectShown({ text, before }: CodeBlock, output: string): void {
  const answer = lines(output).at(-1) ?? ''
  expect(answer, before?.text).toMatch(/^\{/)
  expect(JSON.parse(answer), before?.text).toMatchObject(expected(JSON.parse(text)))
}

/** What is left out on a page is written as an ellipsis. */
function expected(shown: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(shown)).map(([name, value]) => [name, expectation(value)]))
}
function expectation(value: unknown): unknown {
  if (typeof value === 'string') return wildcard(value)
  if (Array.isArray(value)) return value.map(expectation)
  return typeof value === 'object' && value !== null ? expected(value) : value
}
const wildcard = (text: string): unknown =>
  text.includes('…')
    ? expect.stringMatching(new RegExp(`^${text.split('…').map(escaped).join('.*')}$`))
    : text
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
