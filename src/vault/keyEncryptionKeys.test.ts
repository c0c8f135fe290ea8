import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { writeNamedKeys } from '../platform/secretBox.ts'
import { addKey, findKeys, keysInDirectory, keysInFile, newKey, removeKeys } from './keyEncryptionKeys.ts'

const folder = await mkdtemp(join(tmpdir(), 'keys-'))
afterAll(() => rm(folder, { recursive: true }))

test('The first start makes a key only its owner can read; the second finds it', async () => {
  const directory = join(folder, 'new', 'data')
  const first = await keysInDirectory(directory)
  expect(first.keys).toHaveLength(1)
  expect(first.keys[0]?.key).toHaveLength(32)
  expect((await stat(join(directory, 'keys'))).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['keys'])
  expect(await keysInDirectory(directory)).toMatchObject({ keys: first.keys, origin: first.origin })
})

test('Whoever may not make a key finds the one of a start, and makes none where there is none', async () => {
  const dataDirectory = join(folder, 'visited', 'data')
  const given = { keys: undefined, keysFile: undefined, dataDirectory }
  const visit = findKeys(given, { mayMake: false })
  await expect(visit).rejects.toThrow(`There are no keys in ${join(dataDirectory, 'keys')}`)
  await expect(visit).rejects.toBeInstanceOf(StartRefusal)
  await expect(stat(join(folder, 'visited'))).rejects.toThrow('ENOENT')
  const { keys } = await findKeys(given, { mayMake: true })
  expect(await findKeys(given, { mayMake: false })).toMatchObject({ keys })
})

test('Starts at the same time agree on one key', async () => {
  const directory = join(folder, 'race')
  const starts = await Promise.all(Array.from({ length: 20 }, () => keysInDirectory(directory)))
  expect(new Set(starts.map(({ keys }) => keys[0]?.id)).size).toBe(1)
  expect(await readdir(directory)).toEqual(['keys'])
})

test('A file that holds something else refuses the start and is left alone', async () => {
  const path = join(folder, 'keys')
  await writeFile(path, 'not keys\n', { mode: 0o600 })
  await expect(keysInDirectory(folder)).rejects.toThrow(`${path} does not hold keys`)
  await expect(keysInDirectory(folder)).rejects.toBeInstanceOf(StartRefusal)
  expect(await readFile(path, 'utf8')).toBe('not keys\n')
})

test('A directory that cannot be made refuses the start with one line', async () => {
  const blocked = join(folder, 'keys', 'below-a-file')
  await expect(keysInDirectory(blocked)).rejects.toThrow(/can be neither read nor made \(E[A-Z]+\)$/)
  await expect(keysInDirectory(blocked)).rejects.toBeInstanceOf(StartRefusal)
})

test('In a file of the operator, keys stand one behind the other or one below the other', async () => {
  const keys = [newKey('new'), newKey('old')]
  const path = join(folder, 'given')
  await expect(keysInFile(path)).rejects.toThrow(new UseRefusal(`${path} cannot be read (ENOENT)`))
  for (const text of [writeNamedKeys(keys), `\n${keys.map(key => writeNamedKeys([key])).join('\n')}\n`]) {
    await writeFile(path, text, { mode: 0o600 })
    expect(await keysInFile(path)).toMatchObject({ keys, origin: path })
  }
})

test('A file is read again as it is by then; a key is added in front of it and taken out again', async () => {
  const [old, added] = [newKey('old'), newKey()]
  const kept = join(folder, 'kept')
  const path = join(folder, 'linked')
  await writeFile(kept, writeNamedKeys([old]), { mode: 0o600 })
  await symlink(kept, path)
  const { readAgain } = await keysInFile(path)
  await addKey(path, added)
  expect(await readAgain?.()).toEqual([added, old])
  await expect(addKey(path, added)).rejects.toThrow('would not hold keys any more')
  await removeKeys(path, ['old'])
  expect(await readAgain?.()).toEqual([added])
  await expect(removeKeys(path, [added.id])).rejects.toThrow('would not hold keys any more')
  expect((await lstat(path)).isSymbolicLink()).toBe(true)
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
  await writeFile(kept, 'nothing of the kind')
  await expect(readAgain?.()).rejects.toThrow(`${path} does not hold keys`)
})

const isRoot = process.getuid?.() === 0

test('Who may read a file stays as it was, neither more nor fewer', async () => {
  for (const mode of [0o600, 0o400]) {
    const path = join(folder, `mode-${mode}`)
    await writeFile(path, writeNamedKeys([newKey('old')]))
    await chmod(path, mode)
    await addKey(path, newKey('new'))
    expect((await stat(path)).mode & 0o7777).toBe(mode)
  }
})

test.runIf(isRoot)('A file stays its owner’s and its group’s, whoever adds a key', async () => {
  for (const [owner, group, given] of [
    [4_711, 4_712, 0o600],
    [0, 4_712, 0o640],
    [0, 4_712, 0o440],
  ] as const) {
    const path = join(folder, `of-${owner}-${given}`)
    await writeFile(path, writeNamedKeys([newKey('old')]))
    await chmod(path, given)
    await chown(path, owner, group)
    await addKey(path, newKey('new'))
    await removeKeys(path, ['old'])
    const { uid, gid, mode } = await stat(path)
    expect([uid, gid, mode & 0o777]).toEqual([owner, group, given])
  }
})

test('Keys that others can read refuse the start, also where the sandbox made them', async () => {
  const path = join(folder, 'open')
  await writeFile(path, writeNamedKeys([newKey('old')]), { mode: 0o600 })
  const { readAgain } = await keysInFile(path)
  await chmod(path, 0o644)
  await expect(keysInFile(path)).rejects.toThrow(
    new UseRefusal(`${path} is open to others (mode 0644): chmod 600 '${path}'`),
  )
  await expect(readAgain?.()).rejects.toThrow('is open to others')
  await expect(addKey(path, newKey())).rejects.toThrow('is open to others')
  const directory = join(folder, 'sandbox')
  await keysInDirectory(directory)
  await chmod(join(directory, 'keys'), 0o604)
  await expect(keysInDirectory(directory)).rejects.toThrow('is open to others (mode 0604)')
})

test.runIf(isRoot)('Whoever cannot leave it to its owner is refused, and nothing is changed', async () => {
  const directory = join(folder, 'shared')
  await mkdir(directory)
  const path = join(directory, 'keys')
  const text = writeNamedKeys([newKey('old')])
  await writeFile(path, text)
  await chown(path, 0, 4_712)
  await chmod(path, 0o640)
  for (const each of [folder, directory]) await chmod(each, 0o1777)
  process.setegid?.(4_712)
  process.seteuid?.(4_711)
  try {
    const refusal = await addKey(path, newKey('new')).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartRefusal)
    expect(refusal).toMatchObject({
      message: `${path} belongs to another user (0:4712) and would not stay theirs: let them run this.`,
    })
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
  expect(await readFile(path, 'utf8')).toBe(text)
  expect(await readdir(directory)).toEqual(['keys'])
})
