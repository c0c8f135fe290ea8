import { expect, test } from 'vitest'
import type { Field, Shape } from '../../contract/kit/vocabulary.ts'
import { consoleCalls, publicCalls } from './calls.ts'
import { givenName } from './names.ts'

/** Every field of a shape with its path, those of groups and lists in it too. */
const fieldsIn = (shape: Shape, path: string): readonly (readonly [string, Field])[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const at = `${path}.${name}`
    const type = field.type.kind === 'list' ? field.type.each : field.type
    return type.kind === 'group' ? fieldsIn(type.fields, at) : [[at, field]]
  })

const typed = Object.entries({ ...consoleCalls, ...publicCalls })
  .flatMap(([call, { input }]) => fieldsIn(input.fields, call))
  .filter(([path]) => /[.n]ame$/i.test(path))

test('names that people type are there', () => {
  expect(typed.map(([path]) => path)).toEqual(
    expect.arrayContaining(['saveFilter.name', 'addPasskey.name', 'saveRule.rule.name', 'inviteUser.name']),
  )
})

test.each(typed)('%s cannot turn a line around, break it, or hide something', (_, { type }) => {
  if (type.kind !== 'scalar') throw new Error('A name is a text')
  for (const bad of ['\u202e', '\u2066', '\n', '\u0000', '\u007f', '\u200b', '\u2028', '\ufeff'])
    expect(type.holds?.(`paid ${bad}00.01`)).toBe(false)
  for (const good of ['Zoë Ålund', 'Rückläufer > 100 €', 'أحمد', '支払い', '<b>', '🙂'])
    expect(type.holds?.(good)).toBe(true)
})

test('whoever is refused is told what a name may be', () => {
  expect(givenName(60).sentence).toContain('1 to 60 characters on one line')
})
