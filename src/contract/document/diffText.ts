// The differences between two versions as text: for terminals, and as sentences of Markdown.

import {
  bySharers,
  type ContractChange,
  type DeclaredChange,
  type DiffSection,
  documentedAnew,
  type OperationChanges,
  titlesOf,
  type VersionSpan,
} from './diff.ts'
import { code, plain } from './markdown.ts'

type DiffColours = { readonly isColoured: boolean }

/**
 * Differences for a terminal. A change that several operations share is listed once, under all their names,
 * so that changes of a single operation are easy to find.
 */
export function diffText(
  differences: readonly OperationChanges[],
  span: VersionSpan,
  paint: DiffColours,
): string {
  const pen = penFor(paint)
  const changed = differences.filter(({ changes }) => changes.length > 0)
  const same = differences.filter(({ changes }) => changes.length === 0).map(({ operation }) => operation)
  const title = pen.strong(`Version ${span.from} → ${span.to}`)
  const summary = `${changed.length} of ${differences.length} operations serve a different contract.`
  const steps = documentedAnew(differences, span).map(one => `${one.operation.title} ${one.from} → ${one.to}`)
  const anew = steps.length > 0 ? [wrapped(`Documented anew: ${steps.join(', ')}.`)] : []
  const head = [title, summary, ...anew].join('\n')
  const sections = bySharers(changed).map(section => sectionText(section, pen))
  const rest = same.length > 0 ? [pen.faint(wrapped(`Unchanged: ${titlesOf(same)}.`))] : []
  return `${[head, ...sections, ...rest].join('\n\n')}\n`
}

function sectionText({ side, operations, changed }: DiffSection, pen: Pen): string {
  const titles = titlesOf(operations)
  const lines = changed.map(each => `  ${changeLine(each, pen)}`)
  return [pen.strong(wrapped(`${side === 'request' ? 'Request' : 'Response'}: ${titles}`)), ...lines].join(
    '\n',
  )
}

function changeLine(declared: DeclaredChange, pen: Pen): string {
  const { changes, paths } = declared
  const [path = ''] = paths
  const [first] = changes.values()
  const sign =
    first?.kind === 'added' ? pen.good('+') : first?.kind === 'removed' ? pen.bad('-') : pen.warm('~')
  const what = [...changes.values()].map(change => changeText(change, pen)).join('; ')
  const elsewhere = otherPlaces(declared)
  const also = elsewhere.length > 0 ? pen.faint(`  also ${elsewhere.join(', ')}`) : ''
  return `${sign} ${path}  ${what}${also}`
}

/** Where else a changed field occurs, besides its first place. */
export function otherPlaces({ paths }: DeclaredChange): readonly string[] {
  const [path = '', ...others] = paths
  return others.filter(other => !isNested(other, path) && !isNested(path, other))
}

/** Whether a path is the same order or transaction nested in another answer: it need not be listed again. */
const isNested = (path: string, inner: string) => path.endsWith(`.${inner}`)

/** One change in a few words. */
export function changeText(change: ContractChange, pen: Pen = penFor({ isColoured: false })): string {
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
function penFor({ isColoured }: DiffColours) {
  const colour = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { strong: colour(1), faint: colour(2), good: colour(32), bad: colour(31), warm: colour(33) }
}

/** One change as a line of Markdown. */
export function changeSentence(change: ContractChange): string {
  const field = `${code(change.field)}${change.side === 'response' ? ' in the answer' : ''}`
  switch (change.kind) {
    case 'added':
      return `${field} is new: ${change.type}, ${change.presence}${markdownSize(change)}.`
    case 'removed':
      return `${field} is gone${markdownSize(change)}.`
    case 'values':
      return `${field}: ${[
        ...(change.added.length > 0 ? [`new ${change.added.map(code).join(' ')}`] : []),
        ...(change.removed.length > 0 ? [`gone ${change.removed.map(code).join(' ')}`] : []),
      ].join('; ')}.`
    case 'presence':
      return `${field} is ${change.to}; it was ${change.from}.`
    default:
      return `${field}: ${change.kind} ${plain(change.from || 'none')} → ${plain(change.to || 'none')}.`
  }
}

const markdownSize = ({ values }: { readonly values?: number }) =>
  values === undefined ? '' : `, ${values} ${values === 1 ? 'field' : 'fields'}`
