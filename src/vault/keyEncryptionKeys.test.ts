import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartRefusal } from '../platform/startRefusal.ts'
import { keysInDirectory } from './keyEncryptionKeys.ts'

const folder = await mkdtemp(join(tmpdir(), 'keys-'))
afterAll(() => rm(folder, { recursive: true }))

test('The first start makes a key only its owner can read; the second finds it', async () => {
  const directory = join(folder, 'new', 'data')
  const first = await keysInDirectory(directory)
  expect(first.keys).toHaveLength(1)
  expect(first.keys[0]?.key).toHaveLength(32)
  expect((await stat(join(directory, 'keys'))).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['keys'])
  expect(await keysInDirectory(directory)).toEqual(first)
})

test('Starts at the same time agree on one key', async () => {
  const directory = join(folder, 'race')
  const starts = await Promise.all(Array.from({ length: 20 }, () => keysInDirectory(directory)))
  expect(new Set(starts.map(({ keys }) => keys[0]?.id)).size).toBe(1)
  expect(await readdir(directory)).toEqual(['keys'])
})

test('A file that holds something else refuses the start and is left alone', async () => {
  const path = join(folder, 'keys')
  await writeFile(path, 'not keys\n')
  await expect(keysInDirectory(folder)).rejects.toThrow(`${path} does not hold keys`)
  await expect(keysInDirectory(folder)).rejects.toBeInstanceOf(StartRefusal)
  expect(await readFile(path, 'utf8')).toBe('not keys\n')
})

test('A directory that cannot be made refuses the start with one line', async () => {
  const blocked = join(folder, 'keys', 'below-a-file')
  await expect(keysInDirectory(blocked)).rejects.toThrow(/can be neither read nor made \(E[A-Z]+\)$/)
  await expect(keysInDirectory(blocked)).rejects.toBeInstanceOf(StartRefusal)
})
