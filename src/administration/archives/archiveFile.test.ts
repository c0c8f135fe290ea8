import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArchive, writeArchive } from './archiveFile.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const seal = (text: string) => Buffer.from(`sealed ${text.length}`)
const header = { merchantId: 'SHOP', archiveNo: 1, began: '2026-11-15T12:00:00Z' }
const money = { currency: 'EUR', authorized: '100', captured: '100', refunded: '0' }
const orderWith = (description: string) =>
  JSON.stringify({ order: { order_id: 'o', version: '2', ...money, description } })

test('an archive is read back line by line, whatever its orders hold', async () => {
  const path = join(folder, 'SHOP-1.ndjson.gz')
  const lines = [
    orderWith('two\u2028three\u2029four\u0085 lines'),
    orderWith('ordinary').replace('{', '{\r'),
    orderWith(`${'x'.repeat(200_000)}é💶\u2028`),
  ]
  const given = async function* () {
    yield* lines
  }
  await writeArchive(path, { header, seal, lines: given() })
  const read: string[] = []
  const archive = await readArchive(path, seal, (_, line) => void read.push(line))
  expect(read).toEqual(lines)
  expect(archive).toMatchObject({ header, orders: 3, totals: { EUR: { orders: 3, captured: '300' } } })
})
