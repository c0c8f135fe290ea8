// The types that answers have, derived from those of requests.

import { type Decimal, decimalAnswer, plainDecimalAnswer } from './decimals.ts'
import {
  type Dictionary,
  type Field,
  type FieldType,
  type Group,
  isWithheld,
  type List,
  type Scalar,
  type Shape,
  type Versioned,
} from './vocabulary.ts'

/**
 * The type in which answers repeat a group of a request: decimals are JSON numbers, sensitive authentication
 * data is absent, a field that is joined to its sibling is not repeated separately. Each group is converted
 * once, so that caches keyed by identity find the same object again.
 */
export function answerFormOf<S extends Shape>(group: Group<S>): Group<AnswerShape<S>> {
  return answerTypeOf(group) as Group<AnswerShape<S>>
}

const answerForms = new WeakMap<FieldType, FieldType>()

function answerTypeOf(type: FieldType): FieldType {
  const known = answerForms.get(type)
  if (known) return known
  const result = makeAnswerType(type)
  answerForms.set(type, result)
  return result
}

function makeAnswerType(type: FieldType): FieldType {
  switch (type.kind) {
    case 'scalar':
      if (type.name !== 'Decimal' || type.json === 'number') return type
      return type.money ? decimalAnswer() : plainDecimalAnswer
    case 'list':
      return { ...type, each: answerTypeOf(type.each) }
    case 'dictionary':
      return type
    case 'versioned':
      return { ...type, forms: type.forms.map(form => ({ ...form, type: answerTypeOf(form.type) })) }
    case 'group':
      return { kind: 'group', fields: answerShapeOf(type.fields) }
  }
}

function answerShapeOf(shape: Shape): Shape {
  const joined = new Set(Object.values(shape).map(({ joins }) => joins))
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([name, { secret }]) => !isWithheld(secret) && !joined.has(name))
      .map(([name, field]) => [name, { ...field, type: answerTypeOf(field.type) }]),
  )
}

type AnswerForm<T> = T extends Decimal
  ? Scalar<number, string>
  : T extends Group<infer S>
    ? Group<AnswerShape<S>>
    : T extends List<infer E>
      ? List<AnswerForm<E>>
      : T extends Versioned<infer E>
        ? Versioned<AnswerForm<E>>
        : T extends Dictionary
          ? T
          : T
type AnswerShape<S> = {
  [K in keyof S]: S[K] extends Field<infer T, infer R> ? Field<AnswerForm<T>, R> : never
}
