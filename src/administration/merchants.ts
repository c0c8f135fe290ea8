import { hashPassword } from '../http/authentication/credentials.ts'
import { type Owner, type Profile, readProfile } from '../orders/merchant.ts'
import { invalid, isRejection, missing, type Rejection } from '../orders/rejection.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { type ShownCertificate, shownCertificate } from './certificates.ts'
import { type AdministrationParts, entryOf, isMerchantId, withMerchant } from './parts.ts'
import { newPassword } from './passwords.ts'
import type { KnownMerchant, KnownPassword, KnownSecret, ListedMerchant, Settings } from './port.ts'
import { auditedSettings, type ChangedSetting, changesOf, readSettings } from './settings.ts'

export interface MerchantDesk {
  /** By name, from the one after that on. */
  list(wanted?: WantedList): Promise<readonly ListedMerchant[] | Rejection>
  show(merchantId: string): Promise<ShownMerchant | Rejection>
  /** With a first password: shown here and nowhere else. */
  add(wanted: WantedMerchant): Promise<AddedMerchant | Rejection>
  /** Each setting as `name=value`; the others stay as they are. Felt on every node within a second. */
  change(merchantId: string, settings: readonly string[]): Promise<ChangedProfile | Rejection>
  /** The same for settings that were read already. */
  set(merchantId: string, settings: Settings): Promise<ChangedProfile | Rejection>
  /** Adds it unless it is there, and makes this its first password; the second stays. */
  ensure(merchant: Owner & { readonly password: string }): Promise<void>
}

export type WantedList = { readonly after?: string; readonly limit?: number }

export type ShownMerchant = KnownMerchant & {
  readonly passwords: readonly KnownPassword[]
  readonly certificates: readonly ShownCertificate[]
  readonly secrets: readonly KnownSecret[]
}

export type WantedMerchant = {
  readonly merchantId: string
  /** Where it lives for good; the first one unless said otherwise. */
  readonly cell?: number
  readonly settings?: readonly string[]
}
export type AddedMerchant = Owner & { readonly profile: Profile; readonly password: string }
export type ChangedProfile = Owner & {
  readonly profile: Profile
  readonly changed: readonly ChangedSetting[]
}

export function createMerchantDesk(parts: AdministrationParts): MerchantDesk {
  const { store, pepper } = parts
  return {
    async list({ after, limit = listMax } = {}) {
      if (!isWhole(limit, 1, listMax)) return notWhole('limit', 1, listMax)
      return store.merchants({ limit, ...(after !== undefined && { after }) })
    },

    show: merchantId =>
      withMerchant(parts, merchantId, async merchant => {
        const passwords = await store.passwords(merchant)
        const certificates = (await store.certificates(merchant)).map(shownCertificate)
        return { ...merchant, passwords, certificates, secrets: await store.secrets(merchant) }
      }),

    add: wanted => add(parts, wanted),

    async change(merchantId, texts) {
      const settings = texts.length === 0 ? missing('settings') : readSettings(texts)
      return isRejection(settings) ? settings : set(parts, merchantId, settings)
    },

    set: (merchantId, settings) => set(parts, merchantId, settings),

    ensure: ({ password, ...owner }) =>
      store.ensureMerchant(
        { ...owner, passwordHash: hashPassword(pepper, password) },
        {
          added: entryOf(parts, 'merchant.add', owner, { cell: owner.cell }),
          password: entryOf(parts, 'password.add', owner, { slot: 1 }),
        },
      ),
  }
}

const listMax = 1_000
const cellMax = 32_767

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max
const notWhole = (field: string, min: number, max: number): Rejection =>
  invalid(field, `It must be a whole number from ${min} to ${max}.`)

async function add(parts: AdministrationParts, wanted: WantedMerchant): Promise<AddedMerchant | Rejection> {
  const { merchantId, cell = 0, settings: texts = [] } = wanted
  if (!isMerchantId(merchantId))
    return invalid('merchantId', 'It must be 1 to 40 letters, digits, _ or -.', merchantId)
  if (holdsCardData(merchantId)) return invalid('merchantId', 'It must not hold card data.')
  if (!isWhole(cell, 0, cellMax)) return notWhole('cell', 0, cellMax)
  const settings = readSettings(texts)
  if (isRejection(settings)) return settings
  const profile = readProfile(settings, parts.store.usual)
  if (isRejection(profile)) return profile
  const password = newPassword()
  const owner = { merchantId, cell }
  const isAdded = await parts.store.addMerchant(
    { ...owner, settings, passwordHash: hashPassword(parts.pepper, password) },
    [
      entryOf(parts, 'merchant.add', owner, { cell, settings: auditedSettings(settings) }),
      entryOf(parts, 'password.add', owner, { slot: 1 }),
    ],
  )
  // From here on nothing may fail: nobody could ever tell what the password is.
  if (isAdded) return { ...owner, profile, password }
  return invalid('merchantId', 'There is a merchant of that name already.', merchantId)
}

function set(
  parts: AdministrationParts,
  merchantId: string,
  settings: Settings,
): Promise<ChangedProfile | Rejection> {
  return withMerchant(parts, merchantId, async merchant => {
    const { cell } = merchant
    let outcome: ChangedProfile | Rejection = { merchantId, cell, profile: merchant.profile, changed: [] }
    await parts.store.changeProfile(merchantId, before => {
      const profile = readProfile(settings, before)
      const changed = changesOf(before, settings)
      outcome = isRejection(profile) ? profile : { merchantId, cell, profile, changed }
      if (isRejection(profile) || changed.length === 0) return undefined
      const details = Object.fromEntries(
        changed.map(({ name, ...change }) => [name, auditedSettings(change)]),
      )
      return { settings, entry: entryOf(parts, 'profile.change', merchant, details) }
    })
    return outcome
  })
}
