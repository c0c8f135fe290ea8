import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database/database.ts'
import { arrays } from './binaryArrays.ts'

test('whatever is in them, arrays arrive at the server as they were', async () => {
  const database = await createDatabase('embedded')
  const client = new pg.Client(database.config)
  await client.connect()
  const echo = async (type: string, parameter: Buffer) => {
    const { rows } = await client.query<{ echo: unknown[] }>(`select $1::${type}[] as echo`, [parameter])
    return rows[0]?.echo
  }
  // PostgreSQL text cannot hold NUL, and the door lets no lone surrogate through.
  const text = fc.string({ unit: 'grapheme' }).map(one => one.replaceAll('\0', ''))
  const bytes = fc.uint8Array().map(one => Buffer.from(one))
  const int8 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      list(fc.option(text)),
      list(fc.option(bytes)),
      list(int8),
      async (texts, buffers, numbers) => {
        expect(await echo('text', arrays.text(texts))).toEqual(texts)
        expect(await echo('bytea', arrays.bytea(buffers))).toEqual(buffers)
        expect(await echo('int8', arrays.int8(numbers))).toEqual(numbers.map(String))
      },
    ),
    { numRuns: 40 },
  )
  const uuid = '0191d3a8-0000-4000-8000-00000000ff01'
  expect(await echo('uuid', arrays.uuid([uuid]))).toEqual([uuid])
  expect(await echo('int2', arrays.int2([1, -2]))).toEqual([1, -2])
  expect(await echo('boolean', arrays.boolean([true, false]))).toEqual([true, false])
  await client.end()
  await database.drop()
})
