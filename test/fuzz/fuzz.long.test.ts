import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createCodec } from '../../src/acquirers/iso8583/codec/codec.ts'
import type { IsoMessage } from '../../src/acquirers/iso8583/dialects/message.ts'
import { projectPath } from '../../src/platform/files.ts'
import { fuzz } from './run.ts'

test('60,000 damaged frames: no error but the own one, nothing shown, memory flat', () => {
  const { counts, violations, memory } = fuzz({ count: 60_000, seed: 1 })
  expect([...violations]).toEqual([])
  expect(memory.isGrowing).toBe(false)
  // It is no proof if everything is refused, or nothing.
  for (const fate of ['read', 'refused', 'closed', 'never complete'])
    expect(counts.get(fate), fate).toBeGreaterThan(1_500)
})

test('the same seed is the same run, another seed another', () => {
  const countsOf = (seed: number) => [...fuzz({ count: 3_000, seed }).counts]
  expect(countsOf(7)).toEqual(countsOf(7))
  expect(countsOf(7)).not.toEqual(countsOf(8))
})

test('a codec that stumbles, reads laxly or keeps what it read is found', () => {
  const stumbling = fuzz({
    count: 2_000,
    seed: 1,
    codecOf: dialect => ({
      ...createCodec(dialect),
      decode: bytes => createCodec(dialect).decode(bytes.subarray(0, bytes.readUInt8(40) + 60)),
    }),
  })
  expect([...stumbling.violations.keys()].join('\n')).toMatch(/decode threw RangeError/)

  const lax = fuzz({
    count: 2_000,
    seed: 1,
    codecOf: dialect => {
      const codec = createCodec(dialect)
      return {
        ...codec,
        decode(bytes) {
          const { type, fields } = codec.decode(bytes)
          return { type, fields: { ...fields, 11: '000000' } }
        },
      }
    },
  })
  expect([...lax.violations.keys()].join('\n')).toMatch(/what was read is written otherwise/)

  const kept: IsoMessage[] = []
  const keeping = fuzz({
    count: 50_000,
    seed: 1,
    codecOf: dialect => {
      const codec = createCodec(dialect)
      const decode = (bytes: Buffer) => {
        const message = codec.decode(bytes)
        kept.push(message)
        return message
      }
      return { ...codec, decode }
    },
  })
  expect(kept.length).toBeGreaterThan(1_000)
  expect(keeping.memory.isGrowing).toBe(true)
})

test('the command shows counts, memory and violations', async () => {
  const words = ['start.mjs', 'test/fuzz/fuzz.ts', '--count', '20000', '--seed', '3']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectPath() })
  expect(stdout).toMatch(/^2000\d frames in [\d.]+ s, seed 3$/m)
  expect(stdout).toMatch(/^alive in the first tenth .*growth -?[\d.]+ %$/m)
  expect(stdout).toMatch(/^violations 0$/m)
})
