/** The characters a text type is made of, and some that must not get in. */
export type Alphabet = { readonly own: string; readonly foreign: readonly string[] }

// An accented letter, a digit of another script, an astral character: what a careless pattern lets through.
const exotic = ['é', '٣', '😀'] as const
const alphanumerics = 'A0b1C2d3E4f5G6h7I8j9KlMnOpQrStUvWxYz'

export const alphabets = {
  // Code points are counted, so the astral character weighs as much as the rest.
  string: { own: 'Añ東😀z9-&', foreign: [] },
  plain: { own: alphanumerics, foreign: [] },
  alphanumeric: { own: alphanumerics, foreign: ['-', '_', ' ', '.', '\n', ...exotic] },
  ascii: { own: 'A~!0 z/=+', foreign: exotic },
  digits: { own: '4508750015741019', foreign: ['A', 'x', ' ', '-', '.', '\n', ...exotic] },
  hex: { own: '0123456789ABCDEFabcdef', foreign: ['G', 'x', ' ', ...exotic] },
  masked: { own: '512345xxx0008', foreign: ['X', '*', 'a', ' ', ...exotic] },
  upper: { own: 'AUSTRALIA', foreign: ['a', '1', ' ', ...exotic] },
} as const satisfies Record<string, Alphabet>

export function alphanumericWith(extra: string): Alphabet {
  const foreign = [...'-_ .&/#@', '\n', ...exotic].filter(character => !extra.includes(character))
  return { own: `A${extra}z${alphanumerics}`, foreign }
}

/** Exactly so many code points. */
export function filled(own: string, length: number): string {
  const characters = [...own]
  return Array.from({ length }, (_, index) => characters[index % characters.length]).join('')
}

/** The same length, with a foreign character in the last place. */
export function endingIn(text: string, foreign: string): string {
  return [...[...text].slice(0, -1), foreign].join('')
}

/** The same length, with a foreign character in the first place. */
export function startingWith(text: string, foreign: string): string {
  return [foreign, ...[...text].slice(1)].join('')
}
