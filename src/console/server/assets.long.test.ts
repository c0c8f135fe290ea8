import { expect, test } from 'vitest'
import { consoleAssets } from './assets.ts'

test('the first screen loads at most 250 kB of script', async () => {
  const { script, files } = await consoleAssets()
  const bytesOf = (name: string) => files.get(name)?.gzip.length ?? 0
  const textOf = (name: string) => String(files.get(name)?.bytes ?? '')
  const withImports = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (!seen.has(name)) {
      seen.add(name)
      // Static imports only: `import"./part-….js"` and `from"./part-….js"`, not `import("./part-….js")`.
      for (const [, imported = ''] of textOf(name).matchAll(/(?:import|from)"\.\/([\w-]+\.js)"/g))
        withImports(imported, seen)
    }
    return seen
  }
  const sizeOf = (names: ReadonlySet<string>) => [...names].reduce((sum, name) => sum + bytesOf(name), 0)
  const frame = withImports(script)
  // Orders are listed on the first screen: the part with the search is loaded for it.
  const list = [...files.keys()].find(name => name.endsWith('.js') && textOf(name).includes('"findOrders"'))
  const first = new Set([...frame, ...withImports(list ?? '')])
  expect(list).toBeDefined()
  expect(sizeOf(first)).toBeGreaterThan(50_000)
  expect(sizeOf(first)).toBeLessThan(250_000)
})
