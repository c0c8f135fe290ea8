// The configuration file as data: what it may hold, and where. Its validation, its JSON schema and its page
// are made from this; settings, fields and rules in it are those that commands and console know.

import { type Field, type Group, group, omit, required } from '../../contract/kit/vocabulary.ts'
import { type ProfileSetting, profileSettings } from '../../orders/merchant.ts'
import { gatewayEnvironments } from '../../platform/environment.ts'
import { riskRule, ruleFields, ruleSet, thresholdFields } from '../../risk/rule.ts'
import { merchantFields } from '../../threeDSecure/emv/merchantRecord.ts'
import { isDirectoryServerName } from '../../threeDSecure/emv/settings.ts'
import { isMerchantId } from '../context.ts'

export type FilePart = ValuePart | MembersPart | NamedPart | FieldPart
/** One value. */
type ValuePart = {
  readonly kind: 'value'
  /** What it must be, as the end of a sentence. */
  readonly expects: string
  readonly accepts: (value: unknown) => boolean
  /** A value of the same kind. */
  readonly usual: unknown
  /** All there are, where they can be listed. */
  readonly values?: readonly (string | number)[]
  /** Whether a variable of the environment may hold it. */
  readonly mayBeReference?: boolean
}
/** An object whose members are known. */
type MembersPart = { readonly kind: 'members'; readonly members: Readonly<Record<string, FileMember>> }
export type FileMember = {
  readonly meaning: string
  readonly part: FilePart
  readonly isRequired?: true
}
/** An object whose members have names of the author's choice. */
type NamedPart = {
  readonly kind: 'named'
  /** What a name must be, as the end of a sentence. */
  readonly expects: string
  readonly accepts: (name: string) => boolean
  readonly each: FilePart
}
/** Declared with the contract's vocabulary, which knows groups of fields: it is the field `held` of one. */
type FieldPart = { readonly kind: 'field'; readonly group: Group }

const fieldPart = (field: Field): FieldPart => ({ kind: 'field', group: group({ held: field }) })

const oneOf = <Value extends string | number>(...values: readonly [Value, ...Value[]]): ValuePart => ({
  kind: 'value',
  expects: values.join(' or '),
  accepts: value => values.some(each => each === value),
  usual: values[0],
  values,
})

const anything = (kind: 'text' | 'object'): ValuePart => ({
  kind: 'value',
  expects: kind === 'text' ? 'text' : 'an object',
  accepts: value => (kind === 'text' ? typeof value === 'string' : isMembers(value)),
  usual: kind === 'text' ? '' : {},
})

/** A JSON object. */
export const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldMember = (field: Field): FileMember => ({ meaning: field.doc, part: fieldPart(field) })

/**
 * A text of a profile may be left to the environment of the command: addresses of receivers can hold secrets,
 * and differ between sandbox and production.
 */
export const reference = {
  name: 'fromEnvironment',
  expects: 'a variable of capitals, digits and _ that does not begin with TOLLGATE_',
  pattern: /^(?!TOLLGATE_)[A-Z][A-Z0-9_]{0,99}$/,
} as const

const settingMember = ({ meaning, ...setting }: ProfileSetting<unknown>): FileMember => ({
  meaning,
  part: {
    kind: 'value',
    ...setting,
    mayBeReference: typeof setting.usual === 'string' && setting.values === undefined,
  },
})

const profile: MembersPart = {
  kind: 'members',
  members: Object.fromEntries(
    Object.entries(profileSettings).map(([name, setting]) => [name, settingMember(setting)]),
  ),
}

const directoryRecord: MembersPart = {
  kind: 'members',
  members: Object.fromEntries(
    Object.entries(merchantFields).map(([name, { meaning, ...field }]) => [
      name,
      { meaning, part: { kind: 'value', ...field, usual: '' } },
    ]),
  ),
}

/** A rule stands under its id. */
const fileRule = group(omit(riskRule, 'id'))
const { pattern: idPattern, min: idMin = 1, max: idMax = 1 } = ruleFields.id.type

const riskMembers = {
  rules: {
    meaning: 'Risk rules by id, each with the state it is to be in.',
    part: {
      kind: 'named',
      expects: `${idMin} to ${idMax} letters, digits, - or _`,
      accepts: id => id.length >= idMin && id.length <= idMax && idPattern?.test(id) === true,
      each: fieldPart(required(fileRule, 'A rule.')),
    },
  },
  reviewFrom: fieldMember(thresholdFields.reviewFrom),
  rejectFrom: fieldMember(thresholdFields.rejectFrom),
} as const satisfies Readonly<Record<string, FileMember>>

const merchantSections: MembersPart = {
  kind: 'members',
  members: {
    profile: { meaning: 'Its settings; endpoints of notifications are among them.', part: profile },
    directoryServers: {
      meaning: 'How directory servers know it, by the name of each.',
      part: {
        kind: 'named',
        expects: 'lower-case letters, digits and hyphens, up to 40',
        accepts: isDirectoryServerName,
        each: directoryRecord,
      },
    },
    risk: { meaning: 'Its own risk rules and thresholds.', part: { kind: 'members', members: riskMembers } },
  },
}

export const configurationFile: MembersPart = {
  kind: 'members',
  members: {
    $schema: { meaning: 'For editors: what tollgate config schema printed.', part: anything('text') },
    format: { meaning: 'Of this file.', part: oneOf(1), isRequired: true },
    environment: {
      meaning:
        'Where it was exported. A file that does not say live is held to be a rehearsal, and production ' +
        'refuses what is only that.',
      part: oneOf(...gatewayEnvironments),
    },
    merchants: {
      meaning: 'Merchants by id.',
      part: {
        kind: 'named',
        expects: '1 to 40 letters, digits, _ or -',
        accepts: isMerchantId,
        each: merchantSections,
      },
    },
    gateway: {
      meaning: 'What holds for all merchants.',
      part: {
        kind: 'members',
        members: {
          risk: {
            meaning: 'Risk rules and thresholds of the gateway, and where issuers are.',
            part: {
              kind: 'members',
              members: { ...riskMembers, issuerRanges: fieldMember(ruleSet.fields.issuerRanges) },
            },
          },
        },
      },
    },
    acquirerLinks: {
      meaning:
        'Links and routes: the links file as it is to be. Checked and compared; nodes read their file.',
      part: anything('object'),
    },
  },
}
