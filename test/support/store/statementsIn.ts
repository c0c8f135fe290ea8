// The texts of templates in sources of the store, with what is put into them: what a statement is made of is
// often a constant beside it, or one of another file.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Of one file: its code, in which `§7§` stands for the seventh text. */
type CutSource = { readonly code: string; readonly texts: readonly CutText[] }
/** What stands between the pieces is code, as many as pieces less one. */
type CutText = { readonly pieces: readonly string[]; readonly codes: readonly string[] }

/** Every template in a file as it is built, as far as that can be read. */
export function statementsIn(path: string, source = readFileSync(path, 'utf8')): readonly string[] {
  const cut = cutSource(source)
  return cut.texts.map(text => built(text, { path, cut, seen: [] }))
}

type Place = { readonly path: string; readonly cut: CutSource; readonly seen: readonly string[] }

const built = ({ pieces, codes }: CutText, place: Place): string =>
  pieces.map((piece, index) => piece + builtCode(codes[index] ?? '', place)).join('')

/** The texts in it, and those of the constants that it names. */
function builtCode(code: string, place: Place): string {
  const found = [...code.matchAll(/§(\d+)§|[A-Za-z_]\w*/g)].map(([name, number]) => {
    const text = number === undefined ? undefined : place.cut.texts[Number(number)]
    return text ? built(text, place) : number === undefined ? builtConstant(name, place) : ''
  })
  return found.filter(text => text !== '').join(' ')
}

function builtConstant(name: string, place: Place): string {
  if (place.seen.includes(name)) return ''
  const known = new RegExp(
    `^(?:export )?const ${name}\\b[^=]*=(?!>)\\s*(?:\\([^)]*\\)[^=]*=>\\s*)?(?=§)`,
    'm',
  )
  const [begin] = known.exec(place.cut.code) ?? []
  if (begin !== undefined) {
    const declared = place.cut.code.slice(place.cut.code.indexOf(begin) + begin.length)
    const [all = ''] = declared.split(/\n(?=\S)/, 1)
    return builtCode(all, { ...place, seen: [...place.seen, name] })
  }
  const imports = [...place.cut.code.matchAll(/^import \{([^}]*)\} from §(\d+)§/gm)]
  const from = imports.find(([, names = '']) => names.split(',').some(one => one.trim() === name))?.[2]
  const [file] = from === undefined ? [] : (place.cut.texts[Number(from)]?.pieces ?? [])
  if (!file?.startsWith('.')) return ''
  const path = join(dirname(place.path), file)
  return builtConstant(name, { path, cut: cutSource(readFileSync(path, 'utf8')), seen: place.seen })
}

function cutSource(source: string): CutSource {
  const texts: CutText[] = []
  let at = 0
  const placed = (text: CutText): string => `§${texts.push(text) - 1}§`

  function cutCode(isInTemplate: boolean): string {
    let code = ''
    for (let depth = 0; at < source.length; ) {
      const [skipped] = /^(?:\/\/.*|\/\*[\s\S]*?\*\/)/.exec(source.slice(at, at + 4_000)) ?? []
      const [quoted] = /^(['"])(?:\\.|(?!\1)[^\\\n])*\1/.exec(source.slice(at, at + 4_000)) ?? []
      const sign = source[at] ?? ''
      if (isInTemplate && sign === '}' && depth === 0) return code
      if (sign === '{') depth += 1
      if (sign === '}') depth -= 1
      at += skipped?.length ?? quoted?.length ?? 1
      if (quoted !== undefined) code += placed({ pieces: [quoted.slice(1, -1)], codes: [] })
      else if (sign === '`') code += placed(cutTemplate())
      else if (skipped === undefined) code += sign
    }
    return code
  }
  function cutTemplate(): CutText {
    const [pieces, codes]: [string[], string[]] = [[], []]
    for (let piece = ''; at < source.length; ) {
      const sign = source.slice(at, at + 2)
      at += sign === '${' || sign.startsWith('\\') ? 2 : 1
      if (sign === '${') {
        pieces.push(piece)
        piece = ''
        codes.push(cutCode(true))
        at += 1
      } else if (sign.startsWith('`')) return { pieces: [...pieces, piece], codes }
      else piece += sign.startsWith('\\') ? sign.slice(1) : sign.slice(0, 1)
    }
    throw new Error('A template has no end')
  }
  return { code: cutCode(false), texts }
}
