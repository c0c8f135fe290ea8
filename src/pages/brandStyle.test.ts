import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectPath } from '../platform/files.ts'
import { contrast, isColour } from '../standards/colour.ts'
import { brandStyle, grounds } from './brandStyle.ts'

const variablesIn = (rule: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...rule.matchAll(/--([\w-]+):\s*([^;}]+)/g)].map(([, name, value]) => [name, value]))

/** What each scheme says; in the dark, what it does not say again is as in the light. */
function schemesIn(css: string) {
  const [light = '', dark = ''] = css.split(/@media \(prefers-color-scheme: ?dark\)/)
  return { light: variablesIn(light), dark: { ...variablesIn(light), ...variablesIn(dark) } }
}

const [variables = ''] = readFileSync(projectPath('src/pages/browser/look.css'), 'utf8').split('*,')
const shared = schemesIn(variables)
const surfaces = ['paper', 'shade', 'ground', 'sheet', 'wash'] as const
const schemes = ['light', 'dark'] as const
const anyColour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map(value => `#${value.toString(16).padStart(6, '0')}`)

test('whatever the colour, links and the focus can be read on every surface, and words on buttons', () => {
  fc.assert(
    fc.property(anyColour, fc.constantFrom(...schemes), (colour, scheme) => {
      const { [scheme]: brand } = schemesIn(brandStyle(colour).text)
      const { accent = '', button = '', 'on-button': words = '', 'button-strong': strong = '' } = brand
      for (const surface of surfaces)
        expect(contrast(accent, shared[scheme][surface] ?? ''), `${accent} on ${surface}`).toBeGreaterThan(
          4.5,
        )
      expect(button).toBe(colour)
      for (const ground of [button, strong]) expect(contrast(words, ground)).toBeGreaterThan(4.5)
      // What is pressed has an end: that of its colour, or a line around it.
      const edge = brand['button-edge'] ?? ''
      const end = isColour(edge) ? edge : button
      for (const surface of surfaces) expect(contrast(end, shared[scheme][surface] ?? '')).toBeGreaterThan(3)
    }),
    { numRuns: 300 },
  )
})

test.each(schemes)('what a colour is held against in the %s is worse than every surface there', scheme => {
  const { surface: bound, away } = grounds[scheme]
  for (const surface of surfaces)
    expect(contrast(shared[scheme][surface] ?? '', away)).toBeGreaterThanOrEqual(contrast(bound, away))
})

test('a colour that can be read stays as it is', () => {
  expect(schemesIn(brandStyle('#1f57c3').text).light.accent).toBe('#1f57c3')
  expect(schemesIn(brandStyle('#86b1ff').text).dark.accent).toBe('#86b1ff')
})

test('one that cannot is darker in the light, and its button keeps it', () => {
  const { light } = schemesIn(brandStyle('#ffd400').text)
  expect(light).toMatchObject({ button: '#ffd400', 'on-button': '#000000' })
  expect(contrast(light.accent ?? '', '#ffffff')).toBeGreaterThan(4.5)
  expect(light['button-edge']).toBe(light.accent)
})
