import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorized, sampleTape } from '../../test/support/tape/sampleTape.ts'
import { createTapeSigner, readTape } from './tapeFile.ts'

const { signer, write } = createTapeSigner(Buffer.alloc(32, 7))
const text = write(sampleTape)

test('a tape is read as it was written, with the name of its signer', () => {
  expect(readTape(text)).toEqual({ state: 'intact', signer, tape: sampleTape })
  expect(signer).toMatch(/^(?:[B-T]{5}-){3}[B-T]{5}$/)
  expect(createTapeSigner(Buffer.alloc(32, 8)).signer).not.toBe(signer)
})

test('whatever byte is changed, it is noticed', () => {
  const bytes = Buffer.from(text)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ by
      expect(readTape(changed.toString()).state).toBe('changed')
    }),
    { numRuns: 400 },
  )
})

test('whatever is added, left out or moved, it is noticed', () => {
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 5 }), (at, gone, added) => {
      const changed = text.slice(0, at) + added + text.slice(at + gone)
      fc.pre(changed !== text)
      expect(readTape(changed).state).toBe('changed')
    }),
  )
})

test('the place of a change is named', () => {
  const changedTo = (from: string, to: string) => readTape(text.replace(from, to))
  const places = (from: string, to: string) => {
    const read = changedTo(from, to)
    return read.state === 'changed' ? read.places : []
  }
  expect(places('"amount": "10.00"', '"amount": "99.00"')).toEqual(['calls[0].body'])
  expect(places('"status": 201', '"status": 200')).toEqual(['calls[0].answer'])
  expect(places('"merchant": "SHOP"', '"merchant": "MALL"')).toEqual(['merchant'])
  expect(places('"tookMs": 120', '"tookMs": 121')).toEqual(['calls[0].steps'])
  expect(places('"signer": "', '"signer": "B')).toEqual(['signature'])
  expect(places('  "tape"', ' "tape"')).toEqual(['line 2, which is written otherwise'])
  expect(places('"signature": {', '"signature": {\n    "more": 1,')).toEqual([
    expect.stringMatching(/^line \d+, which is written otherwise$/),
  ])
  expect(readTape('{}')).toEqual({ state: 'changed', places: ['tape, which has not the form of one'] })
  expect(readTape('nonsense')).toEqual({ state: 'changed', places: ['the file, which is no JSON object'] })
})

test('who edits a tape and signs it again is another signer', () => {
  const other = createTapeSigner(Buffer.alloc(32, 8))
  const edited = { ...sampleTape, calls: [{ ...authorized, answer: { status: 500 } }] }
  expect(readTape(other.write(edited))).toEqual({ state: 'intact', signer: other.signer, tape: edited })
})
