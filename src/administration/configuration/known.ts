// What the database holds of what a configuration file describes.

import type { Profile } from '../../orders/merchant.ts'
import { noRules, type RuleSet } from '../../risk/rule.ts'
import { readRuleSet } from '../../risk/ruleSets.ts'
import {
  isMerchantField,
  type MerchantFieldValues,
  readStoredRecord,
} from '../../threeDSecure/emv/merchantRecord.ts'
import type { AdministrationDependencies } from '../context.ts'
import type { KnownMerchant, OpenMatters } from '../port.ts'
import type { ConfigurationFile } from './readFile.ts'
import { isSame } from './steps.ts'

export type KnownConfiguration = {
  /** What holds for a setting that was never said. */
  readonly usual: Profile
  readonly merchants: ReadonlyMap<string, KnownSections>
  /** The ids of merchants that were not asked about. */
  readonly others: readonly string[]
  readonly gateway: { readonly risk: RuleSet }
}
export type KnownSections = {
  readonly profile: Profile
  readonly directoryServers: ReadonlyMap<string, MerchantFieldValues>
  readonly risk: RuleSet
  /** Where it is to be closed. */
  readonly open?: OpenMatters
}

export type WantedKnown = {
  /** Only the merchants that it names. */
  readonly file?: Pick<ConfigurationFile, 'merchants'>
  readonly report?: (done: number, of: number) => void
}

type KnownDependencies = Pick<AdministrationDependencies, 'store'>

/** Of all merchants, or of those of the file that there are. */
export async function readKnown(
  { store }: KnownDependencies,
  { file, report }: WantedKnown,
): Promise<KnownConfiguration> {
  const ids = await merchantIds(store)
  const { merchants: wanted = {} } = file ?? {}
  const asked = new Set(file ? Object.keys(wanted) : ids)
  const isClosing = (merchantId: string) => wanted[merchantId]?.profile?.standing === 'CLOSED'
  const merchants = new Map<string, KnownSections>()
  for (const merchantId of ids.filter(id => asked.has(id))) {
    const merchant = await store.merchant(merchantId)
    if (!merchant) continue
    const open = isClosing(merchantId) ? { open: await store.openMatters(merchant) } : {}
    report?.(merchants.size, asked.size)
    merchants.set(merchantId, { ...(await sectionsOf(store, merchant)), ...open })
  }
  return {
    usual: store.usual,
    merchants,
    others: ids.filter(id => !asked.has(id)),
    gateway: { risk: await rulesOf(store, '') },
  }
}

type Store = AdministrationDependencies['store']

async function merchantIds(store: Store): Promise<readonly string[]> {
  const ids: string[] = []
  for (let after: string | undefined, isMore = true; isMore; after = ids.at(-1)) {
    const page = await store.merchants({ limit: pageMax, ...(after !== undefined && { after }) })
    ids.push(...page.map(({ merchantId }) => merchantId))
    isMore = page.length === pageMax
  }
  return ids
}

const pageMax = 1_000

async function sectionsOf(store: Store, merchant: KnownMerchant): Promise<KnownSections> {
  const { merchantId, profile } = merchant
  const records = await store.directoryMerchants({ merchantId, limit: pageMax })
  return {
    profile,
    directoryServers: new Map(
      records.map(({ directoryServer, content }) => [directoryServer, knownFields(content)]),
    ),
    risk: await rulesOf(store, merchantId),
  }
}

/** Without those of a newer release, which nobody here could check. */
function knownFields(content: string): MerchantFieldValues {
  const { values } = readStoredRecord(content)
  return Object.fromEntries(Object.entries(values).filter(([name]) => isMerchantField(name)))
}

async function rulesOf(store: Store, scope: string): Promise<RuleSet> {
  const stored = await store.riskRules(scope)
  return stored ? readRuleSet(stored.content) : noRules
}

/** Whether there is anything in it: a rule, a threshold, a range. */
export const hasRules = (set: RuleSet): boolean => !isSame(set, noRules)
