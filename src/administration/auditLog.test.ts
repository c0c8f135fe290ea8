import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEntryDigest, type VerifyChainOptions, verifyChain } from './auditLog.ts'
import type { ChainedEntry, EntryDigest, UnchainedEntry } from './port.ts'

const digest = createEntryDigest(randomBytes(32))

const unlinked = fc.record({
  at: fc.bigInt({ min: 0n, max: 4_000_000_000_000_000n }).map(String),
  actor: fc.string({ unit: 'grapheme' }),
  action: fc.constantFrom('merchant.add', 'password.retire', 'profile.change'),
  merchantId: fc.option(fc.constantFrom('SHOP', 'null', '')),
  details: fc.json(),
})

/** As entries lie there: numbered, each chained to the one before it. */
function chained(
  entries: readonly Omit<UnchainedEntry, 'entryNo'>[],
  by: EntryDigest = digest,
): readonly ChainedEntry[] {
  const links: ChainedEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const numbered = { ...entry, entryNo: index + 1 }
    links.push({ ...numbered, digest: by(numbered, links.at(-1)?.digest) })
  }
  return links
}

const log = fc.array(unlinked, { minLength: 1, maxLength: 12 }).map(entries => chained(entries))
const oneOf = (links: readonly ChainedEntry[], seed: number) => seed % links.length

async function* pagesOf(links: readonly ChainedEntry[], size = 3) {
  for (let at = 0; at < links.length; at += size) yield links.slice(at, at + size)
}
const verify = (links: readonly ChainedEntry[], options?: VerifyChainOptions, by: EntryDigest = digest) =>
  verifyChain(pagesOf(links), by, options)

const changed = (text: string | null, seed: number): string =>
  `${text ?? ''}${String.fromCodePoint(33 + (seed % 90))}`

/** Every way to change one thing in one row. */
const changes: Readonly<Record<string, (link: ChainedEntry, seed: number) => ChainedEntry>> = {
  at: (link, seed) => ({ ...link, at: changed(link.at, seed) }),
  'no time at all': link => ({ ...link, at: null }),
  actor: (link, seed) => ({ ...link, actor: changed(link.actor, seed) }),
  action: (link, seed) => ({ ...link, action: changed(link.action, seed) }),
  merchant: (link, seed) => ({ ...link, merchantId: changed(link.merchantId, seed) }),
  'another merchant or none': link => ({ ...link, merchantId: link.merchantId === null ? 'null' : null }),
  details: (link, seed) => ({ ...link, details: changed(link.details, seed) }),
  'a bit of the digest': (link, seed) => {
    const bytes = Buffer.from(link.digest)
    bytes[seed % 32] = (bytes[seed % 32] ?? 0) ^ (1 << (seed % 8))
    return { ...link, digest: bytes }
  },
  'two parts run together': link => ({ ...link, actor: link.actor + link.action, action: '' }),
}

test('what was written is intact, and its end can be noted', async () => {
  await fc.assert(
    fc.asyncProperty(log, async links => {
      const last = { entryNo: links.length, digest: links.at(-1)?.digest.toString('hex') }
      expect(await verify(links)).toEqual({ isIntact: true, entries: links.length, last })
    }),
  )
  expect(await verify([])).toEqual({ isIntact: true, entries: 0 })
})

test.each(Object.keys(changes))(
  'whoever changes %s in any one entry is found out, at that entry',
  async name => {
    await fc.assert(
      fc.asyncProperty(log, fc.nat(), fc.nat(), async (links, which, seed) => {
        const at = oneOf(links, which)
        const tampered = links.map((link, index) =>
          index === at ? (changes[name]?.(link, seed) ?? link) : link,
        )
        expect(await verify(tampered)).toMatchObject({ isIntact: false, entryNo: at + 1, entries: at })
      }),
    )
  },
)

test('an entry that is taken out is missed, whether or not those behind it move up', async () => {
  await fc.assert(
    fc.asyncProperty(log, fc.nat(), fc.boolean(), async (links, which, movesUp) => {
      const at = oneOf(links, which)
      fc.pre(at < links.length - 1)
      const rest = links.filter((_, index) => index !== at)
      const left = movesUp ? rest.map((link, index) => ({ ...link, entryNo: index + 1 })) : rest
      expect(await verify(left)).toMatchObject({ isIntact: false, entryNo: at + 1 })
    }),
  )
})

test('an entry that is put in is found, wherever it is', async () => {
  await fc.assert(
    fc.asyncProperty(log, fc.nat(), unlinked, async (links, which, entry) => {
      const at = which % (links.length + 1)
      const forger = createEntryDigest(randomBytes(32))
      const numbered = { ...entry, entryNo: at + 1 }
      const forged = { ...numbered, digest: forger(numbered, links[at - 1]?.digest) }
      const behind = links.slice(at).map(link => ({ ...link, entryNo: link.entryNo + 1 }))
      const longer = [...links.slice(0, at), forged, ...behind]
      expect(await verify(longer)).toMatchObject({ isIntact: false, entryNo: at + 1 })
      const twice = [...links.slice(0, at), ...links.slice(Math.max(at - 1, 0))]
      if (at > 0) expect(await verify(twice)).toMatchObject({ isIntact: false, entryNo: at })
    }),
  )
})

test('two entries that change places are found, at the first of them', async () => {
  await fc.assert(
    fc.asyncProperty(log, fc.nat(), fc.nat(), fc.boolean(), async (links, one, other, isRenumbered) => {
      const [first, second] = [oneOf(links, one), oneOf(links, other)].sort((left, right) => left - right)
      fc.pre(first !== undefined && second !== undefined && first < second)
      const swapped = links.map((link, index) => {
        const from = index === first ? links[second] : index === second ? links[first] : link
        return { ...(from ?? link), ...(isRenumbered && { entryNo: index + 1 }) }
      })
      expect(await verify(swapped)).toMatchObject({ isIntact: false, entryNo: first + 1 })
    }),
  )
})

test('what is cut off behind shows only to who noted the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      log,
      fc.nat(),
      fc.array(unlinked, { minLength: 1, maxLength: 12 }),
      async (links, which, more) => {
        const left = links.slice(0, oneOf(links, which))
        const noted = { entryNo: links.length, digest: links.at(-1)?.digest.toString('hex') ?? '' }
        expect(await verify(links, { noted: [noted] })).toMatchObject({ isIntact: true })
        expect(await verify(left)).toMatchObject({ isIntact: true })
        expect(await verify(left, { noted: [noted] })).toMatchObject({
          isIntact: false,
          entryNo: left.length + 1,
        })
        // The gateway itself writes on, in good faith.
        const other = more.map(entry => ({ ...entry, at: '1' }))
        const longer = chained([...left, ...other, ...other])
        if (longer.length < links.length) return
        expect(await verify(longer)).toMatchObject({ isIntact: true })
        expect(await verify(longer, { noted: [noted] })).toMatchObject({
          isIntact: false,
          entryNo: links.length,
        })
      },
    ),
  )
})

test('an entry of a log that was cut off is found among those that followed in its place', async () => {
  const part = fc.array(unlinked, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(part, part, fc.nat(), async (kept, lost, which) => {
      const before = chained([...kept, ...lost])
      const after = chained([...kept, ...lost.map(entry => ({ ...entry, actor: `${entry.actor}!` }))])
      const at = kept.length + (which % lost.length)
      const spliced = after.map((link, index) => (index === at ? (before[index] ?? link) : link))
      // The first that follows fits the end that was left; what comes behind it does not fit it.
      const isFirst = at === kept.length
      expect(await verify(spliced)).toMatchObject({ isIntact: false, entryNo: isFirst ? at + 2 : at + 1 })
    }),
  )
})

test('under another key nothing is intact', async () => {
  const [links = []] = fc.sample(log, 1)
  expect(await verify(links, {}, createEntryDigest(randomBytes(32)))).toMatchObject({
    isIntact: false,
    entryNo: 1,
  })
})

test('a digest that leaves something out would be seen by these tests', async () => {
  const careless: EntryDigest = (entry, before) => digest({ ...entry, actor: '' }, before)
  const [entries = []] = fc.sample(fc.array(unlinked, { minLength: 2, maxLength: 2 }), 1)
  const links = chained(entries, careless)
  const tampered = links.map(link => ({ ...link, actor: `${link.actor}!` }))
  expect(await verify(tampered, {}, careless)).toMatchObject({ isIntact: true })
})

test('how far it is can be watched', async () => {
  const seen: number[] = []
  const [links = []] = fc.sample(
    fc.array(unlinked, { minLength: 7, maxLength: 7 }).map(entries => chained(entries)),
    1,
  )
  await verify(links, { onProgress: entries => seen.push(entries) })
  expect(seen).toEqual([3, 6, 7])
})
