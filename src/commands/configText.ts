// How plans of a configuration file are told.

import type { AppliedSteps } from '../administration/configuration/configuration.ts'
import type { LinksFileDifference } from '../administration/configuration/linkDifferences.ts'
import type { ConfigurationPlan } from '../administration/configuration/plan.ts'
import type { FileFinding } from '../administration/configuration/readFile.ts'
import type { FieldDifference } from '../administration/configuration/steps.ts'
import type { AddedMerchant } from '../administration/merchants.ts'
import type { GatewayEnvironment } from '../platform/environment.ts'
import type { GivenConfiguration, RefusedConfiguration } from './configFile.ts'
import { type CommandResult, countText, printable, refusalText } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

/** A file that cannot even be planned. */
export const refusedResult = ({ path, refused }: RefusedConfiguration): CommandResult => ({
  json: { refused },
  text: paint => refusedLines(path, refused, paint),
  isBad: true,
})

const refusedLines = (
  path: string,
  refused: readonly FileFinding[],
  paint: TerminalPaint,
): readonly string[] =>
  refused.length === 0
    ? []
    : [
        `${paint.red('Refused')}: ${printable(path)}, for ${countText(refused.length, 'reason')}.`,
        ...findingLines(refused),
        '',
      ]

const findingLines = (findings: readonly FileFinding[]): readonly string[] =>
  findings.map(({ path, says }) => `  ${printable(path)}: ${printable(says, 500)}`)

export function planResult(plan: ConfigurationPlan, given: GivenConfiguration): CommandResult {
  const { steps, refused } = plan
  return {
    json: planJson(plan, given),
    text: paint => [
      ...planLines(plan, given, paint),
      ...(steps.length > 0 && refused.length === 0
        ? [`To do it: npx tollgate config apply ${printable(given.path)} --plan ${plan.fingerprint}`]
        : []),
    ],
    isBad: refused.length > 0,
    isDifferent: steps.length > 0 || given.linksPlan.differences.length > 0,
  }
}

const planJson = (plan: ConfigurationPlan, { linksPlan }: GivenConfiguration) => ({
  plan: plan.fingerprint,
  changes: plan.steps.map(({ path, action, fields }) => ({ path, action, fields })),
  refused: plan.refused,
  links: linksPlan.differences,
  notes: [...plan.notes, ...linksPlan.notes],
  unmanaged: [...plan.unmanaged, ...linksPlan.unmanaged],
})

export function planLines(
  plan: ConfigurationPlan,
  { path, environment, linksPlan }: GivenConfiguration,
  paint: TerminalPaint,
): readonly string[] {
  const notes = [...plan.notes, ...linksPlan.notes]
  const unmanaged = [...plan.unmanaged, ...linksPlan.unmanaged]
  return [
    `${paint.bold(printable(path))} against ${environmentWords[environment]}`,
    '',
    ...refusedLines(path, plan.refused, paint),
    ...plan.steps.flatMap(step => stepLines(step, paint)),
    ...section('Links and routes: not changed by apply', linksPlan.differences.length, paint, [
      ...linksPlan.differences.flatMap(step => stepLines(step, paint)),
      `  Nodes read them when they start. npx tollgate config links ${printable(path)} prints their file:`,
      '  give it to each node (TOLLGATE_ACQUIRER_LINKS), and restart one after the other.',
    ]),
    ...section('To know', notes.length, paint, findingLines(notes)),
    ...section('Not in the file, left as it is', unmanaged.length, paint, unmanagedLines(unmanaged)),
    paint.bold(summaryLine(plan, linksPlan.differences.length)),
  ]
}

const environmentWords = {
  sandbox: 'a sandbox',
  simulated: 'a rehearsal of production, where no money moves',
  live: 'production, where money moves',
} as const satisfies Readonly<Record<GatewayEnvironment, string>>

const section = (
  title: string,
  count: number,
  paint: TerminalPaint,
  lines: readonly string[],
): readonly string[] => (count === 0 ? [] : [paint.bold(title), ...lines, ''])

const unmanagedMax = 20
function unmanagedLines(paths: readonly string[]): readonly string[] {
  const more = paths.length - unmanagedMax
  return [
    ...paths.slice(0, unmanagedMax).map(path => `  ${printable(path)}`),
    ...(more > 0 ? [`  and ${countText(more, 'other')}; --json lists all`] : []),
  ]
}

const signs = { add: ['+', 'green'], change: ['~', 'yellow'], remove: ['-', 'red'] } as const

function stepLines({ path, action, fields }: LinksFileDifference, paint: TerminalPaint): readonly string[] {
  const [sign, colour] = signs[action]
  const head = `${paint[colour](sign)} ${paint.bold(printable(path))}`
  const shown = action === 'remove' ? [] : fields
  return [head, ...shown.map(field => `    ${differenceText(field)}`), '']
}

function differenceText({ field, before, after }: FieldDifference): string {
  const name = printable(field)
  if (before === undefined) return `${name}: ${valueText(after)}`
  return `${name}: ${valueText(before)} → ${valueText(after)}`
}

function valueText(value: unknown): string {
  if (value === undefined || value === '') return '(none)'
  if (Array.isArray(value) && value.every(each => typeof each === 'string'))
    return value.length === 0 ? '(none)' : printable(value.join(', '))
  return printable(typeof value === 'object' ? JSON.stringify(value) : value)
}

function summaryLine({ steps, refused, fingerprint }: ConfigurationPlan, links: number): string {
  if (refused.length > 0) return 'Nothing can be applied until nothing is refused.'
  if (steps.length === 0)
    return links > 0 ? 'Nothing to apply but links and routes.' : 'No changes: it is as the file says.'
  const count = (action: keyof typeof signs) => steps.filter(step => step.action === action).length
  return (
    `${count('add')} to add, ${count('change')} to change, ${count('remove')} to remove. ` +
    `Plan ${fingerprint}.`
  )
}

export const passwordLine = ({ merchantId, password }: AddedMerchant, paint: TerminalPaint): string =>
  `API password of ${merchantId}, shown this once:  ${paint.bold(password)}`

type PerformedPlan = AppliedSteps & { readonly passwords: readonly AddedMerchant[] }

export function appliedResult(
  plan: ConfigurationPlan,
  given: GivenConfiguration,
  { done, stopped, passwords }: PerformedPlan,
): CommandResult {
  const why = stopped && { path: stopped.path, says: refusalText(stopped.rejection) }
  return {
    json: {
      ...planJson(plan, given),
      applied: done,
      passwords: passwords.map(({ merchantId, password }) => ({ merchantId, password })),
      ...(why && { stopped: why }),
    },
    text: paint => [
      ...(passwords.length > 0 ? [''] : []),
      ...(why
        ? [
            `${paint.red('Stopped')} after ${done} of ${countText(plan.steps.length, 'step')}:`,
            ...findingLines([why]),
            'What was done stays. Mend it, and apply the file again: the rest follows.',
          ]
        : [`${paint.green('Applied')} ${countText(done, 'step')}. See npx tollgate audit list`]),
    ],
    isBad: why !== undefined,
  }
}
