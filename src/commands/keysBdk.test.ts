import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BaseKeyWish } from '../administration/baseKeys.ts'
import type { KnownBaseKey } from '../administration/port.ts'
import { invalid, isRejection } from '../orders/rejection.ts'
import { StartRefusal } from '../platform/startRefusal.ts'
import { emptyOffice } from './emptyOffice.ts'
import type { Office, Records } from './office.ts'
import { createProgram } from './program.ts'
import { refusalText } from './refusalText.ts'
import { plain } from './terminal.ts'

const digits = '0123456789ABCDEFFEDCBA9876543210'
const known: KnownBaseKey = {
  ...{ id: '3f9a01c2d4e5', keySetId: 'FFFF98', algorithm: 'TDES', checkValue: '08D7B4', isTest: false },
  createdAtMs: Date.UTC(2026, 10, 15, 12),
}

let folder = ''
let wishes: BaseKeyWish[] = []
let retired: string[] = []
let list: readonly KnownBaseKey[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-bdk-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => {
  wishes = []
  retired = []
  list = [known]
})

const baseKeys: Records['baseKeys'] = {
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
async function say(line: readonly string[], changes: Partial<Office> = {}) {
  let text = ''
  const office: Office = {
    ...emptyOffice,
    records: async () => ({ baseKeys }) as Records,
    show(result) {
      if (isRejection(result)) throw new StartRefusal(refusalText(result))
      text = [...result.text(plain), JSON.stringify(result.json)].join('\n')
    },
    ...changes,
  }
  await createProgram(office, '1').parseAsync(['keys', ...line], { from: 'user' })
  return text
}

const importing = ['import-bdk', '--key-set', 'FFFF98', '--check-value', '08D7B4']

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
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

test('a key is handed over on standard input, or asked for part by part', async () => {
  await say(importing, { piped: async () => `${digits}\n` })
  const answers = [digits, ' AB ', '']
  const asked: string[] = []
  const askSecret = async (question: string) => {
    asked.push(question)
    return answers[asked.length - 1]
  }
  await say(importing, { askSecret })
  expect(wishes.map(({ components }) => components)).toEqual([
    [{ key: digits }],
    [{ key: digits }, { key: 'AB' }],
  ])
  expect(asked).toHaveLength(3)
})

test('where no key comes from, nothing is done', async () => {
  await expect(say(importing)).rejects.toThrow('Nobody is here to be asked: say --key-file.')
  await expect(say(importing, { piped: async () => ' \n' })).rejects.toThrow('No key was given')
  await expect(say(importing, { piped: async () => '0'.repeat(1_025) })).rejects.toThrow('too big')
  const terminal = { ...emptyOffice.terminal, isWatched: true }
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
        '^ID +KEY SET +ALGORITHM +MERCHANT +CHECK VALUE +SINCE \\(UTC\\) +STATE',
        '3f9a01c2d4e5 +FFFF98 +TDES +all +08D7B4 +2026-11-15 12:00:00 +active',
        'abcdefabcdef +FFFF98 +TDES +SHOP +08D7B4 +2026-11-15 12:00:00 +active, for tests',
        '3f9a01c2d4e5 +FFFF98 +TDES +all +08D7B4 +2026-11-15 12:00:00 +retired 2026-11-16 00:00:00\n',
      ].join('\n'),
    ),
  )
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
