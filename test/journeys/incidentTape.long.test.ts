import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTapeSigner } from '../../src/tape/tapeFile.ts'
import { type } from '../faults/tollgateProcess.ts'
import { reachableFolder } from '../reachableFolder.ts'
import { authorized, sampleTape } from '../support/tape/sampleTape.ts'

let root = ''
beforeAll(async () => {
  root = await reachableFolder('replayed-tape')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const signer = createTapeSigner(Buffer.alloc(32, 3))

test('a sandbox of its own replays a tape, is kept while wanted, and leaves nothing behind', async () => {
  const wrong = {
    ...{ ...authorized, transactionId: '2', at: '2026-11-15T03:13:00.000Z' },
    answer: { ...authorized.answer, orderStatus: 'CAPTURED' },
  }
  const file = join(root, 'order.json')
  await writeFile(file, signer.write({ ...sampleTape, calls: [authorized, wrong] }))
  // The settings of the shell are those of another gateway.
  const shell = { TMPDIR: root, TOLLGATE_MODE: 'production', TOLLGATE_PORT: '1' }
  const { child, ended, output, errors } = type(['replay', file, '--keep'], shell)
  const isDone = () => expect(output() + errors()).toContain('until Ctrl-C')
  await vi.waitFor(isDone, { timeout: 50_000, interval: 100 })
  expect(output()).toMatch(/1 {2}AUTHORIZE at version 100: same/)
  expect(output()).toMatch(/order\.status: CAPTURED → /)
  expect(output()).toContain('reproduced: 1 of 2 answers the same')
  const [, address = ''] = /Order +(http:\S+)\/console/.exec(output()) ?? []
  const clock = await fetch(`${address}/sandbox/clock`)
  expect(await clock.text()).toContain('2026-11-15T03:13')
  child.kill('SIGINT')
  expect([2, 130]).toContain((await ended).code)
  await expect(fetch(`${address}/sandbox/clock`)).rejects.toThrow()
  expect(await readdir(root)).toEqual(['order.json'])
}, 60_000)

test('a tape that was changed is refused before anything is started: 1', async () => {
  const file = join(root, 'order.json')
  await writeFile(file, signer.write(sampleTape).replace('"10.00"', '"10.01"'))
  const { code, errors } = await type(['replay', file]).ended
  expect(code).toBe(1)
  expect(errors).toContain('Changed at: calls[0].body.')
})
