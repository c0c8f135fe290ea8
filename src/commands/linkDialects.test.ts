import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iso1987Ascii } from '../acquirers/iso8583/dialects/shipped/iso1987Ascii.ts'
import { iso1987Packed } from '../acquirers/iso8583/dialects/shipped/iso1987Packed.ts'
import { shippedDialects } from '../acquirers/iso8583/dialects/shippedDialects.ts'
import { createProgram } from '../composition/program.ts'
import { isRejection } from '../orders/rejection.ts'
import { UseRefusal } from '../platform/errors.ts'
import { projectPath } from '../platform/files.ts'
import { emptyCommandContext } from './context.ts'
import type { CommandResult } from './output.ts'
import { plainPaint } from './terminal.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-dialect-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'ours.json')
  await writeFile(path, text)
  return path
}

/** What a line ends with, and the same for people. */
async function say(...line: readonly string[]) {
  const shown: CommandResult[] = []
  const context = {
    ...emptyCommandContext,
    show(result: CommandResult | Parameters<typeof emptyCommandContext.show>[0]) {
      if (!isRejection(result)) shown.push(result)
    },
  }
  await createProgram(context, '1').parseAsync(['link', ...line], { from: 'user' })
  const [result] = shown
  if (result === undefined) throw new Error('nothing was shown')
  return { ...result, lines: result.text(plainPaint) }
}

test('each shipped dialect can be printed, and is then a file that is in order', async () => {
  const { json } = await say('dialects')
  expect(json).toMatchObject({ dialects: shippedDialects.map(({ name }) => ({ name })) })
  for (const { name } of shippedDialects) {
    const printed = await say('dialect', name)
    const checked = await say('check', await fileOf(printed.lines.join('\n')))
    expect(checked.isBad).toBeUndefined()
    expect(checked.json).toMatchObject({ name, isInOrder: true, findings: [] })
    expect(printed.json).toEqual(JSON.parse(printed.lines.join('\n')))
  }
})

test('the check tells what a dialect says, and what it leaves out', async () => {
  const { inquire: _private, ...asks } = iso1987Ascii.asks
  const { 127: _memory, ...fields } = iso1987Ascii.fields
  const without127 = JSON.parse(JSON.stringify({ ...iso1987Ascii, fields, asks }).replaceAll(' 127', ''))
  const { lines, json } = await say('check', await fileOf(JSON.stringify(without127)))
  const text = lines.join('\n')
  expect(text).toMatch(/^ {2}frame +length in 2 bytes, without itself; no TPDU; zero is an error/m)
  expect(text).toMatch(/^capture +0220 +0221 +original +25=06 39=00 3 4 7/m)
  expect(text).toMatch(/^48\.92 +n\.\.4 +securityCode +no +security code$/m)
  expect(text).toMatch(/^44\.10 +an 1 +securityCodeResult +yes/m)
  expect(text).toContain('Not supported: inquire.')
  expect(lines).toContain('  originalAmounts, localDateAndTime, pointOfService, functionCode, hostMemory')
  expect(json).toMatchObject({ lacks: ['inquire'], places: { accountNumber: '2', securityCode: '48.92' } })
})

test('tags stand in their order, and what is unusual about digits and lengths is told', async () => {
  const example: unknown = JSON.parse(await readFile(projectPath('examples', 'dialect.json'), 'utf8'))
  const { coding } = iso1987Packed
  const network = { ...Object(example).network, constants: { 24: '017' }, signOnAlso: { send: '32' } }
  const dialect = { ...Object(example), network, coding: { ...coding, oddFill: 'F', lengthBytes: 2 } }
  const { lines, json } = await say('check', await fileOf(JSON.stringify(dialect)))
  const tags = lines.flatMap(line => /^60\.(\d+)/.exec(line)?.[1] ?? [])
  expect(tags).toEqual(['010', '020', '021', '030', '031', '040', '900'])
  const { places } = Object(json)
  expect(Object.values(places).filter(place => String(place).startsWith('60.'))).toEqual(
    tags.map(tag => `60.${tag}`),
  )
  expect(lines.join('\n')).toMatch(/^ {2}digits +packed; F fills odd counts, fixed ones on the left/m)
  expect(lines).toContain('  lengths           packed, 2 bytes')
  expect(lines).toContain('  in these          24=017 7 11 70')
  expect(lines).toContain('  in sign-ons also  32')
})

test('mistakes are listed with their places, and the command ends with 1', async () => {
  const wrong = { ...iso1987Ascii, answers: { ...iso1987Ascii.answers, matchOn: '7 41 200' } }
  const { lines, json, isBad } = await say('check', await fileOf(JSON.stringify(wrong)))
  expect(isBad).toBe(true)
  expect(json).toMatchObject({ isInOrder: false })
  expect(lines).toContain('answers.matchOn names 200, which fields does not declare')
  expect(lines.at(-1)).toMatch(/^\d+ mistakes in .*ours\.json\.$/)
})

test.each([
  ['there is none', () => Promise.resolve(join(folder, 'none.json')), /cannot be read: ENOENT\.$/],
  ['it is a folder', () => Promise.resolve(folder), /cannot be read: EISDIR\.$/],
  ['it is not JSON', () => fileOf('{\n  "name": SECRET\n}'), /ours\.json is not JSON(?:: see line 2)?\.$/],
  ['it is too large', () => fileOf(' '.repeat(1_000_001)), /is too large for a dialect/],
])('a file is of no use where %s', async (_why, path, refusal) => {
  const ended = say('check', await path())
  await expect(ended).rejects.toThrow(UseRefusal)
  await expect(ended).rejects.toThrow(refusal)
})

test('a mistyped name gets the nearest one', async () => {
  await expect(say('dialect', 'iso1987ascii')).rejects.toThrow('The nearest is iso1987-ascii.')
})
