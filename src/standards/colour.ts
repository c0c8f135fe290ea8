// Colours as six hexadecimal digits, and how well one can be read on another (WCAG 2.2).

export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value)

/** From 1 (the same) to 21 (black on white). WCAG demands 4.5 of text and 3 of what one presses. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** The colour with a part of another in it: 0 leaves it as it is, 1 is the other. */
export function mixed(colour: string, other: string, part: number): string {
  const others = channels(other)
  const mix = channels(colour).map((value, index) =>
    Math.round(value + ((others[index] ?? 0) - value) * part),
  )
  return `#${mix.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(value => linear(value / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
