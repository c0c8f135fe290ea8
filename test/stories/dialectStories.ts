import { stories } from './stories.ts'

/**
 * The stories as they are told over a link in one dialect. Where one ends otherwise than with the simulator,
 * it is listed here, with the reason.
 */
export function storiesIn(dialect: string): readonly string[] {
  const others = otherEndings[dialect]
  if (!others) throw new Error(`Nobody says how stories end in ${dialect}`)
  const told = others.map(tellingOf)
  const strange = told.filter(telling => !stories.some(line => tellingOf(line) === telling))
  if (strange.length > 0) throw new Error(`Not among the stories: ${strange.join('; ')}`)
  return stories.map(line => others[told.indexOf(tellingOf(line))] ?? line)
}

/** A line without its ending. */
export const tellingOf = (line: string): string => line.slice(0, line.indexOf(' → '))

const otherEndings: Readonly<Record<string, readonly string[]>> = {
  'iso1987-ascii': [],
  'iso1987-packed': [],
  'iso1993-packed': [
    // Without an inquiry nobody could ever ask what came of it: the gateway does not know, and reverses.
    'authorize 100 pending → UNKNOWN undecided 0/0/0',
    'pay 100 pending → UNKNOWN undecided 0/0/0',
  ],
}

/**
 * One for each operation and what is said to it at the end, without those that move the clock: enough to see
 * every message of the link once.
 */
export function firstOfEachKind(lines: readonly string[]): readonly string[] {
  const kinds = new Map<string, string>()
  for (const line of lines.filter(each => !each.includes(' later,'))) {
    const last = tellingOf(line).split(', ').at(-1) ?? ''
    const kind = `${last.replace(/[\d.]+/g, '#')} ${line.includes('→ 400') ? 'refused' : ''}`
    if (!kinds.has(kind)) kinds.set(kind, line)
  }
  return [...kinds.values()]
}
