import type { Operation } from '../kit/operation.ts'
import type { Field } from '../kit/vocabulary.ts'
import { type Change, contractAt, type OperationChanges } from './diff.ts'
import type { Side } from './schema.ts'

export type Paint = { readonly isColoured: boolean }
type Span = { readonly from: number; readonly to: number }

/**
 * Differences for a terminal. A change that several operations share is told once, under all their names, so
 * that what is special to one operation is not lost among what all have in common.
 */
export function diffText(differences: readonly OperationChanges[], span: Span, paint: Paint): string {
  const pen = penFor(paint)
  const changed = differences.filter(({ changes }) => changes.length > 0)
  const same = differences.filter(({ changes }) => changes.length === 0)
  const title = pen.strong(`Version ${span.from} → ${span.to}`)
  const summary = `${changed.length} of ${differences.length} operations serve a different contract.`
  const head = [title, summary, ...documentedAnew(differences, span)].join('\n')
  const sections = bySharers(changed).map(section => sectionText(section, pen))
  const rest = same.length > 0 ? [pen.faint(wrapped(`Unchanged: ${titlesOf(same)}.`))] : []
  return `${[head, ...sections, ...rest].join('\n\n')}\n`
}

function documentedAnew(differences: readonly OperationChanges[], span: Span): readonly string[] {
  const steps = differences.flatMap(({ operation }) => {
    const [from, to] = [contractAt(operation, span.from), contractAt(operation, span.to)]
    return from === to ? [] : [`${operation.title} ${from} → ${to}`]
  })
  return steps.length > 0 ? [wrapped(`Documented anew: ${steps.join(', ')}.`)] : []
}

const titlesOf = (operations: readonly { readonly operation: Operation }[]) =>
  [...new Set(operations.map(({ operation }) => operation.title))].join(', ')

/** What became of one declared field, and everywhere it stands. */
type Told = {
  readonly changes: Map<string, Change>
  readonly paths: Set<string>
  readonly operations: Set<Operation>
}
type Section = { readonly side: Side; readonly operations: ReadonlySet<Operation>; readonly told: Told[] }

function bySharers(differences: readonly OperationChanges[]): readonly Section[] {
  const sections = new Map<string, Section>()
  for (const [side, told] of byDeclaration(differences)) {
    const key = [side, ...[...told.operations].map(({ name }) => name)].join()
    const section = sections.get(key) ?? { side, operations: told.operations, told: [] }
    section.told.push(told)
    sections.set(key, section)
  }
  return [...sections.values()].sort((left, right) => left.operations.size - right.operations.size)
}

function byDeclaration(differences: readonly OperationChanges[]): readonly (readonly [Side, Told])[] {
  const found = { request: new Map<Field, Told>(), response: new Map<Field, Told>() }
  for (const { operation, changes } of differences)
    for (const { declared, change } of changes) {
      const told = found[change.side].get(declared) ?? {
        changes: new Map(),
        paths: new Set(),
        operations: new Set(),
      }
      found[change.side].set(declared, told)
      const { field, ...what } = change
      told.changes.set(JSON.stringify(what), change)
      told.paths.add(field)
      told.operations.add(operation)
    }
  return (['request', 'response'] as const).flatMap(side =>
    [...found[side].values()].map(told => [side, told] as const),
  )
}

function sectionText({ side, operations, told }: Section, pen: Pen): string {
  const titles = titlesOf([...operations].map(operation => ({ operation })))
  const lines = told.map(each => `  ${toldLine(each, pen)}`)
  return [pen.strong(wrapped(`${side === 'request' ? 'Request' : 'Response'}: ${titles}`)), ...lines].join(
    '\n',
  )
}

function toldLine({ changes, paths }: Told, pen: Pen): string {
  const [path = '', ...others] = paths
  const [first] = changes.values()
  const sign =
    first?.kind === 'added' ? pen.good('+') : first?.kind === 'removed' ? pen.bad('-') : pen.warm('~')
  const what = [...changes.values()].map(change => changeText(change, pen)).join('; ')
  const elsewhere = others.filter(other => !isNested(other, path) && !isNested(path, other))
  const also = elsewhere.length > 0 ? pen.faint(`  also ${elsewhere.join(', ')}`) : ''
  return `${sign} ${path}  ${what}${also}`
}

/** An order or a transaction within another answer: the list of operations says so already. */
const isNested = (path: string, inner: string) => path.endsWith(`.${inner}`)

function changeText(change: Change, pen: Pen): string {
  switch (change.kind) {
    case 'added':
      return pen.faint(`${change.type}${sizeText(change)}, ${change.presence}`)
    case 'removed':
      return pen.faint(`${change.type}${sizeText(change)}`)
    case 'values':
      return [
        ...change.added.map(value => pen.good(`+${value}`)),
        ...change.removed.map(value => pen.bad(`-${value}`)),
      ].join(' ')
    default:
      return `${labels[change.kind]}${change.from || 'none'} → ${change.to || 'none'}`
  }
}
const labels = { presence: '', type: 'type ', bounds: '', default: 'default ' } as const

const sizeText = ({ values }: { readonly values?: number }) =>
  values === undefined ? '' : ` with ${values} ${values === 1 ? 'field' : 'fields'}`

const width = 100

function wrapped(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

type Pen = ReturnType<typeof penFor>
function penFor({ isColoured }: Paint) {
  const colour = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { strong: colour(1), faint: colour(2), good: colour(32), bad: colour(31), warm: colour(33) }
}
