// Reading a configuration file: every mistake in it is found at once, each with its place.

import { groupIn, resolve } from '../../contract/kit/resolve.ts'
import { readStrictMessage } from '../../contract/kit/strictMessage.ts'
import { nearestField } from '../../contract/kit/unknownField.ts'
import type { Group } from '../../contract/kit/vocabulary.ts'
import type { GatewayEnvironment } from '../../platform/environment.ts'
import { withoutLongNumbers } from '../../platform/shownValue.ts'
import type { IssuerRange, RiskRule, RuleSet } from '../../risk/rule.ts'
import { holdsCardData } from '../../standards/cardDataInText.ts'
import { nearest } from '../../standards/nearest.ts'
import type { MerchantFieldValues } from '../../threeDSecure/emv/merchantRecord.ts'
import type { GivenProfileSettings } from '../port.ts'
import { configurationFile, type FileMember, type FilePart, isMembers, reference } from './declaration.ts'

export type ConfigurationFile = {
  readonly format: 1
  readonly environment?: GatewayEnvironment
  readonly merchants?: Readonly<Record<string, MerchantSections>>
  readonly gateway?: { readonly risk?: GatewayRiskSection }
  readonly acquirerLinks?: Readonly<Record<string, unknown>>
}
export type MerchantSections = {
  readonly profile?: GivenProfileSettings
  readonly directoryServers?: Readonly<Record<string, MerchantFieldValues>>
  readonly risk?: RiskSection
}
export type RiskSection = Pick<RuleSet, 'reviewFrom' | 'rejectFrom'> & {
  readonly rules?: Readonly<Record<string, FileRule>>
}
export type GatewayRiskSection = RiskSection & { readonly issuerRanges?: readonly IssuerRange[] }
export type FileRule = Omit<RiskRule, 'id'>

/** Something in the file, by its path, and what is to be said about it. */
export type FileFinding = { readonly path: string; readonly says: string }

export type ReadConfigurationFile =
  | { readonly file: ConfigurationFile; readonly variables: ReadonlyMap<string, FileVariable> }
  | { readonly findings: readonly FileFinding[] }

/** A variable of the environment that stands at a path; without a value where it is not set. */
export type FileVariable = { readonly name: string; readonly value?: string }

/** Variables take the places of the values that they hold; those that are not set are left out. */
export function readConfigurationFile(
  given: unknown,
  variable: (name: string) => string | undefined,
): ReadConfigurationFile {
  const variables = new Map<string, FileVariable>()
  const value = withVariables({ part: configurationFile, value: given, path: '' }, variable, variables)
  const findings = findingsIn({ part: configurationFile, value, path: '' })
  return isConfigurationFile(value, findings) ? { file: value, variables } : { findings }
}

/** Whatever the declaration has no objection to has this form. */
const isConfigurationFile = (_: unknown, findings: readonly FileFinding[]): _ is ConfigurationFile =>
  findings.length === 0

type PlacedPart = { readonly part: FilePart; readonly value: unknown; readonly path: string }

export const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The same value with those of variables in it. */
function withVariables(
  { part, value, path }: PlacedPart,
  variable: (name: string) => string | undefined,
  found: Map<string, FileVariable>,
): unknown {
  if (!isMembers(value)) return value
  if (part.kind === 'value') {
    const name = part.mayBeReference ? referenceIn(value) : undefined
    if (name === undefined) return value
    // Set to nothing is not set, as with settings of the gateway.
    const held = variable(name) || undefined
    found.set(path, { name, ...(held !== undefined && { value: held }) })
    return held
  }
  if (part.kind === 'field') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const inner = partBelow(part, name)
      const replaced = inner
        ? withVariables({ part: inner, value: each, path: below(path, name) }, variable, found)
        : each
      return replaced === undefined ? [] : [[name, replaced]]
    }),
  )
}

function partBelow(
  part: Extract<FilePart, { kind: 'members' | 'named' }>,
  name: string,
): FilePart | undefined {
  if (part.kind === 'named') return part.each
  return Object.hasOwn(part.members, name) ? part.members[name]?.part : undefined
}

function referenceIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const [[key, name] = [], ...others] = Object.entries(value)
  const isOne = key === reference.name && others.length === 0
  return isOne && typeof name === 'string' && reference.pattern.test(name) ? name : undefined
}

function findingsIn({ part, value, path }: PlacedPart): readonly FileFinding[] {
  switch (part.kind) {
    case 'value':
      return findingsInValue(part, value).map(says => finding(path, says))
    case 'field':
      return findingsInField(part.group, value).map(({ inner, says }) => finding(path + inner, says))
    case 'members':
      return findingsInMembers(part, value, path)
    case 'named':
      if (!isMembers(value)) return [finding(path, 'must be an object, with a member for each')]
      return Object.entries(value).flatMap(([name, each]) => {
        const place = below(path, name)
        if (!part.accepts(name)) return [finding(place, `must have a name of ${part.expects}`)]
        if (holdsCardData(name)) return [finding(place, 'must not hold card data')]
        return findingsIn({ part: part.each, value: each, path: place })
      })
  }
}

const finding = (path: string, says: string): FileFinding => ({
  path: withoutLongNumbers(path),
  says: withoutLongNumbers(says),
})

type Members = Readonly<Record<string, FileMember>>

function findingsInMembers(
  part: Extract<FilePart, { kind: 'members' }>,
  value: unknown,
  path: string,
): readonly FileFinding[] {
  const { members } = part
  if (!isMembers(value)) return [finding(path, `must be an object with ${namesOf(members)}`)]
  const missing = Object.entries(members)
    .filter(([name, { isRequired }]) => isRequired && value[name] === undefined)
    .map(([name]) => finding(below(path, name), 'is missing'))
  const others = Object.entries(value).flatMap(([name, each]) => {
    const inner = partBelow(part, name)
    const place = below(path, name)
    return inner
      ? findingsIn({ part: inner, value: each, path: place })
      : [finding(place, unknownMember(name, members))]
  })
  return [...missing, ...others]
}

const namesOf = (members: Members): string => Object.keys(members).join(', ')

function unknownMember(name: string, members: Members): string {
  const near = nearest(name, Object.keys(members))
  const advice = near === undefined ? `there are ${namesOf(members)}` : `did you mean ${near}?`
  return `is not known here; ${advice}`
}

function findingsInValue(
  { accepts, expects, mayBeReference }: Extract<FilePart, { kind: 'value' }>,
  value: unknown,
): readonly string[] {
  if (!accepts(value)) {
    const isReference = isMembers(value) && mayBeReference
    return [
      `must be ${expects}${isReference ? `, or {"${reference.name}": …} with ${reference.expects}` : ''}`,
    ]
  }
  const holdsSome = [value].flat().some(each => typeof each === 'string' && holdsCardData(each))
  return holdsSome ? ['must not hold card data'] : []
}

/** The inner path begins with a point or a bracket, or is empty. */
function findingsInField(
  held: Group,
  value: unknown,
): readonly { readonly inner: string; readonly says: string }[] {
  const read = readStrictMessage<unknown>(held, { held: value })
  if ('values' in read) return []
  const { field: path, validationType, sentence = '' } = read.finding
  const inner = path.slice('held'.length)
  if (validationType === 'MISSING') return [{ inner, says: 'is missing' }]
  if (validationType === 'INVALID') return [{ inner, says: sentence.replace(/^It (.*)\.$/s, '$1') }]
  const shape = groupIn(resolve(held, 1))
  const near = shape && nearestField(shape, path)
  return [{ inner, says: `is not known here${near === undefined ? '' : `; did you mean ${near}?`}` }]
}
