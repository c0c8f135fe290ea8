import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartRefusal } from './errors.ts'
import { readPrivate } from './files.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-private-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(mode: number, name = 'key'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, 'a-secret')
  await chmod(path, mode)
  return path
}

test.each([0o600, 0o400, 0o700])('what only its owner may read is read (%o)', async mode => {
  expect(await readPrivate(await file(mode))).toBe('a-secret')
})

test.each([0o644, 0o640, 0o604, 0o660, 0o602, 0o610, 0o666, 0o777])(
  'what is open to others is refused, with the line that mends it (%o)',
  async mode => {
    const path = await file(mode)
    const refusal = await readPrivate(path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartRefusal)
    const shown = mode.toString(8).padStart(4, '0')
    expect(String(refusal)).toContain(`${path} is open to others (mode ${shown}): chmod 600 '${path}'`)
  },
)

test('a link is judged by what it leads to', async () => {
  const link = join(folder, 'link')
  await symlink(await file(0o644), link)
  await expect(readPrivate(link)).rejects.toThrow(`chmod 600 '${link}'`)
  await file(0o600)
  expect(await readPrivate(link)).toBe('a-secret')
})

/** A folder of its own, so that nothing else suffers. */
async function fileIn(mode: number, name: string): Promise<readonly [path: string, place: string]> {
  const place = join(folder, name)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'key'), 'a-secret', { mode: 0o600 })
  await chmod(place, mode)
  return [join(place, 'key'), place]
}

test.each([0o770, 0o777, 0o722, 0o2775])(
  'in a folder where others put something else in its place it is refused (%o)',
  async mode => {
    const [path, place] = await fileIn(mode, 'open')
    const refusal = await readPrivate(path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartRefusal)
    const shown = (mode & 0o777).toString(8).padStart(4, '0')
    const why = `is in a folder that others write into (mode ${shown})`
    expect(String(refusal)).toContain(`${path} ${why}: chmod go-w '${place}'`)
  },
)

test.each([0o755, 0o711, 0o1777])('a folder where nobody can do that is none of ours (%o)', async mode => {
  const [path] = await fileIn(mode, 'closed')
  expect(await readPrivate(path)).toBe('a-secret')
})

test('neither a link nor what it leads to may be replaced by others', async () => {
  const [path, place] = await fileIn(0o777, 'target')
  const [, linked] = await fileIn(0o700, 'links')
  const link = join(linked, 'link')
  await symlink(path, link)
  await expect(readPrivate(link)).rejects.toThrow(`chmod go-w '${place}'`)
  await chmod(place, 0o700)
  expect(await readPrivate(link)).toBe('a-secret')
  await chmod(linked, 0o770)
  await expect(readPrivate(link)).rejects.toThrow(`chmod go-w '${linked}'`)
})

test.runIf(process.getuid?.() === 0)(
  'a folder of somebody else is refused, and a file likewise',
  async () => {
    const [path, place] = await fileIn(0o700, 'theirs')
    await chown(place, 2000, 2000)
    await expect(readPrivate(path)).rejects.toThrow(
      `${path} is in a folder of another user (2000): chown 0 '${place}'`,
    )
    // Root may act for a service whose user has both.
    await chown(path, 2000, 2000)
    expect(await readPrivate(path)).toBe('a-secret')
    await chown(place, 3000, 3000)
    await expect(readPrivate(path)).rejects.toThrow(`folder of another user (3000): chown 2000 '${place}'`)
  },
)

test('what is not there is told by the system', async () => {
  await expect(readPrivate(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.getuid?.() === 0)('root hands a secret down to a group, and to nobody else', async () => {
  const path = await file(0o440, 'mounted')
  await expect(readPrivate(path)).rejects.toThrow(`chmod 600 '${path}'`)
  await chown(path, 0, 1000)
  expect(await readPrivate(path)).toBe('a-secret')
  for (const mode of [0o444, 0o460]) {
    await chmod(path, mode)
    await expect(readPrivate(path)).rejects.toThrow(`chmod 640 '${path}'`)
  }
  await chmod(path, 0o440)
  await chown(path, 2000, 1000)
  await expect(readPrivate(path)).rejects.toThrow(`chmod 600 '${path}'`)
})
