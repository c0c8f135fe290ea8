// What each download consists of: the rows of a call's answers, page by page, and their columns.

import type { ConsoleAnswer, ConsoleCallName, ConsoleInput } from '../api/calls.ts'
import type { ExportName, exportCalls } from '../api/exports.ts'
import { figureColumns, figureRows } from '../figures/figureRows.ts'
import type { Column } from '../search/csv.ts'

/** The rows of one answer as cells, and where the next page begins. */
export type PagedList<Name extends ConsoleCallName> = {
  readonly titles: readonly string[]
  readonly first: Partial<ConsoleInput<Name>>
  readonly read: (answer: ConsoleAnswer<Name>) => ListPage<Name>
}

export type ListPage<Name extends ConsoleCallName> = {
  readonly lines: readonly (readonly unknown[])[]
  readonly next: Partial<ConsoleInput<Name>> | undefined
}

type DeclaredList<Name extends ConsoleCallName, Row> = {
  readonly rows: (answer: ConsoleAnswer<Name>) => readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly first?: Partial<ConsoleInput<Name>>
  readonly next?: (answer: ConsoleAnswer<Name>) => Partial<ConsoleInput<Name>> | undefined
}

const listOf =
  <Name extends ConsoleCallName>() =>
  <Row>({ rows, columns, first = {}, next = () => undefined }: DeclaredList<Name, Row>): PagedList<Name> => ({
    titles: columns.map(column => (typeof column === 'string' ? column : column[0])),
    first,
    read: answer => ({
      lines: rows(answer).map(row =>
        columns.map(column => (typeof column === 'string' ? row[column] : column[1](row))),
      ),
      next: next(answer),
    }),
  })

const page = { limit: 500 }
/** Lists without pages. */
const atOnce = { limit: 100_000 }
const afterNext = ({ next }: { readonly next?: string }) => (next === undefined ? undefined : { after: next })
const afterLast = ({ after }: { readonly after?: string }) => (after === undefined ? undefined : { after })
const beforeNext = ({ next }: { readonly next?: number }) =>
  next === undefined ? undefined : { before: next }
const isoTime = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

const auditColumns = ['entryNo', 'time', 'actor', 'action', 'merchantId', 'details', 'digest'] as const
const entryColumns = ['list', 'kind', 'shown', 'note', 'addedBy', 'addedAt'] as const
const userColumns = [
  ...(['email', 'name', 'role', 'merchantId', 'isDisabled', 'hasPassword', 'hasTotp', 'passkeys'] as const),
  'sessions',
  ['createdAt', ({ createdAtMs }: WithTimes) => isoTime(createdAtMs)],
  ['signedInAt', ({ signedInAtMs }: WithTimes) => isoTime(signedInAtMs)],
  ['invitedUntil', ({ invitedUntilMs }: WithTimes) => isoTime(invitedUntilMs)],
] as const
type WithTimes = ConsoleAnswer<'users'>['users'][number]

export const exportedLists: { readonly [Name in ExportName]: PagedList<(typeof exportCalls)[Name]> } = {
  orders: listOf<'findOrders'>()({
    ...{ rows: ({ orders }) => orders, first: page, next: afterLast },
    columns: [
      ...(['orderId', 'createdAt', 'changedAt', 'status', 'currency', 'amount', 'authorized'] as const),
      ...(['captured', 'refunded', 'type', 'result', 'gatewayCode', 'brand', 'lastFour'] as const),
      ...(['reference', 'email'] as const),
    ],
  }),
  figures: listOf<'figures'>()({ rows: figureRows, columns: figureColumns }),
  gatewayFigures: listOf<'gatewayFigures'>()({ rows: figureRows, columns: figureColumns }),
  deliveries: listOf<'deliveries'>()({
    ...{ rows: ({ deliveries }) => deliveries, first: page, next: afterNext },
    columns: [
      ...(['notificationId', 'orderId', 'transactionId', 'sequence', 'time', 'state'] as const),
      ...(['attempts', 'target', 'nextAttemptAt'] as const),
    ],
  }),
  requests: listOf<'requestLog'>()({
    ...{ rows: ({ calls }) => calls, first: page, next: afterNext },
    columns: [
      ...(['time', 'method', 'path', 'version', 'operation', 'orderId', 'transactionId'] as const),
      ...([
        'status',
        'ms',
        'outcome',
        'result',
        'gatewayCode',
        'correlationId',
        'requestId',
        'isOfBrowser',
      ] as const),
      'supportCode',
      ['cause', ({ error }) => error?.cause],
      ['field', ({ error }) => error?.field],
      ['explanation', ({ error }) => error?.explanation],
    ],
  }),
  audit: listOf<'merchantAudit'>()({
    ...{ rows: ({ entries }) => entries, columns: auditColumns, first: page, next: beforeNext },
  }),
  gatewayAudit: listOf<'gatewayAudit'>()({
    ...{ rows: ({ entries }) => entries, columns: auditColumns, first: page, next: beforeNext },
  }),
  users: listOf<'users'>()({ rows: ({ users }) => users, columns: userColumns, next: afterLast }),
  operators: listOf<'operators'>()({ rows: ({ users }) => users, columns: userColumns, next: afterLast }),
  merchants: listOf<'merchants'>()({
    ...{ rows: ({ merchants }) => merchants, first: page, next: afterNext },
    columns: ['merchantId', 'createdAt', 'passwords', 'certificates'],
  }),
  obligations: listOf<'obligations'>()({
    ...{ rows: ({ obligations }) => obligations, first: page, next: afterNext },
    columns: [
      ...(['merchantId', 'orderId', 'transactionId', 'obligation', 'link', 'owedSince', 'attempts'] as const),
      ...(['unsent', 'lastAttemptAt', 'nextAttemptAt'] as const),
    ],
  }),
  businessDates: listOf<'businessDates'>()({
    ...{ rows: ({ dates }) => dates, first: page, next: afterNext },
    columns: ['link', 'date', 'state', 'attempts', 'exchanges'],
  }),
  differences: listOf<'compareBusinessDate'>()({
    ...{ rows: ({ differences }) => differences, first: atOnce },
    columns: [
      ...(['type', 'merchantId', 'orderId', 'transactionId', 'amount', 'currency'] as const),
      ...(['explanation', 'advice'] as const),
    ],
  }),
  reviews: listOf<'reviewQueue'>()({
    ...{ rows: ({ reviews }) => reviews, next: afterLast },
    columns: [
      ...(['orderId', 'transactionId', 'type', 'since', 'amount', 'currency', 'card', 'email'] as const),
      ...(['totalScore', 'isNotUndone'] as const),
      ['rules', ({ rules }) => rules.map(({ name }) => name).join('; ')],
    ],
  }),
  riskEntries: listOf<'riskLists'>()({
    ...{ rows: ({ entries }) => entries, columns: entryColumns, next: afterLast },
  }),
  gatewayRiskEntries: listOf<'gatewayRiskLists'>()({
    ...{ rows: ({ entries }) => entries, columns: entryColumns, next: afterLast },
  }),
}
