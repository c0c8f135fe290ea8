import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryKindsOfHost } from '../../src/acquirerHost/hostBooks.ts'
import { shippedDialects } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import { storiesIn } from '../stories/dialectStories.ts'
import { openStoryTeller, type StoryTeller } from './storiesOverLink.ts'

describe.each(shippedDialects)('stories over a link: $name', ({ name }) => {
  const stories = storiesIn(name)
  const silent = stories.filter(line => line.includes('silent'))
  let teller: StoryTeller
  beforeAll(async () => {
    teller = await openStoryTeller(name)
  })
  afterAll(() => teller?.close())

  test('every story ends as its line says', async () => {
    expect(await teller.tell(stories)).toEqual(stories)
  })

  test('silence ends the same way where what was asked never arrived', async () => {
    expect(await teller.tell(silent, 'drop-request')).toEqual(silent)
  })

  test('afterwards gateway and host agree about every order', async () => {
    expect(await teller.differences()).toEqual([])
    const kinds = new Set(teller.host.control.entries().map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual([...entryKindsOfHost].sort())
  })

  test('so they do where reversals are acknowledged before the host looks for the original', async () => {
    teller.host.control.fault('blind-reversals', { probability: 1 })
    expect(await teller.tell(silent)).toEqual(silent)
    expect(await teller.tell(silent, 'drop-request')).toEqual(silent)
    expect(await teller.differences()).toEqual([])
  })

  test('every original was named byte for byte', () => {
    const { matched, mismatches } = teller.host.control.comparisons()
    expect(mismatches).toEqual([])
    expect(matched).toBeGreaterThan(50)
  })
})
