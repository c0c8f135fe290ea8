// JSON.parse keeps the last of several values under one name and says nothing. This finds the names.

/** An object or a list that is open at some place of the text. */
type OpenPart = {
  /** The names so far; a list has none. */
  readonly names: Set<string> | undefined
  /** What it is called from outside, and the name that was read last. */
  readonly path: string
  name: string
}

/**
 * The names that an object of the text has more than once, as `parent.child`. The text must be one that
 * JSON.parse accepts: a string before a colon is then a name, and brackets outside of strings match.
 */
export function duplicateKeys(text: string): readonly string[] {
  const found = new Set<string>()
  const open: OpenPart[] = []
  for (let index = 0; index < text.length; index++) {
    const part = open.at(-1)
    const mark = text[index]
    if (mark === '{') open.push({ names: new Set(), path: pathOf(part), name: '' })
    else if (mark === '[') open.push({ names: undefined, path: pathOf(part), name: '' })
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === '"') {
      const end = endOfString(text, index)
      if (part?.names !== undefined && isBeforeColon(text, end)) {
        part.name = nameOf(text.slice(index, end))
        if (part.names.has(part.name)) found.add(pathOf(part))
        part.names.add(part.name)
      }
      index = end - 1
    }
  }
  return [...found]
}

/** Behind the quotation mark that ends the string. */
function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index + 1
}

function isBeforeColon(text: string, end: number): boolean {
  let index = end
  while (' \t\r\n'.includes(text[index] ?? '.')) index++
  return text[index] === ':'
}

/** The elements of a list are called as the list is. */
function pathOf(part: OpenPart | undefined): string {
  if (part === undefined) return ''
  if (part.names === undefined) return part.path
  return part.path === '' ? part.name : `${part.path}.${part.name}`
}

/** The same name may be written with escapes. */
const nameOf = (written: string): string =>
  written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
