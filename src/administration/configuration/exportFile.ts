// The configuration file that a database would be planned from without a change. It holds no secret.

import { ordinaryProfile, type Profile } from '../../orders/merchant.ts'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import type { RuleSet } from '../../risk/rule.ts'
import { reference } from './declaration.ts'
import { hasRules, type KnownConfiguration, type KnownSections } from './known.ts'
import { byName, isSame } from './steps.ts'

export type ExportOptions = {
  readonly environment: GatewayEnvironment
  /** The links file, where there is one. */
  readonly acquirerLinks?: unknown
}

export const schemaFileName = 'tollgate.schema.json'

/** Merchants, directory servers and rules by name, so that two exports can be compared line by line. */
export function exportedFile(known: KnownConfiguration, { environment, acquirerLinks }: ExportOptions) {
  const variableFor = createVariableNames()
  const merchants = byName(known.merchants).map(([merchantId, sections]) => [
    merchantId,
    merchantSections(sections, known.usual, name => variableFor(`${merchantId}_${name}`)),
  ])
  const { risk } = known.gateway
  return {
    $schema: `./${schemaFileName}`,
    format: 1,
    environment,
    merchants: Object.fromEntries(merchants),
    ...(hasRules(risk) && { gateway: { risk: riskSection(risk) } }),
    ...(acquirerLinks !== undefined && { acquirerLinks }),
  }
}

function merchantSections(
  { profile, directoryServers, risk }: KnownSections,
  usual: Profile,
  variableFor: (setting: string) => string,
) {
  const records = Object.fromEntries(byName(directoryServers))
  return {
    profile: profileSection(profile, usual, variableFor),
    ...(directoryServers.size > 0 && { directoryServers: records }),
    ...(hasRules(risk) && { risk: riskSection(risk) }),
  }
}

/** What is not as it would be by itself, here or in production; so a sandbox says what it is lenient in. */
function profileSection(profile: Profile, usual: Profile, variableFor: (setting: string) => string) {
  const [here, ordinary]: readonly Readonly<Record<string, unknown>>[] = [usual, ordinaryProfile]
  return Object.fromEntries(
    Object.entries(profile)
      .filter(([name, value]) => !isSame(value, here?.[name]) || !isSame(value, ordinary?.[name]))
      .map(([name, value]) => [name, mayHoldSecret(value) ? { [reference.name]: variableFor(name) } : value]),
  )
}

/** Receivers have tokens in the queries of their addresses. */
const mayHoldSecret = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:[^?#]*[?#]/i.test(value)

/** SHOP_NOTIFICATION_URL; with a number where two ids would give the same. */
function createVariableNames(): (text: string) => string {
  const taken = new Set<string>()
  return text => {
    const words = text
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase()
    const name = /^[A-Z](?!OLLGATE_)/.test(words) ? words : `SHOP_${words}`
    let free = name
    for (let next = 2; taken.has(free); next++) free = `${name}_${next}`
    taken.add(free)
    return free
  }
}

const riskSection = ({ rules, ...others }: RuleSet) => ({
  rules: Object.fromEntries(byName(new Map(rules.map(({ id, ...rule }) => [id, rule])))),
  ...others,
})
