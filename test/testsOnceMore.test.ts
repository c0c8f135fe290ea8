import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { projectPath } from '../src/platform/files.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs these files as `npm test` runs its own. */
async function ran(files: Readonly<Record<string, string>>) {
  folder = await mkdtemp(join(tmpdir(), 'once-more-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const args = [projectPath('tests.mjs'), '--root', folder, '--globals']
  return new Promise<{ code: unknown; output: string }>(resolve =>
    execFile(process.execPath, args, { cwd: folder }, (error, output) =>
      resolve({ code: error?.code ?? 0, output }),
    ),
  )
}

const sound = "test('is sound', () => expect(1).toBe(1))"
const broken = "test('is broken', () => expect(1).toBe(2))"
const busy = `import { existsSync, writeFileSync } from 'node:fs'
test('finds nobody the first time', () => {
  const isSecond = existsSync('been here')
  writeFileSync('been here', '')
  expect(isSecond).toBe(true)
})`

test('a file that fails beside others and holds alone is named, and is not red', async () => {
  const { code, output } = await ran({ 'busy.test.mjs': busy, 'sound.test.mjs': sound })
  expect(code, output).toBe(0)
  expect(output).toMatch(/alone they held:\n {2}busy\.test\.mjs\n$/)
})

test('what fails alone, too, is red', async () => {
  const { code, output } = await ran({ 'broken.test.mjs': broken, 'busy.test.mjs': busy })
  expect(code, output).toBe(1)
  expect(output).not.toContain('they held')
})

test('what is no test that fails is red at once', async () => {
  const unhandled = `${sound}\nvoid Promise.reject(new Error('nobody heard'))`
  const { code, output } = await ran({ 'sound.test.mjs': unhandled })
  expect(code, output).toBe(1)
  expect(output).not.toContain('once more')
})
