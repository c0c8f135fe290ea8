import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'

const bundler = ['bundle.mjs', 'quickLiterals.mjs', 'runScript.mjs', 'sourcePlaces.mjs']

/** A little project with our bundler in it. */
let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-bundle-'))
  for (const name of bundler) {
    await copyFile(projectPath(name), join(root, name))
    await setBack(name)
  }
  await symlink(projectPath('node_modules'), join(root, 'node_modules'))
  await mkdir(join(root, 'src'))
  await write('package.json', '{"type": "module"}')
  await write('tsconfig.json', '{}')
  await write(
    'run.mjs',
    "import { runEntry } from './bundle.mjs'\nawait runEntry('src/entry.ts', ['given'])\n",
  )
  await write('src/part.ts', "export const part = 'one'\n")
  await write('src/later.ts', "export const later = 'later'\n")
  await write('src/entry.ts', entry)
})
afterAll(() => rm(root, { recursive: true, force: true }))

const entry = `import { part } from './part.ts'
const words: readonly string[] = process.argv.slice(2)
const { later } = await import('./later.ts')
console.log(part, later, ...words)
`

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(root, path), text)
  await setBack(path)
}
/** As if it had been written a while ago, as files of a project usually are. */
async function setBack(path: string): Promise<void> {
  written += 1
  await utimes(join(root, path), written, written)
}
let written = 1_700_000_000

const heard = (settings: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [join(root, 'run.mjs')], {
    env: { PATH: process.env.PATH, ...settings },
  })
const run = async () => (await heard()).stdout.trim()
const madeAtMs = async () => (await stat(join(root, '.cache', 'entry.mjs'))).mtimeMs

test('an entry runs with its arguments; the second time nothing is bundled', async () => {
  expect(await run()).toBe('one later given')
  const first = await madeAtMs()
  expect(await run()).toBe('one later given')
  expect(await madeAtMs()).toBe(first)
})

test('the stack of an error names the sources', async () => {
  await write(
    'src/part.ts',
    "export const part = 'one'\ntype No = 1\nexport const fail = () => {\n  throw new RangeError('far')\n}\n",
  )
  await write('src/entry.ts', `import { fail } from './part.ts'\n\n${entry}fail()\n`)
  const failure = await heard().catch(error => error.stderr)
  expect(failure).toContain(`RangeError: far\n    at fail (${join(root, 'src/part.ts')}:4:9)\n`)
  expect(failure).toContain(`${join(root, 'src/entry.ts')}:7:1`)
  await write('src/part.ts', "export const part = 'one'\n")
  await write('src/entry.ts', entry)
  expect(await run()).toBe('one later given')
})

test('for the stack of what the system refused no source map is read', async () => {
  const fail = "import { readFileSync } from 'node:fs'\nexport const part = 'one'\nreadFileSync('/nowhere')\n"
  await write('src/part.ts', fail)
  const failure: string = await heard().catch(error => error.stderr)
  expect(failure).toContain('ENOENT')
  expect(failure).toContain('/.cache/')
  expect(failure).not.toContain('src/part.ts')
  await write('src/part.ts', "export const part = 'one'\n")
  expect(await run()).toBe('one later given')
})

test('what was changed is bundled anew, also when only its time tells', async () => {
  const first = await madeAtMs()
  await write('src/part.ts', "export const part = 'two'\n")
  expect(await run()).toBe('two later given')
  expect(await madeAtMs()).toBeGreaterThan(first)
})

/** As somebody would who does not want to be noticed: as long as before, and as old. */
async function slipInto(path: string, one: string, other: string): Promise<void> {
  const place = join(root, path)
  const { atime, mtime } = await stat(place)
  await writeFile(place, (await readFile(place, 'utf8')).replace(one, other))
  await utimes(place, atime, mtime)
}

test('what was changed is bundled anew, also when neither size nor time tells', async () => {
  await slipInto('src/part.ts', "'two'", "'ham'")
  expect(await run()).toBe('ham later given')
  await slipInto('src/part.ts', "'ham'", "'two'")
  expect(await run()).toBe('two later given')
})

test('what was made is run as it was made: nobody edits it, or a part of it, unnoticed', async () => {
  const parts = (await readdir(join(root, '.cache'))).filter(name => name.endsWith('.mjs'))
  expect(parts.length).toBeGreaterThan(1)
  const complaint = (name: string) => `tollgate: .cache/${name} is not as it was made; it is made anew\n`
  await slipInto('.cache/entry.mjs', '"two"', '"evil"')
  expect(await heard()).toEqual({ stdout: 'two later given\n', stderr: complaint('entry.mjs') })
  const [part = ''] = parts.filter(name => name.startsWith('part-'))
  await slipInto(`.cache/${part}`, 'later', 'LATER')
  expect(await heard()).toEqual({ stdout: 'two later given\n', stderr: complaint(part) })
  await rm(join(root, '.cache', part))
  expect(await heard()).toEqual({ stdout: 'two later given\n', stderr: complaint(part) })
  expect(await heard()).toEqual({ stdout: 'two later given\n', stderr: '' })
})

type Remembered = { inputs: [string, string][]; outputs: [string, string][] }
const recordPath = () => join(root, '.cache', 'entry.json')
const record = async (): Promise<Remembered> => JSON.parse(await readFile(recordPath(), 'utf8'))
const hashIn = async (path: string) =>
  createHash('sha256')
    .update(await readFile(join(root, path)))
    .digest('base64')

/** As somebody would who has read bundle.mjs: what was edited is remembered as if it had been made so. */
async function vouchFor(path: string): Promise<void> {
  const { outputs, ...rest } = await record()
  const hash = await hashIn(path)
  const vouched = outputs.map(([name, made]) => [name, name === path ? hash : made])
  await writeFile(recordPath(), JSON.stringify({ ...rest, outputs: vouched }))
}

test('in production nothing in .cache/ is believed, or touched', async () => {
  await slipInto('.cache/entry.mjs', '"two"', '"evil"')
  await vouchFor('.cache/entry.mjs')
  const kept = await Promise.all([hashIn('.cache/entry.mjs'), hashIn('.cache/entry.json')])
  for (const mode of ['production', 'prodution'])
    expect(await heard({ TOLLGATE_MODE: mode })).toEqual({ stdout: 'two later given\n', stderr: '' })
  expect(await Promise.all([hashIn('.cache/entry.mjs'), hashIn('.cache/entry.json')])).toEqual(kept)
  await slipInto('.cache/entry.mjs', '"evil"', '"two"')
  await vouchFor('.cache/entry.mjs')
  expect(await heard({ TOLLGATE_MODE: 'sandbox' })).toEqual({ stdout: 'two later given\n', stderr: '' })
})

test.each<readonly [string, (whole: Remembered) => Partial<Remembered>]>([
  ['nothing of what was made', () => ({ outputs: [] })],
  ['not the entry', ({ outputs }) => ({ outputs: outputs.filter(([name]) => name.includes('part-')) })],
  ['not a part', ({ outputs }) => ({ outputs: outputs.filter(([name]) => !name.includes('part-')) })],
  ['not the source', ({ inputs }) => ({ inputs: inputs.filter(([name]) => name !== 'src/entry.ts') })],
  ['none of the sources', () => ({ inputs: [] })],
])('a record that lists %s is none', async (_what, without) => {
  expect(await run()).toBe('two later given')
  const names = (await readdir(join(root, '.cache'))).filter(name => name.endsWith('.mjs'))
  for (const name of names) await slipInto(`.cache/${name}`, '"two"', '"evil"')
  for (const { outputs } of [await record()]) for (const [name] of outputs) await vouchFor(name)
  expect(await run()).toBe('evil later given')
  const whole = await record()
  await writeFile(recordPath(), JSON.stringify({ ...whole, ...without(whole) }))
  expect(await run()).toBe('two later given')
})

test('a file that was changed while it was bundled is looked at again', async () => {
  await writeFile(join(root, 'src', 'later.ts'), "export const later = 'soon'\n")
  expect(await run()).toBe('two soon given')
  await writeFile(join(root, 'src', 'later.ts'), "export const later = 'once'\n")
  expect(await run()).toBe('two once given')
})

test('many at once after a change all run what is there now', async () => {
  await write('src/part.ts', "export const part = 'six'\n")
  expect(new Set(await Promise.all(Array.from({ length: 6 }, run)))).toEqual(new Set(['six once given']))
  expect((await readdir(join(root, '.cache'))).filter(name => /\.[0-9a-f]{12}$/.test(name))).toEqual([])
})

test('parts that nobody has used for days are cleared away', async () => {
  const old = join(root, '.cache', 'part-OLD.mjs')
  await writeFile(old, '')
  await utimes(old, written, written)
  await write('src/part.ts', "export const part = 'ten'\n")
  expect(await run()).toBe('ten once given')
  expect(await readdir(join(root, '.cache'))).not.toContain('part-OLD.mjs')
})

/** Tells by way of which folders packages and files are found for what was bundled. */
const searching = `import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { words } from 'borrowed'
import { projectPath } from './files.ts'
import { depth } from './depth.ts'
const { later } = await import('borrowed')
const required = createRequire(import.meta.url)('borrowed').words
const worker = new Worker(projectPath('run.mjs'), { argv: ['src/thread.ts'] })
const [thread] = await new Promise(resolve => worker.once('message', (...heard) => resolve(heard)))
console.log(words, readFileSync(projectPath('file'), 'utf8'), depth, later, required, thread)
`
const packageSaying = (word: string) => ({
  'package.json': '{"name": "borrowed", "exports": "./index.cjs"}',
  'index.cjs': `exports.words = '${word}'; exports.later = '${word}'\n`,
})

/** A project whose packages lie in it, and somebody's in its .cache/. */
async function searchingProject(): Promise<string> {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'tollgate-bundle-')))
  const own = join(project, 'node_modules')
  for (const folder of [own, join(project, 'src'), join(own, 'borrowed')]) await mkdir(folder)
  for (const name of ['acorn', 'esbuild', '@esbuild'])
    await symlink(projectPath('node_modules', name), join(own, name))
  for (const name of bundler) await copyFile(projectPath(name), join(project, name))
  for (const name of ['files.ts', 'errors.ts'])
    await copyFile(projectPath('src', 'platform', name), join(project, 'src', name))
  const files = {
    'package.json': '{"name": "tollgate", "type": "module"}',
    'tsconfig.json': '{}',
    file: 'ours',
    'run.mjs':
      "import { runEntry } from './bundle.mjs'\nawait runEntry(process.argv[2] ?? 'src/entry.ts', [])\n",
    'src/entry.ts': searching,
    'src/depth.ts': "import { words } from 'borrowed'\nexport const depth: string = words\n",
    'src/thread.ts':
      "import { parentPort } from 'node:worker_threads'\nimport { words } from 'borrowed'\n" +
      'parentPort?.postMessage(words)\n',
  }
  await writeAll(project, files)
  await writeAll(join(own, 'borrowed'), packageSaying('ours'))
  return project
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(folder, path), text)
    await utimes(join(folder, path), written, written)
  }
}

const slippedIn: readonly (readonly [string, (cache: string) => Promise<unknown>])[] = [
  [
    '.cache/node_modules',
    async cache => {
      await mkdir(join(cache, 'node_modules', 'borrowed'), { recursive: true })
      await writeAll(join(cache, 'node_modules', 'borrowed'), packageSaying('evil'))
    },
  ],
  [
    '.cache/package.json',
    cache =>
      writeAll(cache, {
        'package.json': '{"name": "tollgate", "type": "module"}',
        file: 'evil',
      }),
  ],
  [
    '.cache',
    async cache => {
      const elsewhere = join(cache, '..', 'elsewhere')
      await mkdir(elsewhere)
      await rename(cache, join(elsewhere, '.cache'))
      await symlink(join(elsewhere, '.cache'), cache)
      await mkdir(join(elsewhere, 'node_modules', 'borrowed'), { recursive: true })
      await writeAll(join(elsewhere, 'node_modules', 'borrowed'), packageSaying('evil'))
    },
  ],
]

test.each(slippedIn)(
  'packages and files are never found by way of %s, in whichever mode',
  async (what, slipIn) => {
    const project = await searchingProject()
    const started = (settings: NodeJS.ProcessEnv = {}) =>
      promisify(execFile)(process.execPath, [join(project, 'run.mjs')], {
        env: { PATH: process.env.PATH, ...settings },
      })
    const ours = 'ours ours ours ours ours ours\n'
    for (const _ of ['made', 'kept']) expect(await started()).toEqual({ stdout: ours, stderr: '' })
    await slipIn(join(project, '.cache'))
    expect(await started({ TOLLGATE_MODE: 'production' })).toEqual({ stdout: ours, stderr: '' })
    const complaint = `tollgate: ${what} was not made here; nothing in .cache/ is used\n`
    expect(await started()).toEqual({ stdout: ours, stderr: complaint.repeat(2) })
    await rm(project, { recursive: true, force: true })
  },
)

test('what was made is a file, not a link to one that lies among other packages', async () => {
  const place = join(root, '.cache', 'entry.mjs')
  expect(await run()).toBe('ten once given')
  await rename(place, join(root, 'elsewhere.mjs'))
  await symlink(join(root, 'elsewhere.mjs'), place)
  const complaint = 'tollgate: .cache/entry.mjs is not as it was made; it is made anew\n'
  expect(await heard()).toEqual({ stdout: 'ten once given\n', stderr: complaint })
  expect(await heard()).toEqual({ stdout: 'ten once given\n', stderr: '' })
})

const script = `import { createRequire } from 'node:module'
import { part } from './part.ts'
const place = () => (new Error('here').stack ?? '').split('\\n')[1]?.trim()
console.log(part, typeof createRequire(import.meta.url), place())
const cooked = (texts: TemplateStringsArray) => texts[0]
console.log(cooked\`2 × رمز\`, /رمز/.test(cooked\`رمز\` ?? ''))
setTimeout(() => import('./later.ts').then(({ later }) => console.log(later)), 3_200)
`

const keptForms = async () =>
  (await readdir(join(root, '.cache'))).filter(name => name.startsWith('main-compiled-'))

test('the gateway is one script; its compiled form is kept, and believed only as it was made', async () => {
  const start = await scriptStarts()
  await write('src/part.ts', "export const part = 'bad'\n")
  expect(await start()).toEqual(said('bad'))
  const [name = ''] = await keptForms()
  const place = join(root, '.cache', name)
  const other = await readFile(place)
  await write('src/part.ts', "export const part = 'ten'\n")
  expect(await start()).toEqual(said('ten'))
  const { mtimeMs } = await stat(place)
  expect(await start()).toEqual(said('ten'))
  expect((await stat(place)).mtimeMs).toBe(mtimeMs)
  // Of a program that is as long, then with the wrong head: the engine would believe it.
  const head = (await readFile(place)).indexOf('\n') + 1
  const mixed = Buffer.concat([(await readFile(place)).subarray(0, head), other.subarray(head)])
  for (const wrong of [other, mixed]) {
    await writeFile(place, wrong)
    expect(await start()).toEqual(said('ten'))
    expect((await readFile(place)).equals(wrong)).toBe(false)
  }
}, 60_000)

test('npm and whoever starts without its flags each find their own compiled form', async () => {
  const start = await scriptStarts()
  await write('src/part.ts', "export const part = 'ten'\n")
  const times = async () => {
    const names = await keptForms()
    return Promise.all(names.map(async name => [name, (await stat(join(root, '.cache', name))).mtimeMs]))
  }
  for (const flags of [[], ['--max-semi-space-size=32']]) expect(await start(flags)).toEqual(said('ten'))
  const kept = await times()
  expect(kept).toHaveLength(2)
  for (const flags of [[], ['--max-semi-space-size=32']]) expect(await start(flags)).toEqual(said('ten'))
  expect(await times()).toEqual(kept)
  await write('src/part.ts', "export const part = 'two'\n")
  expect(await start()).toEqual(said('two'))
  expect(await keptForms()).toHaveLength(1)
}, 60_000)

test('where its compiled form cannot be kept, a gateway goes on without, and leaves nothing', async () => {
  const start = await scriptStarts()
  await write('src/part.ts', "export const part = 'old'\n")
  expect(await start()).toEqual(said('old'))
  await write('src/part.ts', "export const part = 'new'\n")
  // In its place is what nothing can be renamed to: as little as a full disk or another's folder takes it.
  const places = await keptForms()
  for (const name of places) {
    await rm(join(root, '.cache', name))
    await mkdir(join(root, '.cache', name, 'full'), { recursive: true })
  }
  expect(await start()).toEqual(said('new'))
  expect(places).toHaveLength(1)
  expect(await keptForms()).toEqual(places)
  for (const name of places) await rm(join(root, '.cache', name), { recursive: true })
}, 60_000)

async function scriptStarts() {
  await write('src/main.ts', script)
  await write('src/later.ts', "export const later = 'once'\n")
  await write('runMain.mjs', "import { runEntry } from './bundle.mjs'\nawait runEntry('src/main.ts', [])\n")
  return (flags: readonly string[] = []) =>
    promisify(execFile)(process.execPath, [...flags, join(root, 'runMain.mjs')])
}

const said = (part: string) => ({
  stdout: `${part} function at place (${join(root, 'src/main.ts')}:3:22)\n2 × رمز true\nonce\n`,
  stderr: '',
})
