import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectPath } from '../../src/platform/files.ts'

/** A project into which nothing can be written, also by root: where .cache should be there is a file. */
let root = ''
let temporary = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-read-only-'))
  temporary = join(root, 'temporary')
  for (const folder of ['src', 'temporary']) await mkdir(join(root, folder))
  for (const name of ['bundle.mjs', 'quickLiterals.mjs', 'sourcePlaces.mjs'])
    await copyFile(projectPath(name), join(root, name))
  await symlink(projectPath('node_modules'), join(root, 'node_modules'))
  const files = {
    '.cache': 'no folder',
    'package.json': '{"type": "module"}',
    'tsconfig.json': '{}',
    'run.mjs': "import { runEntry } from './bundle.mjs'\nawait runEntry('src/entry.ts', ['given'])\n",
    'src/part.ts': "export const part: string = 'part'\n",
    'src/entry.ts': `import pg from 'pg'
import { fileURLToPath } from 'node:url'
const { part } = await import('./part.ts')
const place = fileURLToPath(new URL('../package.json', import.meta.url))
console.log(part, process.argv[2], typeof pg.Client, place)
setInterval(() => undefined, 1_000)
`,
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text)
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('it runs all the same, with its parts and packages, and kill -9 leaves nothing behind', async () => {
  const env = { PATH: process.env.PATH, TMPDIR: temporary }
  const child = spawn(process.execPath, [join(root, 'run.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
  const meanwhile = await readdir(temporary)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(said).toBe(`part given function ${join(root, 'package.json')}\n`)
  expect([meanwhile, await readdir(temporary)]).toEqual([[], []])
}, 60_000)
