// Planning a merchant's profile: settings, how it stands, and a merchant that is not there yet.

import { type Profile, profileSettings } from '../../orders/merchant.ts'
import { type MerchantStanding, merchantStandings } from '../../orders/standing.ts'
import { openMattersText } from '../openMatters.ts'
import type { GivenProfileSettings } from '../port.ts'
import type { KnownSections } from './known.ts'
import { below, type FileFinding, type FileVariable } from './readFile.ts'
import { differencesOf, type FieldDifference, isSame, type PlannedStep, type SectionPlan } from './steps.ts'

export type PlannedProfile = {
  readonly merchantId: string
  /** Absent: the file says nothing of it. */
  readonly given: GivenProfileSettings | undefined
  readonly usual: Profile
  readonly prunes: boolean
  readonly variables: ReadonlyMap<string, FileVariable>
}

export type ProfilePlan = SectionPlan & { readonly notes: readonly FileFinding[] }

export function planProfile(planned: PlannedProfile, known: KnownSections | undefined): ProfilePlan {
  return known ? planChange(planned, known) : planAddition(planned)
}

const profilePath = ({ merchantId }: PlannedProfile): string => `merchants.${merchantId}.profile`

/** With its profile in one commit. Its API password is made there, and shown once. */
function planAddition(planned: PlannedProfile): ProfilePlan {
  const { merchantId, given = {}, usual } = planned
  const { standing = 'OPEN', ...settings } = given
  const path = profilePath(planned)
  const step: PlannedStep = {
    path: below('merchants', merchantId),
    action: 'add',
    fields: withVariables(planned, differencesOf({}, given)),
    tasks: [
      { task: 'addMerchant', merchantId, settings },
      ...standingTasks(merchantId, usual.standing, standing),
    ],
  }
  const refused = unsetVariables(planned).map(([at, name]) => ({
    path: at,
    says: `has no value: set ${name} in the environment of this command`,
  }))
  const isClosed = standing === 'CLOSED'
  return {
    steps: [step],
    refused: isClosed ? [...refused, { path: below(path, 'standing'), says: unopened }] : refused,
    unmanaged: [],
    notes: [],
  }
}

const unopened = 'cannot be CLOSED: there is no such merchant. Leave it out of the file'

function planChange(planned: PlannedProfile, known: KnownSections): ProfilePlan {
  const { merchantId, given, usual, prunes } = planned
  const path = profilePath(planned)
  const before: GivenProfileSettings = known.profile
  const { standing = known.profile.standing, ...named } = given ?? {}
  const others = otherSettings(planned, known)
  const pruned = Object.fromEntries(prunes ? others.map(name => [name, usualOf(usual, name)]) : [])
  const changes = differencesOf(before, { ...before, ...named, ...pruned })
  const settings = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  const standings = standingTasks(merchantId, known.profile.standing, standing)
  const step: PlannedStep = {
    path,
    action: 'change',
    fields: [
      ...withVariables(planned, changes),
      ...(standings.length > 0 ? differencesOf({ standing: before.standing }, { standing }) : []),
    ],
    tasks: [
      ...(changes.length > 0 ? [{ task: 'setProfile' as const, merchantId, settings }] : []),
      ...standings,
    ],
  }
  return {
    steps: step.fields.length > 0 ? [step] : [],
    refused: standings.length > 0 && standing === 'CLOSED' ? stillOpen(path, known) : [],
    unmanaged: prunes ? [] : others.map(name => below(path, name)),
    notes: unsetVariables(planned).map(([at, name]) => ({
      path: at,
      says: `is left alone: ${name} is not set`,
    })),
  }
}

/** What was said of it, and the file does not name. How it stands is never taken back by silence. */
function otherSettings(planned: PlannedProfile, { profile }: KnownSections): readonly string[] {
  const { given, usual, variables } = planned
  if (given === undefined) return []
  const isNamed = (name: string) =>
    Object.hasOwn(given, name) || variables.has(below(profilePath(planned), name)) || name === 'standing'
  const values: GivenProfileSettings = profile
  return Object.keys(profileSettings).filter(
    name => !isNamed(name) && !isSame(values[name], usualOf(usual, name)),
  )
}

const usualOf = (usual: GivenProfileSettings, name: string): unknown => usual[name]

const standingTasks = (merchantId: string, before: MerchantStanding, wanted: unknown) => {
  const standing = merchantStandings.find(each => each === wanted && each !== before)
  return standing === undefined ? [] : [{ task: 'stand' as const, merchantId, standing }]
}

function stillOpen(path: string, { open }: KnownSections): readonly FileFinding[] {
  const openText = open && openMattersText(open)
  if (openText === undefined) return []
  const says =
    `cannot be CLOSED yet: ${openText}. ` +
    'Say SUSPENDED and wait, or close it by tollgate merchants close --anyway'
  return [{ path: below(path, 'standing'), says }]
}

/** Variables of this profile that are not set, each with its path. */
function unsetVariables(planned: PlannedProfile): readonly (readonly [path: string, name: string])[] {
  return [...planned.variables]
    .filter(([path, { value }]) => value === undefined && path.startsWith(`${profilePath(planned)}.`))
    .map(([path, { name }]) => [path, name])
}

const withVariables = (
  planned: PlannedProfile,
  fields: readonly FieldDifference[],
): readonly FieldDifference[] =>
  fields.map(difference => {
    const variable = planned.variables.get(below(profilePath(planned), difference.field))?.name
    return variable === undefined ? difference : { ...difference, variable }
  })
