import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BaseKeyImportRequest } from '../administration/baseKeys.ts'
import type { KnownBaseKey } from '../administration/port.ts'
import { createProgram } from '../composition/program.ts'
import { invalid, isRejection } from '../orders/rejection.ts'
import { StartRefusal } from '../platform/errors.ts'
import { type CommandContext, emptyCommandContext, type OperatorRecords } from './context.ts'
import { refusalText } from './output.ts'
import { plainPaint } from './terminal.ts'

const digits = '0123456789ABCDEFFEDCBA9876543210'
const known: KnownBaseKey = {
  ...{ id: '3f9a01c2d4e5', keySetId: 'FFFF98', algorithm: 'TDES', checkValue: '08D7B4', isTest: false },
  createdAtMs: Date.UTC(2026, 10, 15, 12),
}

let folder = ''
let wishes: BaseKeyImportRequest[] = []
let retired: string[] = []
let list: readonly KnownBaseKey[] = []
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tollgate-bdk-')))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  wishes = []
  retired = []
  list = [known]
})

const baseKeys: OperatorRecords['baseKeys'] = {
  async import(wish) {
    wishes.push(wish)
    return known
  },
  list: async () => ({ baseKeys: list, isCut: false }),
  async retire(id) {
    retired.push(id)
    return id === known.id
      ? { ...known, retiredAtMs: known.createdAtMs }
      : invalid('id', 'There is no such one.')
  },
}

/** What a line says in the end, to people and to programs. */
async function say(line: readonly string[], changes: Partial<CommandContext> = {}) {
  let text = ''
  const context: CommandContext = {
    ...emptyCommandContext,
    records: async () => ({ baseKeys }) as OperatorRecords,
    show(result) {
      if (isRejection(result)) throw new StartRefusal(refusalText(result))
      text = [...result.text(plainPaint), JSON.stringify(result.json)].join('\n')
    },
    ...changes,
  }
  await createProgram(context, '1').parseAsync(['keys', ...line], { from: 'user' })
  return text
}

const importing = ['import-bdk', '--key-set', 'FFFF98', '--check-value', '08D7B4']

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text, { mode: 0o600 })
  return path
}

test('a key is read from files, one for each component, and never said again', async () => {
  const files = [await fileOf('one', `${digits}\n08D7B4\n`), await fileOf('two', 'AB'.repeat(16))]
  const line = [...importing, '--merchant', 'SHOP', '--algorithm', 'TDES']
  const said = await say([...line, ...files.flatMap(file => ['--key-file', file])])
  expect(wishes).toEqual([
    {
      ...{ keySetId: 'FFFF98', checkValue: '08D7B4', merchantId: 'SHOP', algorithm: 'TDES' },
      components: [{ key: digits, checkValue: '08D7B4' }, { key: 'AB'.repeat(16) }],
    },
  ])
  expect(said).toContain(`Destroy what it was read from: ${files.join(', ')}`)
  expect(said).not.toContain(digits)
})

test.each([0o640, 0o604, 0o620, 0o666])('a file that others have to do with (%o) is refused', async mode => {
  const [mine, ours] = [await fileOf('mine', digits), await fileOf('ours', digits)]
  const line = [...importing, '--key-file', mine, '--key-file', ours]
  await chmod(ours, mode)
  await expect(say(line)).rejects.toThrow(
    `--key-file: ${ours} is open to others (mode 0${mode.toString(8)}): chmod 600 '${ours}'`,
  )
  expect(wishes).toEqual([])
  await chmod(ours, 0o600)
  await say(line)
  expect(wishes).toHaveLength(1)
})

test('so is one in whose place others can put theirs; what a program hands over is taken', async () => {
  const open = join(folder, 'open')
  await mkdir(open)
  const file = await fileOf('open/key', digits)
  await chmod(open, 0o777)
  await expect(say([...importing, '--key-file', file])).rejects.toThrow(`chmod go-w '${open}'`)
  const pipe = join(open, 'pipe')
  execFileSync('mkfifo', ['-m', '666', pipe])
  const written = writeFile(pipe, digits)
  await say([...importing, '--key-file', pipe])
  await written
  expect(wishes.map(({ components }) => components)).toEqual([[{ key: digits }]])
})

test('what is to be destroyed is the file itself, and not a link to it', async () => {
  const file = await fileOf('itself', digits)
  const link = join(folder, 'link')
  await symlink(file, link)
  const said = await say([...importing, '--key-file', link])
  expect(said).toContain(`Destroy what it was read from: ${file} (${link} leads there)\n`)
})

test('a key is handed over on standard input, or asked for part by part', async () => {
  await say(importing, { readStandardInput: async () => `${digits}\n` })
  const second = `${'AB'.repeat(8)} ${'CD'.repeat(8)}`
  const answers = [digits, ` ${second} `, '']
  const asked: string[] = []
  const askSecret = async (question: string) => {
    asked.push(question)
    return answers[asked.length - 1]
  }
  await say(importing, { askSecret })
  expect(wishes.map(({ components }) => components)).toEqual([
    [{ key: digits }],
    [{ key: digits }, { key: second }],
  ])
  expect(asked).toHaveLength(3)
})

test('who mistypes a component is asked again at once, and not for ever', async () => {
  const answering = (answers: readonly string[]) => {
    const asked: string[] = []
    const askSecret = async (question: string) => answers[asked.push(question) - 1]
    return { asked, askSecret }
  }
  const mended = answering([digits.slice(1), digits, 'AB'.repeat(24), 'AB'.repeat(16), ''])
  await say(importing, mended)
  expect(wishes[0]?.components).toEqual([{ key: digits }, { key: 'AB'.repeat(16) }])
  expect(mended.asked[1]).toMatch(/^It must be 32, 48 or 64 hexadecimal digits\. The key, or its first/)
  expect(mended.asked[3]).toMatch(/^It must be as long as the first component\. The second/)
  wishes = []
  const hopeless = answering([digits, 'x', 'y', 'z', 'AB'.repeat(16)])
  await expect(say(importing, hopeless)).rejects.toThrow(/^What was typed must be .*Nothing was done\.$/)
  expect(hopeless.asked).toHaveLength(4)
  expect(wishes).toEqual([])
})

test.each([
  [
    'checkValue',
    'It is not that of this key as TDES counts it.',
    [],
    '--check-value is not that of this key as TDES counts it. (For AES say --algorithm AES-128.)',
  ],
  ['checkValue', 'It must be 6 hexadecimal digits for TDES.', ['--algorithm', 'TDES'], 'digits for TDES.'],
  ['keySetId', 'It is taken: retire its key first.', [], '--key-set FFFF98 is taken: retire'],
  ['key', 'Its halves are equal: that is single DES.', [], 'Its halves are equal'],
])('what is wrong with %s is said in words of the line: %s', async (field, why, more, sentence) => {
  const refusing: OperatorRecords['baseKeys'] = { ...baseKeys, import: async () => invalid(field, why) }
  const changes = {
    readStandardInput: async () => digits,
    records: async () => ({ baseKeys: refusing }) as OperatorRecords,
  }
  const refusal: unknown = await say([...importing, ...more], changes).catch(error => error)
  expect(String(refusal)).toContain(sentence)
  expect(String(refusal).includes('AES')).toBe(why.includes('TDES') && more.length === 0)
})

test('where no key comes from, nothing is done', async () => {
  await expect(say(importing)).rejects.toThrow('Nobody is here to be asked: say --key-file.')
  await expect(say(importing, { readStandardInput: async () => ' \n' })).rejects.toThrow('No key was given')
  await expect(say(importing, { readStandardInput: async () => '0'.repeat(1_025) })).rejects.toThrow(
    'too big',
  )
  const terminal = { ...emptyCommandContext.terminal, isInteractive: true }
  await expect(say(importing, { terminal })).rejects.toThrow('Nothing was done.')
  expect(wishes).toEqual([])
})

test('a file that cannot be read, or is no key, is refused in one line', async () => {
  const big = await fileOf('big', '0'.repeat(5_000))
  await expect(say([...importing, '--key-file', big])).rejects.toThrow(/too big/)
  await expect(say([...importing, '--key-file', '/dev/zero'])).rejects.toThrow(/'\/dev\/zero'.*too big/)
  await expect(say([...importing, '--key-file', folder])).rejects.toThrow(/cannot be read \(EISDIR\)/)
  await expect(say([...importing, '--key-file', 'nowhere'])).rejects.toThrow(/'nowhere'.*ENOENT/)
  const many = Array.from({ length: 4 }, () => ['--key-file', big]).flat()
  await expect(say([...importing, ...many])).rejects.toThrow('4 files were given')
  expect(wishes).toEqual([])
})

test.each([
  [[...importing, digits], /takes no arguments/],
  [[...importing, '--key-file', digits], /cannot be read/],
  [[...importing, `--key=${digits}`], /has no --key;/],
  [['retire-bdk', digits, '--yes'], /no such/],
])('a key in a wrong place does not come back: %j', async (line, why) => {
  const refusal: unknown = await say(line).catch(error => error)
  expect(String(refusal)).toMatch(why)
  expect(String(refusal)).not.toContain(digits)
})

test('what is needed is asked for', async () => {
  await expect(say(['import-bdk', '--key-set', 'FFFF98'])).rejects.toThrow('needs --check-value')
  await expect(say(['import-bdk', '--check-value', '08D7B4'])).rejects.toThrow('needs --key-set')
  await expect(say([...importing, '--algorithm', 'DES'])).rejects.toThrow(/TDES, AES-128/)
})

test('keys are listed with whose they are and how they stand', async () => {
  const retiredAtMs = Date.UTC(2026, 10, 16)
  list = [
    known,
    { ...known, id: 'abcdefabcdef', merchantId: 'SHOP', isTest: true },
    { ...known, retiredAtMs },
  ]
  expect(await say(['list-bdk'])).toMatch(
    new RegExp(
      [
        '^ID +KEY SET +ALGORITHM +CHECK +STATE +SINCE +MERCHANT',
        '3f9a01c2d4e5 +FFFF98 +TDES +08D7B4 +active +2026-11-15 +all',
        'abcdefabcdef +FFFF98 +TDES +08D7B4 +test +2026-11-15 +SHOP',
        '3f9a01c2d4e5 +FFFF98 +TDES +08D7B4 +retired +2026-11-16 +all\n',
      ].join('\n'),
    ),
  )
  list = [{ ...known, keySetId: 'FFFF987654', algorithm: 'AES-128', checkValue: 'FF0BD7C455', retiredAtMs }]
  const widths = (await say(['list-bdk'])).split('\n').filter(line => !line.startsWith('{'))
  expect(Math.max(...widths.map(line => line.length))).toBeLessThanOrEqual(80)
  list = []
  expect(await say(['list-bdk'])).toContain('There is none yet')
})

test('a retirement asks first, and says what it is about', async () => {
  const line = ['retire-bdk', '3F9A01C2D4E5']
  await expect(say(line)).rejects.toThrow('say --yes')
  await expect(say(line, { ask: async () => false })).rejects.toThrow('Nothing was done.')
  expect(retired).toEqual([])
  const ask = async (question: string) => question.includes('TDES, key set FFFF98, merchant: all')
  expect(await say(line, { ask })).toContain('Retired base key 3f9a01c2d4e5')
  await expect(say(['retire-bdk', 'nosuch'])).rejects.toThrow('There is no such one.')
  await say([...line, '--yes'])
  expect(retired).toEqual(['3f9a01c2d4e5', 'nosuch', '3f9a01c2d4e5'])
})
