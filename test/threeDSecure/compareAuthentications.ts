import type { Content } from '../../src/contract/kit/content.ts'
import { valueAt } from '../journeys/whole.ts'
import { type DirectoryBook, type DirectoryWord, wordsIn } from './directoryBooks.ts'

/** An order whose payer was to be authenticated, as it is shown in the end. */
export type SeenAuthentication = {
  readonly orderId: string
  /** The authentication, at each node. */
  readonly shown: readonly Content[]
  /** The payment that names it, where there is one. */
  readonly paid?: Content | undefined
  /** The electronic commerce indicators with which that payment came to the acquirer, one a message. */
  readonly indicators?: readonly (string | undefined)[] | undefined
}

/**
 * What merchants are shown of their payers with the directory server's own record: all nodes show the same;
 * a payer is who the first acknowledged result says, and nobody is known better than the issuer said; and a
 * payment has the very proof that was given for it.
 */
export function compareAuthentications(
  seen: readonly SeenAuthentication[],
  books: ReadonlyMap<string, DirectoryBook>,
): readonly string[] {
  const repeated = [...books].flatMap(([id, { requests }]) =>
    requests > 1 ? [`${id} was asked for ${requests} times`] : [],
  )
  const contradictions = seen.flatMap(each =>
    [...findingsAbout(each, books)].map(finding => `${each.orderId}: ${finding}`),
  )
  return [...repeated, ...contradictions]
}

function* findingsAbout(
  { shown, paid, indicators = [] }: SeenAuthentication,
  books: ReadonlyMap<string, DirectoryBook>,
): Iterable<string> {
  const [first = {}, ...others] = shown
  for (const other of others)
    if (JSON.stringify(other) !== JSON.stringify(first)) yield 'nodes show different authentications'
  const { status, isProven, book } = whatBecame(first, books)
  const { acknowledged, possible } = wordsIn(book)
  const told = proofIn(first)
  const said = possible.map(({ transStatus }) => transStatus).join(' or ')
  if (acknowledged && status !== statusesByWord[String(acknowledged.transStatus)])
    yield `is ${status}, but ${said} was acknowledged`
  if (isProven && !possible.some(word => isSame(told, proofOf(word))))
    yield `is ${status} by ${JSON.stringify(told)}, but the issuer said ${JSON.stringify(possible)}`
  if (!isProven && told.token !== undefined) yield `is ${status}, and has a proof`
  for (const indicator of indicators) {
    if (disproven.has(status)) yield `came to the acquirer, though its payer is ${status}`
    if (indicator !== told.eci) yield `came to the acquirer with ECI ${indicator} for ${told.eci}`
  }
  // Whoever does not wait for the outcome may not pay: that is no payment.
  if (paid?.result !== 'SUCCESS') return
  const used = proofIn(paid)
  if (disproven.has(status) || used.status === 'C') yield `is paid, though its payer is ${status}`
  if (isProven ? !isSame(used, told) : used.token !== undefined)
    yield `is paid with ${JSON.stringify(used)} for ${JSON.stringify(told)}`
}

/** Of an authentication as it is shown. */
export function whatBecame(body: Content, books: ReadonlyMap<string, DirectoryBook>) {
  const status = String(valueAt(body, 'transaction.authenticationStatus'))
  const id = String(valueAt(body, 'authentication.3ds2.3dsServerTransactionId'))
  const book = books.get(id) ?? { requests: 0, results: [] }
  return { status, isProven: proven.has(status), isChallenged: book.answer?.transStatus === 'C', book }
}

type Proof = Readonly<Record<'status' | 'token' | 'eci' | 'id', unknown>>

const proofIn = (body: Content): Proof => ({
  status: valueAt(body, 'authentication.3ds2.transactionStatus'),
  token: valueAt(body, 'authentication.3ds.authenticationToken'),
  eci: valueAt(body, 'authentication.3ds.acsEci'),
  id: valueAt(body, 'authentication.3ds.transactionId'),
})

const proofOf = (word: DirectoryWord): Proof => ({
  ...{ status: word.transStatus, token: word.authenticationValue, eci: word.eci, id: word.dsTransID },
})

const isSame = (one: Proof, other: Proof): boolean => JSON.stringify(one) === JSON.stringify(other)

const statusesByWord: Readonly<Record<string, string>> = {
  Y: 'AUTHENTICATION_SUCCESSFUL',
  A: 'AUTHENTICATION_ATTEMPTED',
  N: 'AUTHENTICATION_FAILED',
  R: 'AUTHENTICATION_REJECTED',
  U: 'AUTHENTICATION_UNAVAILABLE',
}

/** Whom the issuer knows, or does not want to know. */
const proven: ReadonlySet<string> = new Set(['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED'])

/** With these nobody may pay. */
const disproven: ReadonlySet<string> = new Set([
  ...['AUTHENTICATION_AVAILABLE', 'AUTHENTICATION_PENDING'],
  ...['AUTHENTICATION_FAILED', 'AUTHENTICATION_REJECTED'],
])
