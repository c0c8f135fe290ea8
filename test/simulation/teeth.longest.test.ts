import { expect, test } from 'vitest'
import { type Breakage, breakages } from './breakages.ts'
import { runSeed } from './run.ts'

const seedsMax = 400

const all: readonly (readonly [string, Breakage])[] = Object.entries(breakages)

/** A simulation that finds nothing is worth what it would have found. */
test.each(all)('the simulation turns red when %s', { timeout: 90_000 }, async (name, breakage) => {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violations } = await runSeed(seed, { breakage })
    const [first] = violations
    if (first === undefined) continue
    console.log(`${name}: found by seed ${seed}: ${first}`)
    return
  }
  expect.fail(`${seedsMax} seeds found nothing`)
})
