// Managing merchants and their profiles.

import { hashPassword } from '../http/authentication/credentials.ts'
import { type Owner, type Profile, profileSettings, readProfile } from '../orders/merchant.ts'
import { invalid, isRejection, missing, type Rejection } from '../orders/rejection.ts'
import type { MerchantStanding } from '../orders/standing.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import { type AdministrationDependencies, auditEntryOf, isMerchantId, withMerchant } from './context.ts'
import { newPassword, type ShownCertificate, shownCertificate } from './credentials.ts'
import { openMattersText } from './openMatters.ts'
import type {
  AuditAction,
  GivenProfileSettings,
  KnownMerchant,
  KnownPassword,
  KnownSecret,
  ListedMerchant,
  OpenMatters,
} from './port.ts'
import {
  auditedChanges,
  auditedSettings,
  type ChangedSetting,
  changesOf,
  readSettingTexts,
} from './settingTexts.ts'

export interface MerchantAdministration {
  /** By name, beginning after the given one. */
  list(wanted?: WantedMerchantList): Promise<readonly ListedMerchant[] | Rejection>
  show(merchantId: string): Promise<ShownMerchant | Rejection>
  /** Adds a merchant with a first password, whose text is returned here and nowhere else. */
  add(wanted: WantedMerchant): Promise<AddedMerchant | Rejection>
  /** Each setting as `name=value`; the others stay as they are. Effective on every node within a second. */
  change(merchantId: string, settings: readonly string[]): Promise<ChangedProfile | Rejection>
  /** The same for settings that were already parsed. */
  set(merchantId: string, settings: GivenProfileSettings): Promise<ChangedProfile | Rejection>
  /**
   * Suspends, resumes or closes a merchant. A merchant with something open or owed is closed only if that is
   * said; what is owed is settled nevertheless. Effective on every node within a second.
   */
  stand(merchantId: string, wanted: WantedStanding): Promise<ChangedStanding | Rejection>
  /** Adds the merchant unless it exists, and makes this its first password; the second stays. */
  ensure(merchant: Owner & { readonly password: string }): Promise<void>
}

export type WantedStanding = {
  readonly standing: MerchantStanding
  /** For the audit log. */
  readonly reason?: string | undefined
  /** Close it although something is open or owed. */
  readonly isAnyway?: boolean | undefined
}
export type ChangedStanding = Owner & { readonly before: MerchantStanding } & Pick<Profile, 'standing'> & {
    readonly open: OpenMatters
  }

type WantedMerchantList = { readonly after?: string; readonly limit?: number }

export type ShownMerchant = KnownMerchant & {
  readonly passwords: readonly KnownPassword[]
  readonly certificates: readonly ShownCertificate[]
  readonly secrets: readonly KnownSecret[]
}

type WantedMerchant = {
  readonly merchantId: string
  /** The cell in which it is stored until it is moved; chosen by itself if it is not given. */
  readonly cell?: number
  /** Each as `name=value`, or already parsed. */
  readonly settings?: readonly string[] | GivenProfileSettings
}
export type AddedMerchant = Owner & { readonly profile: Profile; readonly password: string }
export type ChangedProfile = Owner & {
  readonly profile: Profile
  readonly changed: readonly ChangedSetting[]
}

export function createMerchantAdministration(
  dependencies: AdministrationDependencies,
): MerchantAdministration {
  const { store, pepper } = dependencies
  return {
    async list({ after, limit = listMax } = {}) {
      if (!isWhole(limit, 1, listMax)) return notWhole('limit', 1, listMax)
      return store.merchants({ limit, ...(after !== undefined && { after }) })
    },

    show: merchantId =>
      withMerchant(dependencies, merchantId, async merchant => {
        const passwords = await store.passwords(merchant)
        const certificates = (await store.certificates(merchant)).map(shownCertificate)
        return { ...merchant, passwords, certificates, secrets: await store.secrets(merchant) }
      }),

    add: wanted => addMerchant(dependencies, wanted),

    async change(merchantId, texts) {
      const settings = texts.length === 0 ? missing('settings') : readSettings(texts)
      return isRejection(settings) ? settings : setProfile(dependencies, merchantId, settings)
    },

    stand: (merchantId, wanted) => changeStanding(dependencies, merchantId, wanted),

    set: (merchantId, settings) => setProfile(dependencies, merchantId, settings),

    ensure: ({ password, ...owner }) =>
      store.ensureMerchant(
        { ...owner, passwordHash: hashPassword(pepper, password) },
        {
          added: auditEntryOf(dependencies, 'merchant.add', owner, { cell: owner.cell }),
          password: auditEntryOf(dependencies, 'password.add', owner, { slot: 1 }),
        },
      ),
  }
}

const isTexts = (given: readonly string[] | GivenProfileSettings): given is readonly string[] =>
  Array.isArray(given)

const listMax = 1_000
const cellMax = 32_767

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max
const notWhole = (field: string, min: number, max: number): Rejection =>
  invalid(field, `It must be a whole number from ${min} to ${max}.`)

async function addMerchant(
  dependencies: AdministrationDependencies,
  wanted: WantedMerchant,
): Promise<AddedMerchant | Rejection> {
  const { merchantId, settings: given = [] } = wanted
  if (!isMerchantId(merchantId))
    return invalid('merchantId', 'It must be 1 to 40 letters, digits, _ or -.', merchantId)
  if (holdsCardData(merchantId)) return invalid('merchantId', 'It must not hold card data.')
  if (!isWhole(wanted.cell ?? 0, 0, cellMax)) return notWhole('cell', 0, cellMax)
  const settings = isTexts(given) ? readSettings(given) : given
  if (isRejection(settings)) return settings
  const profile = readProfile(settings, dependencies.store.usual)
  if (isRejection(profile)) return profile
  const password = newPassword()
  const cell = wanted.cell ?? (await dependencies.store.freeCell())
  const owner = { merchantId, cell }
  const isAdded = await dependencies.store.addMerchant(
    { ...owner, settings, passwordHash: hashPassword(dependencies.pepper, password) },
    [
      auditEntryOf(dependencies, 'merchant.add', owner, { cell, settings: auditedSettings(settings) }),
      auditEntryOf(dependencies, 'password.add', owner, { slot: 1 }),
    ],
  )
  // Nothing may fail after the commit: the text of the password would be lost.
  if (isAdded) return { ...owner, profile, password }
  return invalid('merchantId', 'There is a merchant of that name already.', merchantId)
}

function setProfile(
  dependencies: AdministrationDependencies,
  merchantId: string,
  settings: GivenProfileSettings,
): Promise<ChangedProfile | Rejection> {
  return withMerchant(dependencies, merchantId, async merchant => {
    const { cell } = merchant
    let outcome: ChangedProfile | Rejection = { merchantId, cell, profile: merchant.profile, changed: [] }
    await dependencies.store.changeProfile(merchantId, before => {
      const profile = readProfile(settings, before)
      const changed = changesOf(before, settings)
      outcome = isRejection(profile) ? profile : { merchantId, cell, profile, changed }
      if (isRejection(profile) || changed.length === 0) return undefined
      const entry = auditEntryOf(dependencies, 'profile.change', merchant, auditedChanges(changed))
      return { settings, entry }
    })
    return outcome
  })
}

/** All but the standing, which has commands of its own. */
export function readSettings(texts: readonly string[]): GivenProfileSettings | Rejection {
  const read = readSettingTexts(texts, { settings: profileSettings, help: 'tollgate merchants profile' })
  if (isRejection(read) || read.standing === undefined) return read
  return invalid('standing', 'It is changed by tollgate merchants suspend, resume and close.')
}

function changeStanding(
  dependencies: AdministrationDependencies,
  merchantId: string,
  { standing, reason, isAnyway = false }: WantedStanding,
): Promise<ChangedStanding | Rejection> {
  const refused = refusedReason(reason)
  if (refused) return Promise.resolve(refused)
  return withMerchant(dependencies, merchantId, async merchant => {
    const open = await dependencies.store.openMatters(merchant)
    const openText = openMattersText(open)
    if (standing === 'CLOSED' && openText !== undefined && !isAnyway) return stillOpen(merchantId, openText)
    let before = standing
    await dependencies.store.changeProfile(merchantId, profile => {
      before = profile.standing
      if (before === standing) return undefined
      const details = { ...(reason !== undefined && { reason }), ...(standing === 'CLOSED' && open) }
      const entry = auditEntryOf(dependencies, standingActions[standing], merchant, details)
      return { settings: { standing }, entry }
    })
    return { merchantId, cell: merchant.cell, before, standing, open }
  })
}

const standingActions = {
  OPEN: 'merchant.resume',
  SUSPENDED: 'merchant.suspend',
  CLOSED: 'merchant.close',
} as const satisfies Readonly<Record<MerchantStanding, AuditAction>>

const reasonLengthMax = 200

function refusedReason(reason = ''): Rejection | undefined {
  if ([...reason].length > reasonLengthMax)
    return invalid('reason', `It must have at most ${reasonLengthMax} characters.`)
  return holdsCardData(reason) ? invalid('reason', 'It must not hold card data.') : undefined
}

const stillOpen = (merchantId: string, openText: string): Rejection =>
  invalid(
    'merchantId',
    `Something is open: ${openText}. ` +
      'Suspend it and wait, or close it anyway (--anyway): what is owed is settled all the same.',
    merchantId,
  )
