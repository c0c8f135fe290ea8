import { make } from './dom.ts'
import { isMembers } from './exchange.ts'

/** JSON with colours, as nodes: nothing of it is ever read as markup. */
export function jsonNodes(value: unknown, indent = 0): DocumentFragment {
  const fragment = document.createDocumentFragment()
  if (Array.isArray(value))
    fragment.append(
      ...bracketed(
        value.map(one => [jsonNodes(one, indent + 1)]),
        '[]',
        indent,
      ),
    )
  else if (isMembers(value)) fragment.append(...bracketed(entriesOf(value, indent), '{}', indent))
  else fragment.append(make('span', { class: kindOf(value) }, JSON.stringify(value) ?? 'null'))
  return fragment
}

function entriesOf(value: object, indent: number): readonly (readonly Node[])[] {
  return Object.entries(value).map(([name, held]) => [
    make('span', { class: 'key' }, JSON.stringify(name)),
    document.createTextNode(': '),
    jsonNodes(held, indent + 1),
  ])
}

function bracketed(entries: readonly (readonly Node[])[], [open = '', close = '']: string, indent: number) {
  if (entries.length === 0) return [open + close]
  const inner = `\n${'  '.repeat(indent + 1)}`
  const nodes: (Node | string)[] = [open]
  for (const [index, entry] of entries.entries()) nodes.push(index === 0 ? inner : `,${inner}`, ...entry)
  return [...nodes, `\n${'  '.repeat(indent)}${close}`]
}

function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'text' : 'plain'
}
