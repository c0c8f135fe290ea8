import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Broken, Intact, Noted, Verdict } from '../administration/chain.ts'
import { type FoundHeads, isHeadLine } from '../administration/head.ts'
import { foreignHead } from '../administration/headKeeper.ts'
import { errorCode, UseRefusal } from '../platform/errors.ts'
import { addCommand } from './command.ts'
import type { Office, Records } from './office.ts'
import { counted, type Shown } from './shown.ts'
import type { Paint } from './terminal.ts'

export function addVerify(group: Command, office: Office): void {
  addCommand(group, 'verify', {
    summary: 'check that no entry was changed, taken out, put in or cut off',
    details:
      'That the end was cut off, or all of it, shows against its head: how far the log went, signed, ' +
      'outside of the database. Each node keeps one in TOLLGATE_AUDIT_HEAD_FILE and says it in its log. ' +
      'A log that is intact but has no head to compare with ends with 0, an empty one with 1.',
    examples: [
      ['tollgate audit verify', 'reads the whole log; ends with 1 if it is not intact'],
      ['tollgate audit verify --head gateway.log', 'against every head in the log of a gateway'],
      ['tollgate audit verify --noted 120:6b1f…', 'and that entry 120 is still the one you noted'],
    ],
  })
    .option('--head <head>', 'a head that was kept elsewhere: the line itself, or a file with any number')
    .addOption(new Option('--noted <entry:digest>', 'what an earlier check printed').argParser(readNoted))
    .action(async ({ head, noted }: { head?: string; noted?: Noted }) => {
      const { administration, heads } = await office.records()
      const found = head === undefined ? await keptIn(heads) : await givenIn(head, heads)
      const verdict = await office.watched(progress =>
        administration.audit.verify({
          onProgress: entries => progress.tell('Reading the audit log', entries),
          noted: [...found.heads, ...(noted ? [noted] : [])],
        }),
      )
      office.show(verdictShown(verdict, { ...found, isNoted: noted !== undefined }))
    })
}

type Heads = Records['heads']
type Compared = FoundHeads & { readonly origin: string; readonly isThere: boolean }

async function keptIn(heads: Heads): Promise<Compared> {
  const origin = heads.path
  const kept = await heads.kept().catch(error => {
    throw new UseRefusal(`${origin} cannot be read (${errorCode(error)}).`)
  })
  // Whatever else lies there was a head once.
  if (kept?.heads.length === 0) return { origin, isThere: true, heads: [], hasForeign: true }
  return { origin, isThere: kept !== undefined, ...(kept ?? { heads: [], hasForeign: false }) }
}

/** Whoever names one wants it compared: none in it is a refusal. */
async function givenIn(given: string, heads: Heads): Promise<Compared> {
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

function readNoted(text: string): Noted {
  const [, entryNo, digest] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (entryNo === undefined || digest === undefined)
    throw new InvalidArgumentError('It must be a number, a colon and 64 hexadecimal digits.')
  return { entryNo: Number(entryNo), digest: digest.toLowerCase() }
}

type Against = Compared & { readonly isNoted: boolean }

function verdictShown(verdict: Verdict, against: Against): Shown {
  if (!verdict.isIntact) return brokenShown(verdict)
  if (against.hasForeign) return foreignShown(verdict, against)
  return intactShown(verdict, against)
}

const brokenShown = (verdict: Broken): Shown => ({
  json: verdict,
  isBad: true,
  text: paint => [`${paint.red('Not intact:')} entry ${verdict.entryNo}: ${verdict.why}`],
})

function foreignShown({ entries }: Intact, { origin }: Against): Shown {
  const why = foreignHead(origin)
  return {
    json: { isIntact: false, entries, why },
    isBad: true,
    text: paint => [`${paint.red('Not intact:')} ${why}`],
  }
}

/** An empty log is as it was written, or is all that is left: without a head nobody knows. */
function intactShown(verdict: Intact, { origin, isThere, heads, isNoted }: Against): Shown {
  const furthest = heads.reduce((most, { entryNo }) => Math.max(most, entryNo), 0)
  const isUncertain = verdict.entries === 0
  return {
    json: { ...verdict, head: isThere ? { origin, entryNo: furthest } : null },
    isBad: isUncertain,
    text: paint => [
      isUncertain
        ? `${paint.red('Empty:')} there is no entry, and no head that says whether there ever was one.`
        : `${paint.green('Intact:')} ${counted(verdict.entries, 'entry', 'entries')}.`,
      ...(isThere
        ? [`Nothing is missing up to entry ${furthest}, by its head in ${origin}.`]
        : noHead(paint, origin, isNoted)),
      ...(verdict.last
        ? [
            'Note this elsewhere, to see later that nothing was cut off:',
            `  ${verdict.last.entryNo}:${verdict.last.digest}`,
          ]
        : []),
    ],
  }
}

const noHead = (paint: Paint, path: string, isNoted: boolean): readonly string[] =>
  isNoted
    ? []
    : [
        `${paint.yellow('No head to compare with:')} there is none in ${path}. Whether anything was cut ` +
          'off shows against one that was kept elsewhere (--head), such as in the log of a gateway.',
      ]
