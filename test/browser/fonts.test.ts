import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fontSettings } from './fonts.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tollgate-fonts-'))
  await mkdir(join(root, 'browser'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const settings = () => fontSettings(join(root, 'browser'), 'fonts', root)

test('on a machine without fonts a browser is told of those that came with it', async () => {
  const { FONTCONFIG_FILE = '' } = await settings()
  expect(await readFile(FONTCONFIG_FILE, 'utf8')).toContain(`<dir>${join(root, 'browser', 'fonts')}</dir>`)
})

test('fonts without settings, or settings without fonts, are none', async () => {
  await mkdir(join(root, 'usr/share/fonts/serif'), { recursive: true })
  expect(await settings()).toHaveProperty('FONTCONFIG_FILE')
  await rm(join(root, 'usr/share/fonts/serif'), { recursive: true })
  await mkdir(join(root, 'etc/fonts'), { recursive: true })
  await writeFile(join(root, 'etc/fonts/fonts.conf'), '')
  expect(await settings()).toHaveProperty('FONTCONFIG_FILE')
})

test('a machine with fonts of its own shows those', async () => {
  await mkdir(join(root, 'usr/share/fonts/serif'), { recursive: true })
  await mkdir(join(root, 'etc/fonts'), { recursive: true })
  await writeFile(join(root, 'etc/fonts/fonts.conf'), '')
  expect(await settings()).toEqual({})
})
