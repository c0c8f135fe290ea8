// What documents say of an operation besides its fields: chapter, path parameters, successful statuses.

import type { Operation } from '../kit/operation.ts'
import { alphanumeric, ascii, text } from '../kit/scalars.ts'
import type { Scalar } from '../kit/vocabulary.ts'
import { tokenPath } from '../operations/paths.ts'

/** Chapters that have operations, with the operations in the order of the catalogue. */
export const chaptersOf = (operations: readonly Operation[]): readonly OperationChapter[] =>
  chapters
    .map(({ title, doc }) => ({
      title,
      doc,
      operations: operations.filter(operation => chapterOf(operation) === title),
    }))
    .filter(chapter => chapter.operations.length > 0)

export const chapterOf = (operation: Operation): string =>
  chapters.find(({ holds }) => holds(operation))?.title ?? 'Gateway'

/** Operations that belong together; chapters are in the order in which a merchant needs them. */
type OperationChapter = {
  readonly title: string
  readonly doc: string
  readonly operations: readonly Operation[]
}

type ChapterRule = {
  readonly title: string
  readonly doc: string
  readonly holds: (operation: Operation) => boolean
}

const isAuthentication = ({ name, path }: Operation) =>
  /AUTHENTICAT/.test(name) || path.includes('/3DSecureId/')
const isBrowserPayment = ({ name }: Operation) => name.includes('BROWSER_PAYMENT')
const isOrder = ({ path }: Operation) => path.includes('/order/')

const chapters: readonly ChapterRule[] = [
  {
    title: 'Payments',
    doc: 'Take money, give it back, undo.',
    holds: operation =>
      isOrder(operation) &&
      operation.method !== 'GET' &&
      !isAuthentication(operation) &&
      !isBrowserPayment(operation),
  },
  {
    title: 'Retrieval',
    doc: 'What became of an order or a transaction.',
    holds: operation => isOrder(operation) && operation.method === 'GET',
  },
  { title: 'Payer authentication', doc: 'Is the payer the cardholder? 3-D Secure.', holds: isAuthentication },
  {
    title: 'Browser payments',
    doc: "The payer pays on a provider's website and returns.",
    holds: isBrowserPayment,
  },
  {
    title: 'Sessions and checkout',
    doc: 'Values parked between calls, and the hosted checkout.',
    holds: ({ path }) => path.includes('/session'),
  },
  {
    title: 'Tokens',
    doc: 'Card details kept for later payments.',
    holds: ({ path }) => path.includes('/token'),
  },
  {
    title: 'Inquiries',
    doc: 'Questions that change nothing.',
    holds: ({ path }) => path.includes('Inquiry'),
  },
  { title: 'Gateway', doc: 'The gateway itself.', holds: () => true },
]

/** A parameter between braces in a path (spec 2.1). */
type PathParameter = { readonly name: string; readonly type: Scalar; readonly doc: string }

const free = 'Any characters except controls; not "." or "..".'

const pathParameters: readonly PathParameter[] = [
  { name: 'merchantId', type: alphanumeric(1, 40, '-_'), doc: 'Your merchant id.' },
  {
    name: 'orderid',
    type: text(1, 40),
    doc: `Your identifier of the order, unique among your orders. ${free}`,
  },
  {
    name: 'transactionid',
    type: text(1, 40),
    doc: `Your identifier of the transaction, unique in its order; a failed attempt needs a new one. ${free}`,
  },
  { name: 'sessionId', type: ascii(31, 35), doc: 'The session, as the answer that created it named it.' },
  { name: 'tokenid', type: alphanumeric(1, 40), doc: 'The token card details are saved under.' },
  { name: '3DSecureId', type: ascii(1, 64), doc: 'Your identifier of the enrollment check.' },
]

/** The parameters of a path, in its order. */
export function parametersOf(path: string): readonly PathParameter[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => {
    const parameter = pathParameters.find(each => each.name === name)
    if (!parameter) throw new Error(`The path ${path} has the parameter ${name}, which nobody describes`)
    return parameter
  })
}

/** Names of path parameters are used only by client generators; some require them to start with a letter. */
export const generatorName = (name: string): string => name.replace(/^3D/, 'threeD')
export const generatorPath = (path: string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => `{${generatorName(name)}}`)

/** A status with which an operation answers after it was carried out. */
type DocumentedOutcome = { readonly status: 200 | 201; readonly doc: string; readonly isReplay?: true }

const doneSentences = {
  DELETE: 'Deleted.',
  GET: 'Found.',
  POST: 'Done.',
  PUT: 'Done.',
} as const satisfies Record<Operation['method'], string>

export function outcomesOf({ method, path }: Operation): readonly DocumentedOutcome[] {
  if (method === 'PUT' && path.endsWith('/transaction/{transactionid}'))
    return [
      { status: 201, doc: 'Processed and recorded; `result` says how it went, declines included.' },
      {
        status: 200,
        doc:
          'Nothing new was recorded: the same request was answered before, is still running, ' +
          'or the order is busy.',
        isReplay: true,
      },
    ]
  if (method === 'POST' && /\/(?:session|token)$/.test(path)) return [{ status: 201, doc: 'Created.' }]
  if (method === 'PUT' && path === tokenPath)
    return [
      { status: 201, doc: 'Saved under a new name.' },
      { status: 200, doc: 'Saved under a name that was there.' },
    ]
  return [{ status: 200, doc: doneSentences[method] }]
}
