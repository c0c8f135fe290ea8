// The commands of configuration as code: exporting it, planning a file, and applying it.

import type { Command } from 'commander'
import { exportedFile, schemaFileName } from '../administration/configuration/exportFile.ts'
import { configurationSchema } from '../administration/configuration/fileSchema.ts'
import type { KnownConfiguration } from '../administration/configuration/known.ts'
import { type ConfigurationPlan, planConfiguration } from '../administration/configuration/plan.ts'
import type { ConfigurationFile } from '../administration/configuration/readFile.ts'
import type { AddedMerchant } from '../administration/merchants.ts'
import { StartRefusal, UseRefusal } from '../platform/errors.ts'
import { addCommand, addGroup, type OperatorOption, withOperatorOption } from './command.ts'
import { type GivenConfiguration, readConfiguration, readDeployedLinks } from './configFile.ts'
import { appliedResult, passwordLine, planLines, planResult, refusedResult } from './configText.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { type CommandResult, countText, printable } from './output.ts'

export function addConfig(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'config', {
    summary: 'the whole configuration as one file: export, plan, apply',
    examples: [
      ['tollgate config export', 'what this gateway has; > tollgate.json keeps it as a file'],
      ['tollgate config plan tollgate.json', 'what would change'],
      ['tollgate config apply tollgate.json', 'asks, and changes it'],
    ],
  })
  addExport(group, context)
  addPlan(group, context)
  addApply(group, context)
  addLinks(group, context)
  addSchema(group, context)
}

const fileArgument = ['<file>', 'the configuration file, JSON'] as const
const pruneOption = [
  '--prune',
  'take away what a section of the file leaves out: rules, records, settings; never a merchant',
] as const

function addExport(group: Command, context: CommandContext): void {
  addCommand(group, 'export', {
    summary: 'print what a gateway has as a configuration file',
    details:
      'Merchants with their profiles, records at directory servers and risk rules, the rules of the ' +
      'gateway, and the links file. In a stable order and without secrets: an address with a query, which ' +
      'may hold one, is named as a variable of the environment.',
    examples: [['tollgate config export', 'on the screen; > tollgate.json keeps it as a file']],
  }).action(async () => {
    const environment = context.defaults.environment()
    const linksPath = context.defaults.linksFile()
    const { administration } = await context.records()
    const known = await readKnown(context, administration)
    const acquirerLinks = linksPath === undefined ? undefined : await readDeployedLinks(linksPath)
    showDocument(context, exportedFile(known, { environment, acquirerLinks }))
  })
}

const readKnown = (
  context: CommandContext,
  { configuration }: OperatorRecords['administration'],
  file?: ConfigurationFile,
): Promise<KnownConfiguration> =>
  context.withProgress(progress =>
    configuration.known({
      ...(file && { file }),
      report: (done, of) => progress.report('Reading merchants', done, of),
    }),
  )

/** The same text for people and for programs. */
const showDocument = (context: CommandContext, document: unknown): void =>
  context.show({ json: document, text: () => JSON.stringify(document, undefined, 2).split('\n') })

function addSchema(group: Command, context: CommandContext): void {
  addCommand(group, 'schema', {
    summary: 'print the JSON schema of the configuration file, for editors',
    examples: [['tollgate config schema', `on the screen; > ${schemaFileName} keeps it beside the file`]],
  }).action(() => showDocument(context, configurationSchema()))
}

function addLinks(group: Command, context: CommandContext): void {
  addCommand(group, 'links', {
    summary: "print the links file that is in a configuration file's acquirerLinks",
    details:
      'Nodes read links and routes from the file of TOLLGATE_ACQUIRER_LINKS when they start: give it to ' +
      'each of them, and restart one after the other.',
    examples: [
      ['tollgate config links tollgate.json', 'on the screen; > acquirer-links.json makes the file of nodes'],
    ],
  })
    .argument(...fileArgument)
    .action(async (path: string) => {
      const given = await readConfiguration(context, path)
      if ('refused' in given) return context.show(refusedResult(given))
      if (given.file.acquirerLinks === undefined) throw new StartRefusal(`${path} has no acquirerLinks.`)
      return showDocument(context, given.file.acquirerLinks)
    })
}

type PlanFlags = { readonly prune?: boolean }

function addPlan(group: Command, context: CommandContext): void {
  addCommand(group, 'plan', {
    summary: 'show what applying a configuration file would change',
    details:
      'Reads only. Exit code 0: nothing would change; 2: something would; 1: the file is refused, each ' +
      'reason with its place. What the file does not name is left as it is, and listed. Planned for ' +
      'production, a file of a sandbox is refused where it holds what is only simulated.',
    examples: [
      ['tollgate config plan tollgate.json', 'against the database of these settings'],
      ['tollgate config plan tollgate.json --prune', 'and what would be taken away'],
      ['tollgate config plan tollgate.json --json', 'for a build: fingerprint, changes, refusals'],
    ],
  })
    .argument(...fileArgument)
    .option(...pruneOption)
    .action(async (path: string, flags: PlanFlags) => {
      const given = await readConfiguration(context, path)
      if ('refused' in given) return context.show(refusedResult(given))
      const plan = await planFor(context, given, { flags, records: await context.records() })
      return context.show(planResult(plan, given))
    })
}

type Planning = { readonly flags: PlanFlags; readonly records: Pick<OperatorRecords, 'administration'> }

async function planFor(
  context: CommandContext,
  { file, ...given }: GivenConfiguration,
  { flags, records }: Planning,
): Promise<ConfigurationPlan> {
  const known = await readKnown(context, records.administration, file)
  return planConfiguration(file, known, { ...given, prunes: flags.prune === true })
}

type ApplyFlags = PlanFlags & OperatorOption & { readonly yes?: boolean; readonly plan?: string }

function addApply(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'apply', {
    summary: 'make the database as a configuration file says',
    details:
      'Shows the plan, asks, and does it step by step as the single commands would, each with its entry ' +
      'in the audit log; payments go on. It stops where the database changed since it showed the plan. ' +
      'After a crash, apply it again: what was done stays, the rest follows. New merchants get an API ' +
      'password, shown this once. Exit code 1 if the file is refused or a step failed.',
    examples: [
      ['tollgate config apply tollgate.json', 'shows the plan, and asks'],
      ['tollgate config apply tollgate.json --yes --plan 3f9a01c2d4e5f607', 'only what was reviewed'],
      ['tollgate config apply tollgate.json --prune', 'takes away what the file leaves out'],
    ],
  })
    .argument(...fileArgument)
    .option(...pruneOption)
    .option('--yes', 'without asking')
    .option('--plan <fingerprint>', 'only if the plan is still the one with this fingerprint')
  withOperatorOption(command).action(async (path: string, flags: ApplyFlags) => {
    const given = await readConfiguration(context, path)
    context.show('refused' in given ? refusedResult(given) : await apply(context, given, flags))
  })
}

async function apply(context: CommandContext, given: GivenConfiguration, flags: ApplyFlags) {
  const records = await context.records({ as: flags.as })
  const plan = await planFor(context, given, { flags, records })
  if (plan.refused.length > 0) return planResult(plan, given)
  if (flags.plan !== undefined && flags.plan !== plan.fingerprint)
    throw new StartRefusal(
      `The plan is ${plan.fingerprint} now, not ${printable(flags.plan, 40)}: the file or the database ` +
        'changed. Nothing was done. Plan it again.',
    )
  if (plan.steps.length === 0) return { ...planResult(plan, given), isDifferent: false }
  const print = context.isForProgram() ? context.terminal.remark : context.terminal.print
  for (const line of planLines(plan, given, context.terminal.paint)) print(line)
  if (!flags.yes) await confirm(context, plan)
  const { fingerprint } = await planFor(context, given, { flags, records })
  if (fingerprint !== plan.fingerprint)
    throw new StartRefusal('The database changed since the plan was shown. Nothing was done: apply it again.')
  return perform(context, plan, { given, records })
}

async function confirm(context: CommandContext, { steps }: ConfigurationPlan): Promise<void> {
  const isWanted = await context.ask(`Do ${countText(steps.length, 'step')}?`)
  if (isWanted === undefined) throw new UseRefusal('Nobody is here to be asked: say --yes to apply it.')
  if (!isWanted) throw new StartRefusal('Nothing was done.')
}

type Performing = Pick<Planning, 'records'> & { readonly given: GivenConfiguration }

/** For people a password is printed as soon as there is one, whatever happens to the steps after it. */
async function perform(
  context: CommandContext,
  plan: ConfigurationPlan,
  { given, records }: Performing,
): Promise<CommandResult> {
  const passwords: AddedMerchant[] = []
  const isForProgram = context.isForProgram()
  const { print, paint } = context.terminal
  const { configuration } = records.administration
  const applied = await context.withProgress(progress => {
    let done = 0
    return configuration.apply(plan.steps, {
      onStep: () => progress.report('Applying', ++done, plan.steps.length),
      onPassword(added) {
        passwords.push(added)
        if (!isForProgram) print(passwordLine(added, paint))
      },
    })
  })
  return appliedResult(plan, given, { ...applied, passwords })
}
