import { type Decimal, decimalAnswer, plainDecimalAnswer } from './decimals.ts'
import {
  type Dictionary,
  type Field,
  type Group,
  isWithheld,
  type List,
  type Scalar,
  type Shape,
  type Type,
  type Versioned,
} from './vocabulary.ts'

/**
 * The form in which answers show what a request brought: decimals as JSON numbers, sensitive authentication
 * data not at all, what is joined to its neighbour no longer by itself. A group is turned once, so that
 * everything read from it keeps its identity.
 */
export function answered<S extends Shape>(group: Group<S>): Group<AnsweredShape<S>> {
  return turn(group) as Group<AnsweredShape<S>>
}

const turned = new WeakMap<Type, Type>()

function turn(type: Type): Type {
  const known = turned.get(type)
  if (known) return known
  const result = turnAnew(type)
  turned.set(type, result)
  return result
}

function turnAnew(type: Type): Type {
  switch (type.kind) {
    case 'scalar':
      if (type.name !== 'Decimal' || type.json === 'number') return type
      return type.money ? decimalAnswer() : plainDecimalAnswer
    case 'list':
      return { ...type, each: turn(type.each) }
    case 'dictionary':
      return type
    case 'versioned':
      return { ...type, forms: type.forms.map(form => ({ ...form, type: turn(form.type) })) }
    case 'group':
      return { kind: 'group', fields: turnShape(type.fields) }
  }
}

function turnShape(shape: Shape): Shape {
  const joined = new Set(Object.values(shape).map(({ joins }) => joins))
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([name, { secret }]) => !isWithheld(secret) && !joined.has(name))
      .map(([name, field]) => [name, { ...field, type: turn(field.type) }]),
  )
}

export type Answered<T> = T extends Decimal
  ? Scalar<number>
  : T extends Group<infer S>
    ? Group<AnsweredShape<S>>
    : T extends List<infer E>
      ? List<Answered<E>>
      : T extends Versioned<infer E>
        ? Versioned<Answered<E>>
        : T extends Dictionary
          ? T
          : T
export type AnsweredShape<S> = {
  [K in keyof S]: S[K] extends Field<infer T, infer R> ? Field<Answered<T>, R> : never
}
