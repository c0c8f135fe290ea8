import type { Operation } from '../kit/operation.ts'

/** Operations in the order in which a merchant meets them. */
export type Chapter = {
  readonly title: string
  readonly doc: string
  readonly operations: readonly Operation[]
}

type Rule = {
  readonly title: string
  readonly doc: string
  readonly holds: (operation: Operation) => boolean
}

const isAuthentication = ({ name, path }: Operation) =>
  /AUTHENTICAT/.test(name) || path.includes('/3DSecureId/')
const isBrowserPayment = ({ name }: Operation) => name.includes('BROWSER_PAYMENT')
const isOrder = ({ path }: Operation) => path.includes('/order/')

const chapters: readonly Rule[] = [
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

export const chapterOf = (operation: Operation): string =>
  chapters.find(({ holds }) => holds(operation))?.title ?? 'Gateway'

/** Chapters that have operations, these in the order of the catalogue. */
export const chaptersOf = (operations: readonly Operation[]): readonly Chapter[] =>
  chapters
    .map(({ title, doc }) => ({
      title,
      doc,
      operations: operations.filter(operation => chapterOf(operation) === title),
    }))
    .filter(chapter => chapter.operations.length > 0)
