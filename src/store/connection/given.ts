// Items that a statement is given: one as plain values, several as arrays.
//
// A statement for one item has no rows to unpack, sort and join, which is most of what the server does with
// a small group: at few payments a second, groups are of one.

import { arrays } from './binaryArrays.ts'
import { givenRows } from './statement.ts'

type ColumnType = keyof typeof arrays
type ValueOf<Type extends ColumnType> = Parameters<(typeof arrays)[Type]>[0][number]

/** A column of the items: its name in the statement, its type, and its value of an item. */
export type GivenColumn<Item> = {
  readonly name: string
  readonly type: ColumnType
  readonly value: (item: Item) => unknown
  readonly array: (items: readonly Item[]) => Buffer
}

/** Makes the columns of one kind of items. */
export const columnsOf =
  <Item>() =>
  <Type extends ColumnType>(
    type: Type,
    name: string,
    value: (item: Item) => ValueOf<Type>,
  ): GivenColumn<Item> => {
    const encode = arrays[type] as (values: readonly ValueOf<Type>[]) => Buffer
    return { name, type, value, array: items => encode(items.map(value)) }
  }

export type Given = 'one' | 'several'

/** The items as a table expression, numbered from 1 by `n`; their parameters are those from `$first` on. */
export function givenItems<Item>(
  name: string,
  columns: readonly GivenColumn<Item>[],
  { first, given }: { readonly first: number; readonly given: Given },
): string {
  const names = columns.map(column => column.name).join(', ')
  const types = columns.map(({ type }) => type).join(' ')
  if (given === 'several')
    return `${name} as materialized (
  select * from ${givenRows(first, types)} with ordinality as i (${names}, n)
)`
  const values = columns.map((column, index) => `$${first + index}::${column.type} as ${column.name}`)
  return `${name} as not materialized (
  select ${values.join(', ')}, 1::int8 as n
)`
}

/** In the order of the columns. */
export function givenParameters<Item>(
  columns: readonly GivenColumn<Item>[],
  items: readonly Item[],
  given: Given,
): readonly unknown[] {
  const [item] = items
  return given === 'one' && item !== undefined
    ? columns.map(({ value }) => value(item))
    : columns.map(({ array }) => array(items))
}

export const givenOf = (items: readonly unknown[]): Given => (items.length === 1 ? 'one' : 'several')
