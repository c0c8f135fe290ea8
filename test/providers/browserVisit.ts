import { valueAt } from '../journeys/whole.ts'
import type { PayersOptions } from './payers.ts'

/**
 * Payers with a browser: by the gateway's address to the provider's page, where they decide, and back. Some
 * never come, some never come back, and whoever meets a broken way soon gives up.
 */
export const byBrowser: PayersOptions['decide'] = async (random, _, { body }) => {
  const address = valueAt(body, 'browserPayment.redirectUrl')
  const act = random.weighted({ approve: 8, decline: 1, cancel: 1, never: 1 })
  if (typeof address !== 'string' || act === 'never') return
  const page = await sentOnFrom(address)
  const back = page && (await sentOnFrom(`${page}?outcome=${act}`))
  if (back && random.chance(0.8)) await sentOnFrom(back)
}

/** Where that address sends a browser, which a payer loads again when nothing comes. */
async function sentOnFrom(address: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 4; attempt += 1)
    try {
      const signal = AbortSignal.timeout(2_000)
      const { headers } = await fetch(address, { redirect: 'manual', signal })
      return headers.get('location') ?? undefined
    } catch {
      // The way is broken, or somebody is not there.
    }
  return undefined
}
