// What may be expected of an answer.

import type { Content } from '../contract/kit/content.ts'
import type { AnswerExpectation, HostAnswer } from './check.ts'
import { valueAt } from './wholeAnswer.ts'

export const status = (...wanted: readonly number[]): AnswerExpectation => ({
  says: `status ${wanted.join(' or ')}`,
  instead: answer => (wanted.includes(answer.status) ? undefined : `status ${answer.status}`),
})

type ExpectedValue = string | number | boolean | RegExp

/** Values at dotted paths of the body. */
export const has = (values: Readonly<Record<string, ExpectedValue>>): readonly AnswerExpectation[] =>
  Object.entries(values).map(([path, wanted]) => ({
    says: `${path} ${wanted instanceof RegExp ? `like ${wanted.source}` : JSON.stringify(wanted)}`,
    instead: ({ body }: HostAnswer) => {
      const value = valueAt(body, path)
      const isSo = wanted instanceof RegExp ? wanted.test(String(value)) : value === wanted
      return isSo ? undefined : `${path} ${shown(value)}`
    },
  }))

export const lacks = (path: string): AnswerExpectation => ({
  says: `no ${path}`,
  instead: ({ body }) =>
    valueAt(body, path) === undefined ? undefined : `${path} ${shown(valueAt(body, path))}`,
})

export const header = (name: string, wanted: RegExp): AnswerExpectation => ({
  says: `header ${name} like ${wanted.source}`,
  instead: ({ headers }) => {
    const value = headers[name.toLowerCase()]
    return value !== undefined && wanted.test(String(value)) ? undefined : `${name}: ${shown(value)}`
  },
})

/** Refused before anything happened; about a field where one is named. */
export const refused = (field?: string, validationType = 'INVALID'): readonly AnswerExpectation[] => [
  status(400),
  ...has({ result: 'ERROR', 'error.cause': 'INVALID_REQUEST' }),
  ...(field === undefined ? [] : has({ 'error.field': field, 'error.validationType': validationType })),
]

/** Recorded now, with this outcome. */
export const recorded = (result: string, gatewayCode: string): readonly AnswerExpectation[] => [
  status(201),
  ...has({ result, 'response.gatewayCode': gatewayCode }),
]
export const approved = recorded('SUCCESS', 'APPROVED')

/** The very answer of an earlier step, counted from 1; but for what may change. */
export const sameAs = (number: number, ...but: readonly string[]): AnswerExpectation => ({
  says: `the answer to ${number} again${but.length > 0 ? `, but for ${but.join(', ')}` : ''}`,
  instead: ({ body }, earlier) => {
    const first = earlier[number - 1]?.body ?? {}
    const path = firstDifference(first, body, but)
    return path === undefined
      ? undefined
      : `${path} ${shown(valueAt(body, path))}, which was ${shown(valueAt(first, path))}`
  },
})

/** How many transactions an order has. */
export const transactionCount = (count: number): AnswerExpectation => ({
  says: `${count} transaction${count === 1 ? '' : 's'} in the order`,
  instead: ({ body: { transaction } }) => {
    const found = Array.isArray(transaction) ? transaction.length : 0
    return found === count ? undefined : `${found} transactions`
  },
})

/** A value of this answer, and one of an earlier step. */
export const sameValue = (path: string, number: number, there: string): AnswerExpectation => ({
  says: `${path} as ${there} in the answer to ${number}`,
  instead: ({ body }, earlier) => {
    const [value, wanted] = [valueAt(body, path), valueAt(earlier[number - 1]?.body, there)]
    return value !== undefined && value === wanted
      ? undefined
      : `${path} ${shown(value)}, not ${shown(wanted)}`
  },
})

const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value))

/** The dotted path of the first value that differs. */
function firstDifference(one: Content, other: Content, but: readonly string[]): string | undefined {
  const [before, after] = [new Map(leavesOf(one)), new Map(leavesOf(other))]
  const paths = [...before.keys(), ...[...after.keys()].filter(path => !before.has(path))]
  return paths.find(path => before.get(path) !== after.get(path) && !but.includes(path))
}

/** Every value of a document with its dotted path. */
export function leavesOf(value: unknown, at = ''): readonly (readonly [path: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[at, value]]
  const inner = Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, at === '' ? name : `${at}.${name}`),
  )
  return inner.length > 0 || at === '' ? inner : [[at, JSON.stringify(value)]]
}
