// The commands of the audit log: listing its entries, and verifying it against heads that were kept.

import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type FoundAuditHeads, foreignHeadText, isHeadLine } from '../administration/auditHead.ts'
import type { BrokenChain, ChainVerification, IntactChain, NotedEntry } from '../administration/auditLog.ts'
import type { AuditEntry } from '../administration/port.ts'
import { isRejection } from '../orders/rejection.ts'
import { errorCode, errorMessage, UseRefusal } from '../platform/errors.ts'
import { addCommand, addGroup, numberOption } from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { type CommandResult, countText, isoTime, printable, tableLines, timeText } from './output.ts'
import type { TerminalPaint } from './terminal.ts'

export function addAudit(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'audit', {
    summary: 'who changed credentials, profiles and keys, and when',
    details:
      'Each entry is tied to the one before it, so that nothing can be changed or taken out unnoticed.',
    examples: [
      ['tollgate audit list', 'the newest fifty'],
      ['tollgate audit verify', 'whether the log is as it was written'],
    ],
  })
  addList(group, context)
  addVerify(group, context)
}

function addList(group: Command, context: CommandContext): void {
  addCommand(group, 'list', {
    summary: 'list entries, newest first',
    examples: [
      ['tollgate audit list --merchant SHOP', 'what was changed about SHOP'],
      ['tollgate audit list --before 120', 'the page before entry 120'],
    ],
  })
    .option('--merchant <merchant>', 'only about this one')
    .addOption(
      new Option('--before <entry>', 'only entries with a lower number').argParser(text => {
        if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
        throw new InvalidArgumentError('It must be the number of an entry.')
      }),
    )
    .addOption(numberOption('--limit <count>', 'how many', { min: 1, max: 1_000, usual: 50 }))
    .action(async ({ merchant: merchantId, before, limit }: WantedAuditList) => {
      const { administration } = await context.records()
      const found = await administration.audit.list({
        limit,
        ...(merchantId !== undefined && { merchantId }),
        ...(before !== undefined && { before }),
      })
      context.show(isRejection(found) ? found : listResult(found))
    })
}

type WantedAuditList = { readonly merchant?: string; readonly before?: number; readonly limit: number }

const listResult = (found: readonly AuditEntry[]): CommandResult => ({
  json: {
    entries: found.map(({ atMs, digest, ...entry }) => ({
      ...entry,
      time: isoTime(atMs),
      digest: digest.toString('hex'),
    })),
  },
  text: paint => (found.length === 0 ? ['Nothing has been changed yet.'] : entryLines(found, paint)),
})

/** The change is on a line of its own below the operator: it may be long. */
function entryLines(found: readonly AuditEntry[], paint: TerminalPaint): readonly string[] {
  const rows = found.map(({ entryNo, atMs, actor, action, merchantId }) => [
    ...[String(entryNo), timeText(atMs), printable(actor, 20), printable(action), merchantId ?? ''],
  ])
  const [heading = '', ...lines] = tableLines(['ENTRY', 'TIME (UTC)', 'WHO', 'WHAT', 'MERCHANT'], rows, paint)
  return [
    heading,
    ...lines.flatMap((line, index) => {
      const details = detailsText(found[index]?.details ?? {})
      return details === '' ? [line] : [line, paint.dim(`       ${details}`)]
    }),
  ]
}

const detailsText = (details: AuditEntry['details']): string =>
  Object.keys(details).length === 0
    ? ''
    : printable(
        Object.entries(details)
          .map(([name, value]) => `${name}: ${changeText(value)}`)
          .join(', '),
        300,
      )

const changeText = (value: unknown): string => {
  const isChange = typeof value === 'object' && value !== null && 'before' in value && 'after' in value
  if (isChange) return `${JSON.stringify(value.before)} → ${JSON.stringify(value.after)}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function addVerify(group: Command, context: CommandContext): void {
  addCommand(group, 'verify', {
    summary: 'check that no entry was changed, taken out, put in or cut off',
    details:
      'That the end was cut off, or all of it, shows against its head: how far the log went, signed, ' +
      'outside of the database. Each node keeps one in TOLLGATE_AUDIT_HEAD_FILE and says it in its log. ' +
      'The console shows the result, to administrators of merchants too: when it was verified, how far, ' +
      'and that it was by this command. ' +
      'A log that is intact but has no head to compare with ends with 0, an empty one with 1.',
    examples: [
      ['tollgate audit verify', 'reads the whole log; ends with 1 if it is not intact'],
      ['tollgate audit verify --head gateway.log', 'against every head in the log of a gateway'],
      ['tollgate audit verify --noted 120:6b1f…', 'and that entry 120 is still the one you noted'],
    ],
  })
    .option('--head <head>', 'a head that was kept elsewhere: the line itself, or a file with any number')
    .addOption(new Option('--noted <entry:digest>', 'what an earlier check printed').argParser(readNoted))
    .action(async ({ head, noted }: { head?: string; noted?: NotedEntry }) => {
      const { administration, heads, noteVerification } = await context.records({})
      const found = head === undefined ? await readKeptHeads(heads) : await readGivenHeads(head, heads)
      const beganMs = context.clock.monotonicMs()
      const verification = await context.withProgress(progress =>
        administration.audit.verify({
          onProgress: entries => progress.report('Reading the audit log', entries),
          noted: [...found.heads, ...(noted ? [noted] : [])],
        }),
      )
      const against = { ...found, isNoted: noted !== undefined }
      if (isSaidOfLog(verification, against))
        await noteVerification(verification, Math.round(context.clock.monotonicMs() - beganMs)).catch(error =>
          context.terminal.remark(`The console does not show this result: ${errorMessage(error)}`),
        )
      context.show(verificationResult(verification, against))
    })
}

/**
 * Whether everybody may be told so: not where it is uncertain, and not what may only show that somebody
 * mistyped what was noted.
 */
const isSaidOfLog = (
  { isIntact, entries }: ChainVerification,
  { hasForeign, isNoted }: ComparedWith,
): boolean => (isIntact ? entries > 0 && !hasForeign : !isNoted)

type KeptHeads = OperatorRecords['heads']
type ComparedHeads = FoundAuditHeads & { readonly origin: string; readonly isThere: boolean }

async function readKeptHeads(heads: KeptHeads): Promise<ComparedHeads> {
  const origin = heads.path
  const kept = await heads.kept().catch(error => {
    throw new UseRefusal(`${origin} cannot be read (${errorCode(error)}).`)
  })
  // Any other file in this place was a head once.
  if (kept?.heads.length === 0) return { origin, isThere: true, heads: [], hasForeign: true }
  return { origin, isThere: kept !== undefined, ...(kept ?? { heads: [], hasForeign: false }) }
}

/** A file named by the user must contain a head: it is to be compared. */
async function readGivenHeads(given: string, heads: KeptHeads): Promise<ComparedHeads> {
  const isLine = isHeadLine(given)
  const text = isLine
    ? given
    : await readFile(given, 'utf8').catch(error => {
        throw new UseRefusal(`${given} cannot be read (${errorCode(error)}).`)
      })
  const found = heads.read(text)
  const origin = isLine ? '--head' : given
  if (found.heads.length === 0 && !found.hasForeign)
    throw new UseRefusal(`There is no head of an audit log in ${origin}.`)
  return { ...found, origin, isThere: true }
}

function readNoted(text: string): NotedEntry {
  const [, entryNo, digest] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (entryNo === undefined || digest === undefined)
    throw new InvalidArgumentError('It must be a number, a colon and 64 hexadecimal digits.')
  return { entryNo: Number(entryNo), digest: digest.toLowerCase() }
}

type ComparedWith = ComparedHeads & { readonly isNoted: boolean }

function verificationResult(verification: ChainVerification, against: ComparedWith): CommandResult {
  if (!verification.isIntact) return brokenResult(verification)
  if (against.hasForeign) return foreignResult(verification, against)
  return intactResult(verification, against)
}

const brokenResult = (verification: BrokenChain): CommandResult => ({
  json: verification,
  isBad: true,
  text: paint => [`${paint.red('Not intact:')} entry ${verification.entryNo}: ${verification.why}`],
})

function foreignResult({ entries }: IntactChain, { origin }: ComparedWith): CommandResult {
  const why = foreignHeadText(origin)
  return {
    json: { isIntact: false, entries, why },
    isBad: true,
    text: paint => [`${paint.red('Not intact:')} ${why}`],
  }
}

/** An empty log may be unchanged, or have lost all its entries: without a head that cannot be known. */
function intactResult(
  verification: IntactChain,
  { origin, isThere, heads, isNoted }: ComparedWith,
): CommandResult {
  const furthest = heads.reduce((most, { entryNo }) => Math.max(most, entryNo), 0)
  const isUncertain = verification.entries === 0
  return {
    json: { ...verification, head: isThere ? { origin, entryNo: furthest } : null },
    isBad: isUncertain,
    text: paint => [
      isUncertain
        ? `${paint.red('Empty:')} there is no entry, and no head that says whether there ever was one.`
        : `${paint.green('Intact:')} ${countText(verification.entries, 'entry', 'entries')}.`,
      ...(isThere
        ? [`Nothing is missing up to entry ${furthest}, by its head in ${origin}.`]
        : noHead(paint, origin, isNoted)),
      ...(verification.last
        ? [
            'Note this elsewhere, to see later that nothing was cut off:',
            `  ${verification.last.entryNo}:${verification.last.digest}`,
          ]
        : []),
    ],
  }
}

const noHead = (paint: TerminalPaint, path: string, isNoted: boolean): readonly string[] =>
  isNoted
    ? []
    : [
        `${paint.yellow('No head to compare with:')} there is none in ${path}. Whether anything was cut ` +
          'off shows against one that was kept elsewhere (--head), such as in the log of a gateway.',
      ]
