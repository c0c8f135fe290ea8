// A request body as lines of text, those of one field marked.

export type BodyLine = { readonly text: string; readonly isMarked: boolean }

/** `field` as the API names it: `order.amount`, `order.item[0].name`. */
export function bodyLines(body: object, field?: string): readonly BodyLine[] {
  const lines: BodyLine[] = []
  const wanted = field === undefined ? undefined : dotted(field)

  const write = (value: unknown, at: Place): void => {
    const { path, indent, lead, tail } = at
    const isMarked = at.isMarked || (wanted !== undefined && path === wanted)
    const entries = entriesOf(value)
    if (!entries || entries.length === 0) {
      lines.push({ text: `${indent}${lead}${JSON.stringify(value)}${tail}`, isMarked })
      return
    }
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    lines.push({ text: `${indent}${lead}${open}`, isMarked })
    for (const [index, [name, inner]] of entries.entries())
      write(inner, {
        path: path === '' ? name : `${path}.${name}`,
        indent: `${indent}  `,
        lead: Array.isArray(value) ? '' : `${JSON.stringify(name)}: `,
        tail: index < entries.length - 1 ? ',' : '',
        isMarked,
      })
    lines.push({ text: `${indent}${close}${tail}`, isMarked })
  }

  write(body, { path: '', indent: '', lead: '', tail: '', isMarked: false })
  return lines
}

type Place = {
  readonly path: string
  readonly indent: string
  readonly lead: string
  readonly tail: string
  readonly isMarked: boolean
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined
}

const dotted = (field: string): string => field.replaceAll(/\[(\d+)\]/g, '.$1')
