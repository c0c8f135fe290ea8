// The next release beside the one that runs, by the commands that the page for operators prints.

import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeBlocksOf, readDocs } from '../guides/codeBlocks.ts'
import { runToEnd } from './gatewayProcess.ts'
import { type PackedProject, packProject } from './packedProject.ts'

const run = promisify(execFile)

let project: PackedProject
beforeAll(async () => {
  project = await packProject()
})
afterAll(() => project?.remove())

test('a release is unpacked beside the one before, as operations.md says, and both run', async () => {
  const place = await project.emptyFolder()
  const linked = join(place, 'tollgate')
  const first = await typed('folder=', { RELEASE: project.tarball }, place)
  await typed('ln -sfnT', { folder: first }, place)
  expect(await readdir(place)).toEqual(['tollgate', basename(first)])
  const second = await typed('folder=', { RELEASE: await nextRelease() }, place)
  await expectToStart(linked)
  await typed('ln -sfnT', { folder: second }, place)
  expect(await realpath(linked)).toBe(second)
  // The one before, too: a node that still runs from there replaces its workers.
  for (const folder of [linked, first]) await expectToStart(folder)
  await expect(typed('folder=', { RELEASE: project.tarball }, place)).rejects.toThrow('File exists')
  const left = join(first, 'dist', 'part-ofNextRelease.mjs')
  await rename(join(second, 'dist', 'part-ofNextRelease.mjs'), left)
  expect((await runToEnd(production, first)).errors).toContain('into an empty folder')
})

/** What the page prints, with another folder for /opt; answers which folder it was about. */
async function typed(start: string, given: NodeJS.ProcessEnv, place: string): Promise<string> {
  const block = codeBlocksOf(readDocs('operations.md')).find(({ text }) => text.startsWith(start))
  const lines = `${block?.text.replaceAll('/opt/', `${place}/`)}\nstatus=$?; echo "$folder"; exit $status`
  const env = { ...project.bareEnvironment(process.env.HOME), npm_config_prefer_offline: 'true', ...given }
  const { stdout } = await run('sh', ['-c', lines], { cwd: place, env })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** The same with one part more, packed under the next number. */
async function nextRelease(): Promise<string> {
  const folder = await project.emptyFolder()
  await run('tar', ['-xzf', project.tarball, '-C', folder])
  const at = (...names: readonly string[]) => join(folder, 'package', ...names)
  const part = 'export const isNext = true\n'
  await writeFile(at('dist', 'part-ofNextRelease.mjs'), part)
  const manifest = JSON.parse(await readFile(at('dist', 'manifest.json'), 'utf8'))
  manifest.files.push(['dist/part-ofNextRelease.mjs', hash('sha256', part, 'base64')])
  await writeFile(at('dist', 'manifest.json'), JSON.stringify(manifest))
  const next = join(folder, 'tollgate-next.tgz')
  await run('tar', ['-czf', next, '-C', folder, 'package'])
  return next
}

const production = { TOLLGATE_MODE: 'production' }

/** The build is taken as it is, and what is missing are settings. */
async function expectToStart(folder: string): Promise<void> {
  const { code, errors } = await runToEnd(production, folder)
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(/^tollgate: .*TOLLGATE_/) })
}
