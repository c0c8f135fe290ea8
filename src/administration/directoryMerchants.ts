// Managing how directory servers know merchants.

import { invalid, isRejection, missing, type Rejection, unsupported } from '../orders/rejection.ts'
import { holdsCardData } from '../standards/cardDataInText.ts'
import {
  type FoundMerchantRecord,
  isMerchantField,
  type MerchantFieldValues,
  merchantFieldNames,
  merchantFields,
  objectionTo,
  readMerchantRecord,
  readStoredRecord,
} from '../threeDSecure/emv/merchantRecord.ts'
import { isDirectoryServerName } from '../threeDSecure/emv/settings.ts'
import { type AdministrationDependencies, auditEntryOf, withMerchant } from './context.ts'
import type { StoredDirectoryMerchant } from './port.ts'
import {
  auditedChanges,
  auditedSettings,
  type ChangedSetting,
  changesOf,
  readSettingTexts,
} from './settingTexts.ts'

/** Changes are felt by the next authentication, on every node. */
export interface DirectoryMerchantAdministration {
  /** By merchant and directory server. */
  list(wanted?: { readonly merchantId?: string }): Promise<ListedDirectoryMerchants | Rejection>
  show(merchantId: string, directoryServer: string): Promise<ShownDirectoryMerchant | Rejection>
  /** Each field as `name=value`; the others stay as they are. A first record must be complete. */
  change(
    merchantId: string,
    directoryServer: string,
    fields: readonly string[],
  ): Promise<ChangedDirectoryMerchant | Rejection>
  /** The same for fields that were already parsed. */
  set(
    merchantId: string,
    directoryServer: string,
    fields: MerchantFieldValues,
  ): Promise<ChangedDirectoryMerchant | Rejection>
  /** Returns what was removed. */
  remove(merchantId: string, directoryServer: string): Promise<ShownDirectoryMerchant | Rejection>
}

export type ListedDirectoryMerchants = {
  readonly records: readonly ShownDirectoryMerchant[]
  readonly isCut: boolean
}
export type ShownDirectoryMerchant = Omit<StoredDirectoryMerchant, 'content'> & FoundMerchantRecord
export type ChangedDirectoryMerchant = {
  readonly merchantId: string
  readonly directoryServer: string
  readonly isFirst: boolean
  readonly values: MerchantFieldValues
  readonly changed: readonly ChangedSetting[]
}

export function createDirectoryMerchantAdministration(
  dependencies: AdministrationDependencies,
): DirectoryMerchantAdministration {
  const { store } = dependencies
  return {
    async list({ merchantId } = {}) {
      if (merchantId === undefined) return listed(await store.directoryMerchants({ limit: listMax + 1 }))
      return withMerchant(dependencies, merchantId, async () =>
        listed(await store.directoryMerchants({ merchantId, limit: listMax + 1 })),
      )
    },

    show: (merchantId, directoryServer) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const found = await store.directoryMerchant(merchant, directoryServer)
        return found ? shown(found) : noRecord(merchantId, directoryServer)
      }),

    async change(merchantId, directoryServer, texts) {
      const fields = texts.length === 0 ? missing('fields') : readSettingTexts(texts, typedFields)
      return isRejection(fields) ? fields : setFields(dependencies, { merchantId, directoryServer, fields })
    },

    set: (merchantId, directoryServer, fields) =>
      setFields(dependencies, { merchantId, directoryServer, fields }),

    remove: (merchantId, directoryServer) =>
      withMerchant(dependencies, merchantId, async merchant => {
        const removed = await store.removeDirectoryMerchant(merchant, directoryServer, content => {
          const { values } = readStoredRecord(content)
          const details = { directoryServer, ...auditedSettings(values) }
          return auditEntryOf(dependencies, 'directoryMerchant.remove', merchant, details)
        })
        return removed ? shown(removed) : noRecord(merchantId, directoryServer)
      }),
  }
}

const listMax = 1_000
const typedFields = { settings: merchantFields, help: 'tollgate directory-merchant' }

const listed = (found: readonly StoredDirectoryMerchant[]): ListedDirectoryMerchants => ({
  records: found.slice(0, listMax).map(shown),
  isCut: found.length > listMax,
})

const shown = ({ content, ...stored }: StoredDirectoryMerchant): ShownDirectoryMerchant => ({
  ...stored,
  ...readStoredRecord(content),
})

const noRecord = (merchantId: string, directoryServer: string): Rejection =>
  invalid(
    'directoryServer',
    `There is no record of ${merchantId} there. A first one needs ${merchantFieldNames.join(', ')}.`,
    directoryServer,
  )

type WantedFields = {
  readonly merchantId: string
  readonly directoryServer: string
  readonly fields: MerchantFieldValues
}

async function setFields(
  dependencies: AdministrationDependencies,
  { merchantId, directoryServer, fields }: WantedFields,
): Promise<ChangedDirectoryMerchant | Rejection> {
  const objection = objectionToName(directoryServer) ?? objectionToFields(fields)
  if (objection) return objection
  type Outcome = ChangedDirectoryMerchant | Rejection
  return withMerchant(dependencies, merchantId, merchant =>
    dependencies.store.changeDirectoryMerchant<Outcome>(merchant, directoryServer, content => {
      const { values: before } = readStoredRecord(content ?? '{}')
      const after = readMerchantRecord({ ...before, ...fields })
      const incomplete = incompleteness(after)
      if (incomplete) return { result: incomplete }
      const changed = changesOf(before, fields)
      const isFirst = content === undefined
      const result = { merchantId, directoryServer, isFirst, values: after.values, changed }
      if (changed.length === 0) return { result }
      const details = { directoryServer, ...(isFirst ? auditedSettings(fields) : auditedChanges(changed)) }
      const entry = auditEntryOf(dependencies, 'directoryMerchant.set', merchant, details)
      return { result, change: { content: JSON.stringify(after.values), entry } }
    }),
  )
}

function objectionToName(directoryServer: string): Rejection | undefined {
  if (!isDirectoryServerName(directoryServer))
    return invalid(
      'directoryServer',
      'It must be lower-case letters, digits and hyphens, up to 40.',
      directoryServer,
    )
  return holdsCardData(directoryServer)
    ? invalid('directoryServer', 'It must not hold card data.')
    : undefined
}

function objectionToFields(fields: MerchantFieldValues): Rejection | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (!isMerchantField(name)) return unsupported(name)
    const objection = objectionTo(name, value)
    if (objection) return invalid(name, `It ${objection}.`, typeof value === 'string' ? value : undefined)
  }
  return undefined
}

/** What nobody has said yet, or an earlier release wrote otherwise. */
function incompleteness({ missing: left, unfit }: FoundMerchantRecord): Rejection | undefined {
  if (left.length > 0)
    return invalid(
      'fields',
      `A record must be complete: ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} missing.`,
    )
  const [field] = unfit
  return field && invalid(field, `What is stored is of no use: it must be ${merchantFields[field].expects}.`)
}
