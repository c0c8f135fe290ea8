// The page of errors: each cause and each way in which a request is invalid, with what to do and an example.

import { invalidRequestKinds } from './invalidRequests.ts'
import { code, fenced, page, plain, table } from './markdown.ts'
import { type DocumentedRefusal, type RefusalExample, refusals } from './refusals.ts'

type Cause = DocumentedRefusal['cause']

const causes: Readonly<Record<Cause, string>> = {
  INVALID_REQUEST: 'The request is wrong. Nothing was recorded; change it and send it again.',
  REQUEST_REJECTED: 'You may not call from here, or so. The reason is in the log of the gateway only.',
  SERVER_BUSY: 'The gateway cannot take the request now. Nothing was done; wait and send the same again.',
  SERVER_FAILED: 'A fault of the gateway. What became of the request is told by Retrieve Transaction.',
}

export function errorsPage(): string {
  return page(
    '# Every error',
    'What each error means and what to do about it. Generated from the contract by `npm run reference`. An ' +
      'answer with `result` `ERROR` was not processed, but for `SERVER_FAILED`, of which nobody knows; a ' +
      'payment that was declined is no error, and has `result` `FAILURE`.',
    table(
      ['Status', '`error.cause`', 'When'],
      refusals.map(({ status, cause, doc }) => [code(String(status)), link(cause), plain(doc)]),
    ),
    ...names.flatMap(cause => [`## ${cause}`, plain(causes[cause]), ...sectionsOf(cause)]),
  )
}

const names = ['INVALID_REQUEST', 'REQUEST_REJECTED', 'SERVER_BUSY', 'SERVER_FAILED'] as const

const link = (cause: Cause) => `[${code(cause)}](#${cause.toLowerCase()})`

/** Of status 400 each way is told by itself. */
const sectionsOf = (cause: Cause): readonly string[] =>
  refusals
    .filter(refusal => refusal.cause === cause)
    .flatMap(refusal =>
      refusal.status === 400
        ? invalidRequestKinds.map(kind => section({ ...kind, status: 400, cause }))
        : section({ ...refusal, title: `Status ${refusal.status}` }),
    )

type ErrorSection = {
  readonly title: string
  readonly status: number
  readonly cause: Cause
  readonly doc: string
  readonly fix: string
  readonly example: RefusalExample
}

const section = ({ title, status, cause, doc, fix, example }: ErrorSection): string =>
  page(
    `### ${title}`,
    `**Cause.** ${proseOf(doc)}`,
    `**Fix.** ${proseOf(fix)}`,
    `Status ${status}:`,
    fenced('json', JSON.stringify({ error: { cause, ...example }, result: 'ERROR' }, undefined, 2)),
  ).trimEnd()

/** Backticks stay, because these sentences mark code by them. */
const proseOf = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : plain(part)))
    .join('')
