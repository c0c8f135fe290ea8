// What is wrong with a message, in the words of an Erro.

import type { FaultCode, ReportFault } from './form.ts'

/** What an Erro says of a message: `errorDetail` names fields, never values. */
export type ErrorFacts = {
  readonly errorCode: string
  readonly errorDescription: string
  readonly errorDetail: string
}

const descriptions: Readonly<Record<string, string>> = {
  '101': 'The message cannot be read, or is not for this server.',
  '102': 'The version of the message is not supported.',
  '201': 'A required element is missing or empty.',
  '202': 'A critical message extension is not understood.',
  '203': 'An element has a wrong form or value, or must not be there.',
  '204': 'An element is there more than once.',
  '205': 'Card ranges overlap.',
  '206': 'The action for a card range is impossible.',
  '207': 'The value of an element is reserved.',
  '301': 'The transaction is not known.',
  '304': 'A code is not one of ISO, or is excluded.',
  '305': 'The data of the transaction is not valid.',
  '307': 'The serial number is not valid.',
  '312': 'The message was received before.',
  '313': 'There was no challenge for this transaction.',
  '402': 'No answer came in time.',
  '403': 'The message cannot be processed now.',
  '404': 'The message cannot be processed.',
  '405': 'The connection failed.',
}

/** Codes of the specification that this server never has an occasion to say itself. */
const codesOfOthers: ReadonlySet<string> = new Set([
  ...['103', '302', '303', '306', '308', '309', '310', '311', '314', '315'],
])

export const isErrorCode = (code: string): boolean =>
  Object.hasOwn(descriptions, code) || codesOfOthers.has(code)

const longestDetail = 2048

export const errorOf = (errorCode: string, errorDetail: string): ErrorFacts => ({
  errorCode,
  errorDescription: descriptions[errorCode] ?? 'The message cannot be processed.',
  // A name may be empty, an error's detail may not.
  errorDetail: errorDetail.slice(0, longestDetail) || 'unnamed',
})

/** What outweighs what, where several things are wrong: an error has one code. */
const gravest: readonly FaultCode[] = ['204', '202', '201', '203', '207', '304']

/** Collects what is wrong with one message. */
export class FaultList {
  readonly #paths = new Map<FaultCode, Set<string>>()

  readonly add: ReportFault = (code, path) => {
    const paths = this.#paths.get(code) ?? new Set()
    this.#paths.set(code, paths.add(path))
  }

  /** Undefined if nothing is wrong. */
  gravest(): ErrorFacts | undefined {
    const code = gravest.find(each => this.#paths.has(each))
    return code && errorOf(code, [...(this.#paths.get(code) ?? [])].join(','))
  }
}
