// What a file that was written for a rehearsal may not bring into production: whatever is only simulated
// there.

import { uncappedRefunds } from '../../orders/money.ts'
import { type GatewayEnvironment, sandboxMerchantId } from '../../platform/environment.ts'
import { isLoopbackHost, readUrl } from '../../standards/url.ts'
import { below, type ConfigurationFile, type FileFinding } from './readFile.ts'
import { isSame } from './steps.ts'

/** An address of an acquirer host that a link of the file has. */
export type FileLink = { readonly name: string; readonly hosts: readonly string[] }

/** Nothing where no money moves, or the file says that it was made for where it does. */
export function onlyRehearsed(
  file: ConfigurationFile,
  links: readonly FileLink[],
  environment: GatewayEnvironment,
): readonly FileFinding[] {
  if (environment !== 'live' || file.environment === 'live') return []
  return [
    ...Object.entries(file.merchants ?? {}).flatMap(([merchantId, { profile = {} }]) =>
      rehearsedMerchant(merchantId, profile),
    ),
    ...links.flatMap(({ name, hosts }) =>
      hosts.filter(isOwnMachine).map(host => ({
        path: `acquirerLinks.links.${name}.addresses`,
        says:
          `leads to ${host}, this machine, where a simulated host answers: give the acquirer's address. ` +
          liveHint,
      })),
    ),
  ]
}

const liveHint = 'If it is right in production, say "environment": "live" in the file.'

function rehearsedMerchant(
  merchantId: string,
  profile: Readonly<Record<string, unknown>>,
): readonly FileFinding[] {
  const path = below('merchants', merchantId)
  if (merchantId === sandboxMerchantId)
    return [{ path, says: 'is the merchant of every sandbox, with a published password: leave it out' }]
  return Object.entries(profile).flatMap(([name, value]) => {
    const place = below(below(path, 'profile'), name)
    if (isSame(value, uncappedRefunds))
      return [
        {
          path: place,
          says: 'has no bound, as in a sandbox: say how much in which currency, or [] for none',
        },
      ]
    return [value]
      .flat()
      .flatMap(ownOrigin)
      .map(origin => ({ path: place, says: `leads to ${origin}, this machine. ${liveHint}` }))
  })
}

const isOwnMachine = (host: string): boolean => isLoopbackHost(host) || host === '::1'

/** Of an address on this machine; what it has behind its host may be a secret. */
function ownOrigin(value: unknown): readonly string[] {
  const url = typeof value === 'string' && /^https?:/.test(value) ? readUrl(value) : undefined
  return url && isLoopbackHost(url.hostname) ? [url.origin] : []
}
