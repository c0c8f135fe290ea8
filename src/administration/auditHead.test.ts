import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuditHeadKeeper, createAuditHeads } from './auditHead.ts'
import type { AuditEntry } from './port.ts'

const heads = createAuditHeads(randomBytes(32))
const end = (entryNo: number) => ({ entryNo, digest: randomBytes(32).toString('hex') })
const at = new Date('2026-11-15T21:00:00.123Z')

test('a head says in one line how far the log went, and when', () => {
  const last = end(120)
  const line = heads.write(last, at)
  expect(line).toMatch(/^audit-head:1:120:[\w-]{43}:2026-11-15T21:00:00Z:[\w-]{43}$/)
  expect(heads.read(line)).toEqual({ heads: [{ ...last, time: '2026-11-15T21:00:00Z' }], hasForeign: false })
})

test('heads are found in the log of a gateway, among everything else', () => {
  const [first, second] = [end(1), end(7)]
  const log = [first, second].map(one => JSON.stringify({ msg: 'audit head', head: heads.write(one, at) }))
  const { heads: found, hasForeign } = heads.read(['{"msg":"started"}', ...log, ''].join('\n'))
  expect([found.map(({ entryNo, digest }) => ({ entryNo, digest })), hasForeign]).toEqual([
    [first, second],
    false,
  ])
})

test('whoever changes anything in a head makes it a foreign one', () => {
  const line = heads.write(end(120), at)
  const changes = [
    line.replace(':120:', ':12:'),
    line.replace('T21:', 'T20:'),
    line.replace(/[\w-]{43}/, digest => `${digest.startsWith('A') ? 'B' : 'A'}${digest.slice(1)}`),
    createAuditHeads(randomBytes(32)).write(end(120), at),
  ]
  for (const changed of changes) expect(heads.read(changed)).toEqual({ heads: [], hasForeign: true })
  expect(heads.read('nothing of the kind')).toEqual({ heads: [], hasForeign: false })
})

/** A log in memory, and a file that may refuse. */
function world() {
  const log: AuditEntry[] = []
  const file: { text: string | undefined; isReadOnly: boolean } = { text: undefined, isReadOnly: false }
  const keeper = createAuditHeadKeeper({
    store: {
      audit: async ({ before = Number.POSITIVE_INFINITY, limit }) =>
        log
          .filter(({ entryNo }) => entryNo < before)
          .toReversed()
          .slice(0, limit),
    },
    heads,
    file: {
      path: '/head',
      read: async () => file.text,
      async replace(text) {
        if (file.isReadOnly) throw new Error('EROFS')
        file.text = text
      },
      async remove() {
        file.text = undefined
      },
    },
    now: () => at,
  })
  const write = (count: number) => {
    for (let index = 0; index < count; index++)
      log.push({
        ...{ entryNo: log.length + 1, atMs: 0, actor: 'a', action: 'merchant.add', details: {} },
        digest: randomBytes(32),
      })
  }
  const reach = () => heads.read(file.text ?? '').heads.at(-1)?.entryNo
  return { log, file, keeper, write, reach }
}

test('the head follows the log, and an empty log has none', async () => {
  const { keeper, write, reach } = world()
  expect(await keeper.advance({ mayBegin: true })).toEqual({})
  write(3)
  expect(await keeper.advance()).toEqual({})
  expect(reach()).toBeUndefined()
  expect(await keeper.advance({ mayBegin: true })).toMatchObject({ head: { entryNo: 3 } })
  write(2)
  await keeper.advance()
  expect(reach()).toBe(5)
})

test('a log that does not fit its head does not get another one', async () => {
  const { log, file, keeper, write, reach } = world()
  write(5)
  await keeper.advance({ mayBegin: true })
  const trouble = expect.stringContaining('Entry 5 of the audit log is not what its head in ')
  const damages = [
    () => log.splice(0),
    () => log.splice(4),
    () => log.splice(3),
    () => write(9),
    () => log.splice(6),
  ]
  for (const damage of damages) {
    damage()
    expect(await keeper.advance({ mayBegin: true })).toEqual({ trouble })
    expect(reach()).toBe(5)
  }
  expect(await keeper.begin()).toMatchObject({ head: { entryNo: log.length } })
  file.text = ''
  expect(await keeper.advance()).toEqual({ trouble: expect.stringContaining('was not signed by this log') })
})

test('a log that was emptied on purpose has no head until something is written again', async () => {
  const { log, keeper, write, reach } = world()
  write(5)
  await keeper.advance({ mayBegin: true })
  log.splice(0)
  expect(await keeper.begin()).toEqual({})
  expect(await keeper.kept()).toBeUndefined()
  write(1)
  await keeper.advance({ mayBegin: true })
  expect(reach()).toBe(1)
})

test('where the file cannot be written, the head is told all the same', async () => {
  const { file, keeper, write } = world()
  write(1)
  file.isReadOnly = true
  expect(await keeper.advance({ mayBegin: true })).toMatchObject({
    head: { entryNo: 1 },
    trouble: expect.stringContaining('/head cannot be written (EROFS)'),
  })
})
