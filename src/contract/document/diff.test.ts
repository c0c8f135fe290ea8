import { expect, test } from 'vitest'
import { operation } from '../kit/operation.ts'
import { oneOfSince, text } from '../kit/scalars.ts'
import { changedAt, group, optional, required } from '../kit/vocabulary.ts'
import { changesOf, contractAt, differences } from './diff.ts'
import { diffText } from './diffText.ts'

const item = group({
  name: optional(changedAt(60, text(1, 10), text(1, 20)), 'Name.', { requiredSince: 60 }),
  colour: optional(text(1, 5), 'Colour.', { until: 59 }),
  kind: optional(oneOfSince(['A', 'B'], { B: { since: 60 } }), 'Kind.'),
  size: optional(
    group({ width: optional(text(1, 5), 'Width.'), height: optional(text(1, 5), 'Height.') }),
    'Size.',
    {
      since: 60,
    },
  ),
})
const sell = operation({
  name: 'SELL',
  title: 'Sell',
  method: 'PUT',
  path: '/sale',
  versions: [40, 60],
  doc: 'Sells.',
  request: { item: required(item, 'What.') },
  response: { result: required(text(1, 10), 'How it went.') },
})
const returned = operation({
  name: 'RETURN',
  title: 'Return',
  method: 'PUT',
  path: '/return',
  versions: [50],
  doc: 'Takes back.',
  request: { goods: optional(group({ item: optional(item, 'What.') }), 'Goods.') },
  response: {},
})
const idle = operation({
  name: 'IDLE',
  title: 'Idle',
  method: 'GET',
  path: '/idle',
  versions: [1],
  doc: 'Waits.',
  request: {},
  response: {},
})
const shop = [sell, returned, idle]

test('every kind of change is found, and a group that is new is told once', () => {
  expect(changesOf(sell, 40, 60).map(({ change }) => change)).toEqual([
    { side: 'request', field: 'item.name', kind: 'presence', from: 'optional', to: 'required' },
    {
      side: 'request',
      field: 'item.name',
      kind: 'bounds',
      from: '1 to 10 characters',
      to: '1 to 20 characters',
    },
    { side: 'request', field: 'item.kind', kind: 'values', added: ['B'], removed: [] },
    { side: 'request', field: 'item.size', kind: 'added', type: 'Group', presence: 'optional', values: 2 },
    { side: 'request', field: 'item.colour', kind: 'removed', type: 'String' },
  ])
})

test('what can break a caller is told from what cannot', () => {
  const breaking = (from: number, to: number) =>
    changesOf(sell, from, to)
      .filter(({ canBreak }) => canBreak)
      .map(({ change: { field, kind } }) => `${field} ${kind}`)
  expect(breaking(40, 60)).toEqual(['item.name presence', 'item.colour removed'])
  expect(breaking(60, 40)).toEqual(['item.name bounds', 'item.kind values', 'item.size removed'])
})

test('a version differs from itself in nothing, and the way back is the way there reversed', () => {
  expect(changesOf(sell, 60, 60)).toEqual([])
  expect(changesOf(sell, 60, 40)).toHaveLength(changesOf(sell, 40, 60).length)
})

test('below its first version an operation follows its first contract', () => {
  expect(contractAt(sell, 1)).toBe(40)
  expect(contractAt(sell, 59)).toBe(40)
  expect(contractAt(sell, 100)).toBe(60)
  expect(changesOf(sell, 1, 40)).toEqual([])
})

test('what operations share is told once, under all their names', () => {
  expect(
    diffText(differences(shop, 50, 60), { from: 50, to: 60 }, { isColoured: false }),
  ).toBe(`Version 50 → 60
2 of 3 operations serve a different contract.
Documented anew: Sell 40 → 60.

Request: Sell, Return
  ~ item.name  optional → required; 1 to 10 characters → 1 to 20 characters
  ~ item.kind  +B
  + item.size  Group with 2 fields, optional
  - item.colour  String

Unchanged: Idle.
`)
})

test('colours are for terminals', () => {
  const text = diffText(differences(shop, 50, 60), { from: 50, to: 60 }, { isColoured: true })
  expect(text).toContain('\u001b[32m+\u001b[0m item.size')
})
