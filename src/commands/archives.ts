// The commands of archives: taking closed orders whose term is over to files, and reading those.

import type { Command } from 'commander'
import type { RunReport } from '../administration/archives/archiveRun.ts'
import type { ArchiveVerdict } from '../administration/archives/archives.ts'
import type { FinishedArchive } from '../administration/archives/deletedArchive.ts'
import { type KnownArchive, TookTooLong } from '../administration/archives/port.ts'
import { isRejection, type Rejection } from '../orders/rejection.ts'
import {
  describeFault,
  errorMessage,
  isOutage,
  MerchantMoving,
  StartRefusal,
  UseRefusal,
} from '../platform/errors.ts'
import { addCommand, addGroup, type OperatorOption, withOperatorOption } from './command.ts'
import type { CommandContext, OperatorRecords } from './context.ts'
import { type CommandResult, countText, isoTime, printable, tableLines, timeText } from './output.ts'

export function addArchives(program: Command, context: CommandContext): void {
  const group = addGroup(program, 'archives', {
    summary: 'move closed orders past their retention term to archive files, and read those',
    details: "A merchant's term is its setting retentionDays. See docs/operations.md.",
    examples: [
      ['tollgate archives run /srv/archives', 'all merchants that have a term'],
      ['tollgate archives verify /srv/archives', 'reads every file whole'],
      ['tollgate archives read /srv/archives SHOP order-1', 'everything that was recorded about it'],
    ],
  })
  addRun(group, context)
  addVerify(group, context)
  addRead(group, context)
  addList(group, context)
}

type GivenMerchant = { readonly merchant?: string }

function addRun(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'run', {
    summary: 'archive every closed order whose term is over, and delete its rows',
    details: 'Each file is read back before anything is deleted. What was interrupted is finished first.',
    examples: [['tollgate archives run /srv/archives --merchant SHOP', 'of one merchant']],
  })
  command.argument('<folder>', 'where the files are kept').option('--merchant <id>', 'only of this merchant')
  withOperatorOption(command).action(
    async (folder: string, { merchant, as }: GivenMerchant & OperatorOption) => {
      const records = await context.records({ as })
      const merchantIds = merchant === undefined ? await merchantsOf(records.administration) : [merchant]
      context.show(await runAll(context, records, { folder, merchantIds }))
    },
  )
}

const pageSize = 1_000

async function merchantsOf({ merchants }: OperatorRecords['administration']): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: string | undefined; ; after = found.at(-1)) {
    const page = await merchants.list({ limit: pageSize, ...(after !== undefined && { after }) })
    if (isRejection(page)) return found
    found.push(...page.map(({ merchantId }) => merchantId))
    if (page.length < pageSize) return found
  }
}

type MerchantRun = RunReport & { readonly merchantId: string }
type FailedRun = { readonly merchantId: string; readonly why: string }

function runAll(
  context: CommandContext,
  { administration: { archives }, nowMs }: Pick<OperatorRecords, 'administration' | 'nowMs'>,
  { folder, merchantIds }: { readonly folder: string; readonly merchantIds: readonly string[] },
): Promise<CommandResult | Rejection> {
  return context.withProgress(async progress => {
    const runs: MerchantRun[] = []
    const failed: FailedRun[] = []
    for (const merchantId of merchantIds) {
      const report = (what: 'written' | 'deleted', orders: number) =>
        progress.report(`${merchantId}: orders ${what}`, orders)
      try {
        const done = await archives.run(merchantId, { folder, report })
        if (isRejection(done)) return done
        runs.push({ merchantId, ...done })
      } catch (error) {
        const isEnd = await concernsAll(error, nowMs)
        if (isEnd && runs.length + failed.length === 0) throw error
        failed.push({ merchantId, why: isEnd ? `${errorMessage(error)} ${endSentence}` : whyNot(error) })
        if (isEnd) break
      }
    }
    return runResult(runs, failed)
  })
}

const endSentence = 'The run ended with it.'

/**
 * One merchant keeps nobody else from being archived; a wrong folder concerns them all, and so does a
 * database that is away. What it did not do may be this merchant's trouble (it took too long, a server of
 * the cell is away), so it is asked for something else.
 */
async function concernsAll(error: unknown, nowMs: OperatorRecords['nowMs']): Promise<boolean> {
  if (error instanceof UseRefusal) return true
  if (!isOutage(error) || isOfMerchant(error)) return false
  return nowMs().then(
    () => false,
    () => true,
  )
}

const isOfMerchant = (error: unknown) => error instanceof TookTooLong || error instanceof MerchantMoving

function whyNot(error: unknown): string {
  if (error instanceof StartRefusal || isOutage(error)) return error.message
  return `Something went wrong inside: ${describeFault(error).message}`
}

function runResult(runs: readonly MerchantRun[], failed: readonly FailedRun[]): CommandResult {
  const rows = runs.flatMap(({ merchantId, archives }) =>
    archives.map(archive => ({ merchantId, ...archive })),
  )
  const busy = runs.flatMap(({ merchantId, isBusy }) => (isBusy ? merchantId : []))
  const left = runs.flatMap(({ merchantId, tooLong }) => tooLong.map(orderId => ({ merchantId, orderId })))
  const notTried = runs.flatMap(({ merchantId, notTried: orders }) =>
    orders > 0 ? { merchantId, orders } : [],
  )
  return {
    isBad: failed.length + left.length > 0,
    json: { archives: rows, busy, left, notTried, failed },
    text: paint => [
      ...(rows.length > 0
        ? tableLines(['MERCHANT', 'FILE', 'ORDERS', 'DELETED HERE'], rows.map(runRow), paint)
        : failed.length + left.length === 0
          ? ['There was nothing to archive.']
          : []),
      ...left.map(
        ({ merchantId, orderId }) =>
          `Order ${orderId} of ${merchantId} was left: the database takes too long for its records.`,
      ),
      ...notTried.map(
        ({ merchantId, orders }) =>
          `Not tried behind so many of them: ${countText(orders, 'order')} of ${merchantId}. Run it again.`,
      ),
      ...busy.map(merchantId => `Another run is at the orders of ${merchantId}.`),
      ...failed.map(({ merchantId, why }) => `The orders of ${merchantId} could not be archived: ${why}`),
    ],
  }
}

const runRow = ({ merchantId, fileName, orders, archived }: FinishedArchive & { merchantId: string }) => [
  ...[merchantId, fileName, String(orders), String(archived)],
]

function addVerify(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'verify', {
    summary: 'read files whole and hold them against what is kept here',
    details: 'It fails where a file is missing, was changed, or has other totals than are kept.',
    examples: [['tollgate archives verify /srv/archives', 'every archive there is']],
  })
  command
    .argument('<folder>', 'where the files are kept')
    .option('--merchant <id>', 'only of this merchant')
    .action(async (folder: string, { merchant }: GivenMerchant) => {
      const { administration } = await context.records()
      const known = await listed(administration, merchant)
      const verdicts: VerifiedArchive[] = []
      for (const archive of known.filter(({ written }) => written))
        verdicts.push({ archive, verdict: await administration.archives.verify(archive, folder) })
      context.show(verifyResult(verdicts))
    })
}

type VerifiedArchive = { readonly archive: KnownArchive; readonly verdict: ArchiveVerdict }

const listMax = 100_000
const listed = ({ archives }: OperatorRecords['administration'], merchantId: string | undefined) =>
  archives.list({ limit: listMax, ...(merchantId !== undefined && { merchantId }) })

export function verifyResult(verified: readonly VerifiedArchive[]): CommandResult {
  const broken = verified.filter(({ verdict }) => !verdict.isWhole).length
  return {
    isBad: broken > 0,
    json: {
      archives: verified.map(({ archive, verdict }) => ({
        ...archiveJson(archive),
        ...(verdict.isWhole ? { isWhole: true, totals: verdict.archive.totals } : verdict),
      })),
    },
    text: paint =>
      verified.length === 0
        ? ['There is no archive.']
        : [
            ...tableLines(
              ['MERCHANT', 'FILE', 'ORDERS', 'VERDICT'],
              verified.map(({ archive: { merchantId, written }, verdict }) => [
                ...[merchantId, written?.fileName ?? '', String(written?.orders ?? 0)],
                verdict.isWhole ? 'whole' : verdict.why,
              ]),
              paint,
            ),
            ...(broken > 0
              ? ['', `${countText(broken, 'archive')} of ${verified.length} cannot be relied on.`]
              : []),
          ],
  }
}

const archiveJson = ({
  merchantId,
  archiveNo,
  state,
  beganAtMs,
  beganBy,
  written,
  archived,
}: KnownArchive) => ({
  ...{ merchantId, archive: archiveNo, state, began: isoTime(beganAtMs), by: beganBy },
  ...(written && { file: written.fileName, orders: written.orders, sha256: written.digest.toString('hex') }),
  ...(archived !== undefined && { archived }),
})

function addRead(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'read', {
    summary: 'show what was recorded about an archived order',
    details: 'As JSON, with masked card numbers and without personal data.',
    examples: [['tollgate archives read /srv/archives SHOP order-1 --json', 'for a program']],
  })
  command
    .argument('<folder>', 'where the files are kept')
    .argument('<merchant>', 'whose order')
    .argument('<order>', 'its id')
    .action(async (folder: string, merchantId: string, orderId: string) => {
      const { administration } = await context.records()
      const found = await administration.archives.read(merchantId, orderId, folder)
      context.show(isRejection(found) ? found : readResult(found.line))
    })
}

export function readResult(line: string): CommandResult {
  const json: object = JSON.parse(line)
  const lines = JSON.stringify(json, null, 2).split('\n')
  return { json, text: () => lines.map(each => printable(each, Number.POSITIVE_INFINITY)) }
}

function addList(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'list', {
    summary: 'show the archives that there are, newest first',
    examples: [['tollgate archives list --merchant SHOP', 'of one merchant']],
  })
  command.option('--merchant <id>', 'only of this merchant').action(async ({ merchant }: GivenMerchant) => {
    const { administration } = await context.records()
    const known = await listed(administration, merchant)
    context.show({
      json: { archives: known.map(archiveJson) },
      text: paint =>
        known.length === 0
          ? ['There is no archive.']
          : tableLines(['MERCHANT', 'BEGAN (UTC)', 'STATE', 'ORDERS', 'FILE'], known.map(listRow), paint),
    })
  })
}

const listRow = ({ merchantId, beganAtMs, state, written }: KnownArchive) => [
  ...[merchantId, timeText(beganAtMs), state, String(written?.orders ?? ''), written?.fileName ?? ''],
]
