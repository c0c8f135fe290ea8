// A gateway in this process that is attached to a test adapter, and payers who pay there.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProviderLinks } from '../../src/providers/link/settings.ts'
import { openGateway, type Settings } from '../journeys/gateway.ts'
import { type Adapter, openAdapter } from './adapter.ts'

/** The settings of a gateway that is attached to the adapter under the name `wallet`. */
export async function linksTo(
  { address, secrets }: Pick<Adapter, 'address' | 'secrets'>,
  folder: string,
): Promise<ProviderLinks> {
  const file = async (name: string, secret: string) => {
    await writeFile(join(folder, name), secret, { mode: 0o600 })
    return join(folder, name)
  }
  return {
    providers: [
      {
        ...{ name: 'wallet', address, kinds: ['WALLET', 'PROVIDER_A'], displayName: 'The Wallet' },
        merchants: [{ merchantId: 'TESTMERCHANT', name: 'shop-4711' }],
        gatewaySecrets: [await file('gateway.secret', secrets.gateway)],
        providerSecrets: [await file('provider.secret', secrets.provider)],
        answerSeconds: 1,
      },
    ],
  }
}

export async function openLinkedGateway(settings: Settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'provider-link-'))
  const adapter = await openAdapter()
  const providerLinks = await linksTo(adapter, folder)
  const gateway = await openGateway('embedded', { patienceMs: 500, ...settings, providerLinks })
  return {
    ...{ gateway, adapter, providerLinks, folder },
    async stop() {
      await gateway.stop()
      await adapter.close()
      await rm(folder, { recursive: true })
    },
  }
}
