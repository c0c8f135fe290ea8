// The style of a merchant's colour and font, over that of the page. Whatever the colour, it can be read.

import { createHash } from 'node:crypto'
import { RecentMap } from '../platform/recentMap.ts'
import { contrast, mixed } from '../standards/colour.ts'
import type { InlineStyle } from './assets.ts'

/**
 * Buttons are of the colour itself, with black or white words on it. For links, icons and what has the focus
 * it is made darker (in the dark: lighter) until it can be read on all that they may lie on.
 */
export function brandStyle(colour: string): InlineStyle {
  const made = styles.get(colour)
  if (made) return made
  const button = buttonOf(colour)
  const rules = Object.entries(grounds).map(([scheme, ground]) => {
    const rule = `:root{${declarations({ ...button, ...accentOf(colour, ground) })}}`
    return scheme === 'light' ? rule : `@media (prefers-color-scheme:dark){${rule}}`
  })
  return kept(colour, rules.join(''))
}

/** The style of a font from an address of the gateway's own; text is shown before it has come. */
export const fontStyle = (address: string): InlineStyle =>
  styles.get(address) ??
  kept(
    address,
    [
      `@font-face{font-family:shop;src:url(${address}) format("woff2");font-display:swap}`,
      'body{font-family:shop,var(--sans)}',
    ].join(''),
  )

function kept(name: string, text: string): InlineStyle {
  const style = { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
  styles.set(name, style, 1)
  return style
}

/** Of so many colours and fonts at most; merchants have one each. */
const styles = new RecentMap<string, InlineStyle>(1_000)

type Ground = {
  /** Darker (in the dark: lighter) than every surface of look.css. */
  readonly surface: string
  readonly away: string
}

export const grounds = {
  light: { surface: '#e8ecf2', away: '#000000' },
  dark: { surface: '#24303d', away: '#ffffff' },
} as const satisfies Record<string, Ground>

const readable = 4.5
const visible = 3

function accentOf(colour: string, { surface, away }: Ground) {
  const steps = Array.from({ length: 21 }, (_, step) => mixed(colour, away, step / 20))
  const accent = steps.find(shade => contrast(shade, surface) >= readable) ?? away
  const edge = contrast(colour, surface) >= visible ? 'transparent' : accent
  return { accent, 'accent-wash': 'var(--wash)', 'button-edge': edge }
}

function buttonOf(colour: string) {
  const [words, away] =
    contrast(colour, '#ffffff') >= readable ? ['#ffffff', '#000000'] : ['#000000', '#ffffff']
  return { button: colour, 'on-button': words, 'button-strong': mixed(colour, away, 0.15) }
}

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
