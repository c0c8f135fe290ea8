import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AuditEntry } from '../administration/port.ts'
import { isRejection } from '../orders/rejection.ts'
import { addVerify } from './auditVerify.ts'
import { addCommand, addGroup, numberOption } from './command.ts'
import type { Office } from './office.ts'
import { harmless, isoOf, type Shown, table, timeOf } from './shown.ts'
import type { Paint } from './terminal.ts'

export function addAudit(program: Command, office: Office): void {
  const group = addGroup(program, 'audit', {
    summary: 'who changed credentials, profiles and keys, and when',
    details:
      'Each entry is tied to the one before it, so that nothing can be changed or taken out unnoticed.',
    examples: [
      ['tollgate audit list', 'the newest fifty'],
      ['tollgate audit verify', 'whether the log is as it was written'],
    ],
  })
  addList(group, office)
  addVerify(group, office)
}

function addList(group: Command, office: Office): void {
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
    .action(async ({ merchant: merchantId, before, limit }: Wanted) => {
      const { administration } = await office.records()
      const found = await administration.audit.list({
        limit,
        ...(merchantId !== undefined && { merchantId }),
        ...(before !== undefined && { before }),
      })
      office.show(isRejection(found) ? found : list(found))
    })
}

type Wanted = { readonly merchant?: string; readonly before?: number; readonly limit: number }

const list = (found: readonly AuditEntry[]): Shown => ({
  json: {
    entries: found.map(({ atMs, digest, ...entry }) => ({
      ...entry,
      time: isoOf(atMs),
      digest: digest.toString('hex'),
    })),
  },
  text: paint => (found.length === 0 ? ['Nothing has been changed yet.'] : entryLines(found, paint)),
})

/** What was changed stands below who did it: it may be long. */
function entryLines(found: readonly AuditEntry[], paint: Paint): readonly string[] {
  const rows = found.map(({ entryNo, atMs, actor, action, merchantId }) => [
    ...[String(entryNo), timeOf(atMs), harmless(actor, 20), harmless(action), merchantId ?? ''],
  ])
  const [heading = '', ...lines] = table(['ENTRY', 'TIME (UTC)', 'WHO', 'WHAT', 'MERCHANT'], rows, paint)
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
    : harmless(
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
