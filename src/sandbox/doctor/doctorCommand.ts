// The command that examines a merchant's own traffic for mistakes of its integration.

import { type Command, InvalidArgumentError } from 'commander'
import { addCommand, numberOption } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/context.ts'
import { type CommandResult, countText, pairLines, printable, wrapText } from '../../commands/output.ts'
import type { TerminalPaint } from '../../commands/terminal.ts'
import { type Diagnosis, diagnose } from '../../doctor/diagnose.ts'
import { readTraffic } from '../../doctor/readTraffic.ts'
import { evidenceTexts, inEnglish, meetingTexts, symptomAdvice, symptomTitles } from '../../doctor/texts.ts'
import { isRejection } from '../../orders/rejection.ts'
import { StartRefusal, UseRefusal } from '../../platform/errors.ts'
import { readUrl } from '../../standards/url.ts'
import { isForgedTaken } from './forgedNotification.ts'
import { type Rehearsal, rehearsalOf } from './rehearsed.ts'

export function addDoctor(program: Command, context: CommandContext): void {
  addCommand(program, 'doctor', {
    summary: "examine a merchant's sandbox traffic for mistakes of its integration",
    details:
      'Reads what your shop has sent to the sandbox and how it took notifications, and tells what would ' +
      'hurt in production, each with evidence and advice; and which outcomes it has met. Reads only. Exit ' +
      'code 1 if something was found, so that a build can end with it.',
    examples: [
      ['tollgate doctor', "of the sandbox's merchant, the last day"],
      ['tollgate doctor --receiver http://127.0.0.1:3000/hook', 'sends a forged notification there, too'],
      ['tollgate doctor --outcomes 20', 'and is not content with fewer outcomes'],
    ],
  })
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .addOption(numberOption('--hours <hours>', 'how far back to look', { min: 1, max: 720, usual: 24 }))
    .addOption(
      numberOption('--outcomes <count>', 'how many outcomes must have been met', {
        min: 0,
        max: 500,
        usual: 0,
      }),
    )
    .option('--receiver <url>', 'your receiver of notifications: a forged one is sent to it', receiverIn)
    .action(async (options: DoctorOptions) => context.show(await examine(context, options)))
}

type DoctorOptions = {
  readonly merchant?: string
  readonly hours: number
  readonly outcomes: number
  readonly receiver?: URL
}

function receiverIn(text: string): URL {
  const url = readUrl(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:3000/hook.')
}

async function examine(context: CommandContext, options: DoctorOptions): Promise<CommandResult> {
  const merchantId = options.merchant ?? context.defaults.merchantId()
  if (merchantId === undefined) throw new UseRefusal('Say whose traffic it is with --merchant.')
  const records = await context.records()
  if (!records.isTest)
    throw new UseRefusal('The doctor examines a sandbox: it is for those who develop, not for live payments.')
  const merchant = await records.administration.merchants.show(merchantId)
  if (isRejection(merchant)) throw new StartRefusal(`--merchant: ${merchant.explanation}`)
  const sinceMs = context.clock.now().getTime() - options.hours * 3_600_000
  const read = await context.withProgress(progress =>
    readTraffic(records, {
      ...{ owner: merchant, profile: merchant.profile, sinceMs },
      report: done => progress.report('Reading calls', done),
    }),
  )
  const takesForged =
    options.receiver === undefined ? undefined : await isForgedTaken(context, options.receiver)
  const traffic = { ...read, ...(takesForged !== undefined && { takesForged }) }
  const found = diagnose(traffic).map(toldDiagnosis)
  const rehearsal = toldRehearsal(rehearsalOf(traffic.calls))
  const isShort = rehearsal.rehearsed < options.outcomes
  return {
    json: { merchant: merchantId, calls: traffic.calls.length, found, ...rehearsal },
    text: paint => [
      ...headLines(merchantId, { calls: traffic.calls.length, hours: options.hours, found }, paint),
      ...(takesForged === false ? [paint.green('Your receiver refused a forged notification.'), ''] : []),
      ...found.flatMap(each => diagnosisLines(each, paint)),
      ...rehearsalLines(rehearsal, isShort, paint),
    ],
    isBad: found.length > 0 || isShort,
  }
}

const toldDiagnosis = ({ id, severity, count, evidence }: Diagnosis) => ({
  ...{ id, severity, title: symptomTitles[id], advice: symptomAdvice[id], count },
  evidence: evidence.map(each => ({ ...each, what: inEnglish(evidenceTexts, each.what) })),
})

const toldRehearsal = ({ missing, ...rehearsal }: Rehearsal) => ({
  ...rehearsal,
  missing: missing.map(each => ({ ...each, how: inEnglish(meetingTexts, each.how) })),
})

type ToldDiagnosis = ReturnType<typeof toldDiagnosis>
type ToldRehearsal = ReturnType<typeof toldRehearsal>
type Examined = { readonly calls: number; readonly hours: number; readonly found: readonly ToldDiagnosis[] }

function headLines(merchantId: string, { calls, hours, found }: Examined, paint: TerminalPaint) {
  const whose = `of ${printable(merchantId)} in the last ${countText(hours, 'hour')}`
  if (calls === 0)
    return [`There are no calls ${whose}. Let your shop make some payments, then ask again.`, '']
  return [
    `Examined ${countText(calls, 'call')} ${whose}.`,
    found.length === 0
      ? paint.green('Nothing wrong was found.')
      : paint.bold(`${countText(found.length, 'mistake')} found:`),
    '',
  ]
}

function diagnosisLines(
  { severity, title, advice, id, count, evidence }: ToldDiagnosis,
  paint: TerminalPaint,
) {
  const mark = severity === 'error' ? paint.red('ERROR') : paint.yellow('WARNING')
  return [
    `${mark}  ${paint.bold(title)}${count > 1 ? ` (${count} times)` : ''}  ${paint.dim(id)}`,
    ...wrapText(advice, 76).map(line => `  ${line}`),
    ...evidence.map(each => `  - ${evidenceText(each)}`),
    '',
  ]
}

const evidenceText = ({
  atMs,
  what,
  orderId,
  transactionId,
  requestId,
}: ToldDiagnosis['evidence'][number]): string =>
  printable(
    [
      ...(atMs > 0 ? [new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')] : []),
      ...(orderId === undefined
        ? []
        : [`order ${orderId}${transactionId === undefined ? '' : `/${transactionId}`}`]),
      what,
      ...(requestId === undefined ? [] : [`(${requestId})`]),
    ].join('  '),
    300,
  )

function rehearsalLines(
  { rehearsed, outcomes, missing }: ToldRehearsal,
  isShort: boolean,
  paint: TerminalPaint,
) {
  const line = `You rehearsed ${rehearsed} of ${outcomes} outcomes.`
  if (missing.length === 0) return [paint.green(line)]
  return [
    isShort ? paint.red(line) : paint.bold(line),
    'Not yet met by your shop, and what brings each about:',
    ...pairLines(missing.map(({ name, how }) => [name, how])),
  ]
}
