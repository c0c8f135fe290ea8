// The plan: what would have to be done for the database to be as the file says, and what cannot be done.

import { createHash } from 'node:crypto'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { noRules } from '../../risk/rule.ts'
import {
  type MerchantFieldValues,
  merchantFieldNames,
  readMerchantRecord,
} from '../../threeDSecure/emv/merchantRecord.ts'
import { hintForUnknownServer, type KnownDirectoryServers } from '../directoryServerNames.ts'
import { auditedSettings } from '../settingTexts.ts'
import { hasRules, type KnownConfiguration, type KnownSections } from './known.ts'
import { type PlannedProfile, type ProfilePlan, planProfile } from './profilePlan.ts'
import { type FileLink, onlyRehearsed } from './promotion.ts'
import { below, type ConfigurationFile, type MerchantSections } from './readFile.ts'
import { planRisk } from './rulePlan.ts'
import {
  byName,
  canonical,
  differencesOf,
  type FieldDifference,
  type PlannedStep,
  type SectionPlan,
} from './steps.ts'

export type ConfigurationPlan = ProfilePlan & {
  /** Of the steps and what they begin with: the same as long as neither file nor database change. */
  readonly fingerprint: string
}

export type PlanOptions = Pick<PlannedProfile, 'prunes' | 'variables'> & {
  readonly environment: GatewayEnvironment
  readonly links: readonly FileLink[]
  /** Absent where no file says which there are. */
  readonly directoryServers?: KnownDirectoryServers
}

export function planConfiguration(
  file: ConfigurationFile,
  known: KnownConfiguration,
  options: PlanOptions,
): ConfigurationPlan {
  const { environment, links } = options
  const parts: readonly Partial<ProfilePlan>[] = [
    { refused: onlyRehearsed(file, links, environment) },
    ...byName(file.merchants ?? {}).flatMap(merchant => planMerchant(merchant, known, options)),
    ...planGateway(file, known, options),
    { unmanaged: known.others.map(id => below('merchants', id)) },
  ]
  const steps = parts.flatMap(part => part.steps ?? [])
  return {
    steps: steps.map(shownStep),
    refused: parts.flatMap(({ refused = [] }) => refused),
    unmanaged: parts.flatMap(({ unmanaged = [] }) => unmanaged),
    notes: parts.flatMap(({ notes = [] }) => notes),
    fingerprint: createHash('sha256')
      .update(canonical([environment, steps]))
      .digest('hex')
      .slice(0, 16),
  }
}

function planGateway(
  { gateway }: ConfigurationFile,
  known: KnownConfiguration,
  { prunes, environment }: PlanOptions,
): readonly Partial<SectionPlan>[] {
  const path = 'gateway.risk'
  const isLive = environment === 'live'
  if (gateway?.risk === undefined) return hasRules(known.gateway.risk) ? [{ unmanaged: [path] }] : []
  return [planRisk({ path, scope: {}, given: gateway.risk, known: known.gateway.risk, prunes, isLive })]
}

/** What a merchant is to have is planned as if the merchant were there by then. */
function planMerchant(
  [merchantId, sections]: readonly [string, MerchantSections],
  known: KnownConfiguration,
  options: PlanOptions,
): readonly Partial<ProfilePlan>[] {
  const { prunes, variables, environment, directoryServers: servers } = options
  const { profile: given, directoryServers, risk } = sections
  const found = known.merchants.get(merchantId)
  const path = below('merchants', merchantId)
  const risks = { path: below(path, 'risk'), scope: { merchantId }, prunes, isLive: environment === 'live' }
  const absent = found ? absentSections(sections, found).map(name => below(path, name)) : []
  return [
    planProfile({ merchantId, given, usual: known.usual, prunes, variables }, found),
    ...(directoryServers
      ? [planDirectoryServers({ merchantId, given: directoryServers, prunes, servers }, found)]
      : []),
    ...(risk ? [planRisk({ ...risks, given: risk, known: found?.risk ?? noRules })] : []),
    { unmanaged: absent },
  ]
}

/** A section that is not in the file is not touched, whatever else is. */
const absentSections = ({ directoryServers, risk }: MerchantSections, known: KnownSections) => [
  ...(!directoryServers && known.directoryServers.size > 0 ? ['directoryServers'] : []),
  ...(!risk && hasRules(known.risk) ? ['risk'] : []),
]

type PlannedRecords = {
  readonly merchantId: string
  readonly given: Readonly<Record<string, MerchantFieldValues>>
  readonly prunes: boolean
  readonly servers: KnownDirectoryServers | undefined
}

function planDirectoryServers(
  { merchantId, given, prunes, servers }: PlannedRecords,
  known: KnownSections | undefined,
): SectionPlan {
  const path = below(below('merchants', merchantId), 'directoryServers')
  const records = known?.directoryServers ?? new Map<string, MerchantFieldValues>()
  const changes = byName(given).flatMap(([directoryServer, fields]) => {
    const stored = records.get(directoryServer)
    const differences = differencesOf(stored ?? {}, { ...stored, ...fields })
    const step: PlannedStep = {
      path: below(path, directoryServer),
      action: stored ? 'change' : 'add',
      fields: differences,
      tasks: [{ task: 'setDirectoryRecord', merchantId, directoryServer, fields }],
    }
    return differences.length > 0 ? [{ directoryServer, step }] : []
  })
  const others = byName(records).filter(([directoryServer]) => !Object.hasOwn(given, directoryServer))
  const removals = others.map(
    ([directoryServer, values]): PlannedStep => ({
      path: below(path, directoryServer),
      action: 'remove',
      fields: differencesOf(values, {}),
      tasks: [{ task: 'removeDirectoryRecord', merchantId, directoryServer }],
    }),
  )
  return {
    steps: [...(prunes ? removals : []), ...changes.map(({ step }) => step)],
    refused: [
      ...changes.flatMap(({ directoryServer, step }) => unknownServer(step.path, directoryServer, servers)),
      ...Object.entries(given).flatMap(([directoryServer, fields]) =>
        incomplete(below(path, directoryServer), { ...records.get(directoryServer), ...fields }),
      ),
    ],
    unmanaged: prunes ? [] : removals.map(removal => removal.path),
  }
}

/** What stays as it was is left alone. */
function unknownServer(path: string, name: string, servers: KnownDirectoryServers | undefined) {
  const hint = servers && hintForUnknownServer(name, servers)
  return hint === undefined ? [] : [{ path, says: `is no directory server of ${servers?.path}. ${hint}` }]
}

function incomplete(path: string, values: MerchantFieldValues) {
  const { missing } = readMerchantRecord(values)
  if (missing.length === 0) return []
  return [{ path, says: `lacks ${missing.join(', ')}; a record has ${merchantFieldNames.join(', ')}` }]
}

/** As it may be shown: the query of an address may hold a secret, and so may a variable. */
const shownStep = ({ fields, ...step }: PlannedStep): PlannedStep => ({
  ...step,
  fields: fields.map(shownDifference),
})

function shownDifference({ field, variable, ...values }: FieldDifference): FieldDifference {
  const shown = { field, ...auditedSettings(values) }
  return variable === undefined ? shown : { ...shown, after: `(from ${variable})`, variable }
}
