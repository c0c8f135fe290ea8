import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearStale, readPostmasterFile } from './postmaster.ts'
import { type EmbeddedSite, locateSite } from './site.ts'

let root = ''
let site: EmbeddedSite
let path = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-postmaster-'))
  site = await locateSite(root, 5432)
  await mkdir(site.cluster)
  path = join(site.cluster, 'postmaster.pid')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const dead = () => spawnSync('true').pid

/** Whether it may be started now, and whether the file is still there. */
async function judge(text: string, ageSeconds = 60) {
  await writeFile(path, text)
  const written = (await stat(path)).mtimeMs / 1_000 - ageSeconds
  await utimes(path, written, written)
  return { mayStart: clearStale(site, readPostmasterFile(site)), isLeft: existsSync(path) }
}

test("a dead server's file is left to the next server: another's may take its place any moment", async () => {
  expect(await judge(`${dead()}\n`)).toEqual({ mayStart: true, isLeft: true })
})

test('a number that is another process by now would keep every server from starting: it goes', async () => {
  expect(await judge(`${process.pid}\n`)).toEqual({ mayStart: true, isLeft: false })
})

test('an empty file may be one that is being written, unless it has been empty for long', async () => {
  expect(await judge('', 0)).toEqual({ mayStart: false, isLeft: true })
  expect(await judge('', 60)).toEqual({ mayStart: true, isLeft: false })
})

test('what was written after it was judged is left alone', async () => {
  await writeFile(path, `${process.pid}\n`)
  const judged = readPostmasterFile(site)
  await writeFile(path, `${process.ppid}\n`)
  expect([clearStale(site, judged), existsSync(path)]).toEqual([true, true])
})
