import type { Rejection } from '../orders/rejection.ts'

/** As people at a terminal read it: the API names the field beside the words, here it is one of them. */
export function refusalText({ explanation, field = '' }: Pick<Rejection, 'explanation' | 'field'>): string {
  const { value, why } = apiForm.exec(explanation)?.groups ?? {}
  if (why === undefined) return explanation
  if (value === undefined) return why.replace(/^It (?=[a-z])/, `${field} `)
  const [, demand] = /^It (must be .*)\.$/s.exec(why) ?? []
  return demand === undefined ? `${field} '${value}': ${why}` : `${field} ${demand}, not '${value}'.`
}

const apiForm = /^Value(?: '(?<value>.*?)')? is invalid\. (?<why>.+)$/s
