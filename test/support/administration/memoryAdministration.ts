import { type Administration, createAdministration } from '../../../src/administration/administration.ts'
import type { ArchiveDependencies } from '../../../src/administration/archives/archiveWork.ts'
import type { AdministrationStore, NewAuditEntry } from '../../../src/administration/port.ts'
import { ordinaryProfile, type Profile, readProfile } from '../../../src/orders/merchant.ts'
import { isRejection } from '../../../src/orders/rejection.ts'

export type MemoryAdministration = Administration & {
  readonly entries: readonly NewAuditEntry[]
  /** The database goes away before the change with this number, counted from now; 0 is the next one. */
  failAt(change: number): void
}

/** The real functions of administration on a store in memory: merchants, directory servers and risk rules. */
export function openMemoryAdministration(usual: Profile = ordinaryProfile): MemoryAdministration {
  const profiles = new Map<string, Profile>()
  const records = new Map<string, string>()
  const rules = new Map<string, string>()
  const entries: NewAuditEntry[] = []
  let left = Number.POSITIVE_INFINITY
  const commit = (...added: readonly NewAuditEntry[]) => {
    if (left-- <= 0) throw new Error('The database went away')
    entries.push(...added)
  }
  const keyOf = (merchantId: string, directoryServer: string) => `${merchantId} ${directoryServer}`
  const known = (merchantId: string, profile: Profile) => ({ merchantId, cell: 0, createdAtMs: 0, profile })
  const withSettings = (settings: object, before: Profile): Profile => {
    const profile = readProfile({ ...settings }, before)
    if (isRejection(profile)) throw new Error(profile.explanation)
    return profile
  }
  const store: Partial<AdministrationStore> = {
    usual,
    merchants: async ({ after = '', limit }) =>
      [...profiles]
        .filter(([merchantId]) => merchantId > after)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, limit)
        .map(([merchantId, profile]) => ({
          ...{ ...known(merchantId, profile), standing: profile.standing, passwords: 1, certificates: 0 },
        })),
    merchant: async merchantId => {
      const profile = profiles.get(merchantId)
      return profile && known(merchantId, profile)
    },
    freeCell: async () => 0,
    addMerchant: async ({ merchantId, settings = {} }, added) => {
      if (profiles.has(merchantId)) return false
      commit(...added)
      profiles.set(merchantId, withSettings(settings, usual))
      return true
    },
    changeProfile: async (merchantId, decide) => {
      const before = profiles.get(merchantId)
      const decided = before && decide(before)
      if (before && decided) {
        commit(decided.entry)
        profiles.set(merchantId, withSettings(decided.settings, before))
      }
      return before !== undefined
    },
    openMatters: async () => ({ owed: 0, authorized: 0, inReview: 0 }),
    directoryMerchants: async ({ merchantId = '' }) =>
      [...records]
        .filter(([key]) => key.startsWith(`${merchantId} `))
        .map(([key, content]) => ({
          ...{ merchantId, directoryServer: key.slice(merchantId.length + 1), content, changedAtMs: 0 },
        })),
    changeDirectoryMerchant: async ({ merchantId }, directoryServer, decide) => {
      const key = keyOf(merchantId, directoryServer)
      const { result, change } = decide(records.get(key))
      if (change) {
        commit(change.entry)
        records.set(key, change.content)
      }
      return result
    },
    removeDirectoryMerchant: async ({ merchantId }, directoryServer, entry) => {
      const key = keyOf(merchantId, directoryServer)
      const content = records.get(key)
      if (content === undefined) return undefined
      commit(entry(content))
      records.delete(key)
      return { merchantId, directoryServer, content, changedAtMs: 0 }
    },
    riskRules: async scope => {
      const content = rules.get(scope)
      return content === undefined ? undefined : { content, changedAtMs: 0 }
    },
    changeRiskRules: async (scope, decide) => {
      const { result, change } = decide(rules.get(scope))
      if (change) {
        commit(change.entry)
        rules.set(scope, change.content)
      }
      return result
    },
  }
  const administration = createAdministration({
    ...{
      store: store as ArchiveDependencies['store'],
      digest: () => Buffer.alloc(0),
      pepper: Buffer.alloc(32),
    },
    ...{ actor: 'operator@test', cardHash: () => Buffer.alloc(0), sealArchive: () => Buffer.alloc(0) },
    makeSecret: async () => ({ secret: '', sealed: Buffer.alloc(0) }),
  })
  return {
    ...administration,
    entries,
    failAt(change) {
      left = change
    },
  }
}
