// A list that is read part by part: a table where there is room for its columns, cards elsewhere.

import { Button, Group, Paper, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useWords } from '../language.tsx'
import { useIsPhone } from '../look/useIsPhone.ts'
import { shellWords } from '../words/shell.ts'
import { LoadError } from './fieldError.tsx'
import { type FocusInRow, useKeptFocus } from './keptFocus.ts'

export type DataColumn<Row> = {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end, below each other. */
  readonly isNumber?: boolean
  /** The column that the row is known by: its link, and the head of its card. Exactly one. */
  readonly isHead?: boolean
  /** Left out of a phone's cards. */
  readonly isWideOnly?: boolean
}

export type DataListProps<Row> = {
  /** What is listed, for readers. */
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  /** Undefined while they are loaded for the first time. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  /** Where a row leads; undefined for one that leads nowhere. */
  readonly hrefOf?: (row: Row) => string | undefined
  /** What is said where nothing is listed (so far, with `onMore`): why, and what one can do. */
  readonly empty: ReactNode
  readonly error?: Error | null
  readonly onRetry?: () => unknown
  /** Absent: everything is there. */
  readonly onMore?: (() => unknown) | undefined
  readonly isLoadingMore?: boolean
  /** Not said below short lists that nobody pages through. */
  readonly hasCount?: boolean
}

export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, error, onRetry, empty, onMore } = props
  const { place, isNarrow, onCut } = useRoom()
  const kept = useRef<FocusInRow>(undefined)
  if (error && !rows) return <LoadError error={error} {...(onRetry && { onRetry })} />
  const isEmpty = rows?.length === 0
  if (isEmpty && !onMore) return <Nothing empty={empty} />
  return (
    <Stack gap="md" ref={place}>
      {error && <LoadError error={error} {...(onRetry && { onRetry })} />}
      {isEmpty && <Nothing empty={empty} />}
      {!isEmpty &&
        (isNarrow ? <Cards {...props} {...{ kept }} /> : <RowsTable {...props} {...{ kept, onCut }} />)}
      <ListEnd {...props} />
    </Stack>
  )
}

/** A table of which something would be out of sight comes back where there is as much room as it needs. */
function useRoom() {
  const isPhone = useIsPhone()
  const { ref: place, width } = useElementSize()
  const [needed, onCut] = useState(0)
  return { place, isNarrow: isPhone || width < needed, onCut }
}

const Nothing = ({ empty }: { readonly empty: ReactNode }) => (
  <Paper className="sheet empty" p="xl">
    {typeof empty === 'string' ? <Text c="dimmed">{empty}</Text> : empty}
  </Paper>
)

type FormProps<Row> = DataListProps<Row> & { readonly kept: RefObject<FocusInRow | undefined> }
type RowsTableProps<Row> = FormProps<Row> & { readonly onCut: (neededWidth: number) => void }

function RowsTable<Row>({ label, columns, rows, keyOf, hrefOf, kept, onCut }: RowsTableProps<Row>) {
  const whole = useKeptFocus<HTMLDivElement>(kept)
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = whole.current ?? {}
    if (scrollWidth > clientWidth) onCut(scrollWidth)
  })
  const alignment = ({ isNumber }: DataColumn<Row>) => (isNumber ? { ta: 'end' as const } : {})
  return (
    <Paper className="sheet listSheet">
      <div className="listRoom" ref={whole}>
        <Table>
          <Table.Caption className="unseen">{label}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map(column => (
                <Table.Th key={column.key} scope="col" {...alignment(column)}>
                  {column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody aria-busy={!rows}>
            {rows?.map(row => (
              <Table.Tr key={keyOf(row)} data-row={keyOf(row)}>
                {columns.map(column => (
                  <Table.Td key={column.key} {...alignment(column)}>
                    <Cell {...{ column, row }} {...(hrefOf && { hrefOf })} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            {!rows &&
              skeletonRows.map(number => (
                <Table.Tr key={number}>
                  {columns.map(({ key }) => (
                    <Table.Td key={key}>
                      <Skeleton height={12} my={5} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </div>
    </Paper>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6]

function Cards<Row>({ label, columns, rows, keyOf, hrefOf, kept }: FormProps<Row>) {
  const isPhone = useIsPhone()
  const whole = useKeptFocus<HTMLUListElement>(kept)
  const shown = columns.filter(({ isHead, isWideOnly }) => !isHead && !(isPhone && isWideOnly))
  const head = columns.find(({ isHead }) => isHead)
  if (!rows)
    return (
      <Stack gap="xs" aria-busy>
        {skeletonRows.map(number => (
          <Skeleton key={number} height={92} radius="lg" />
        ))}
      </Stack>
    )
  return (
    <ul className="cards" aria-label={label} ref={whole}>
      {rows.map(row => (
        <Paper key={keyOf(row)} component="li" className="sheet card" p="md" data-row={keyOf(row)}>
          {head && (
            <div className="cardHead">
              <Cell column={head} row={row} {...(hrefOf && { hrefOf })} />
            </div>
          )}
          <dl>
            {shown.map(({ key, title, cell }) => (
              <Group key={key} justify="space-between" align="baseline" gap="0 16px">
                <dt>{title}</dt>
                <dd>{cell(row)}</dd>
              </Group>
            ))}
          </dl>
        </Paper>
      ))}
    </ul>
  )
}

type CellProps<Row> = {
  readonly column: DataColumn<Row>
  readonly row: Row
  readonly hrefOf?: (row: Row) => string | undefined
}

/** The whole row can be pressed: its link covers it. */
function Cell<Row>({ column, row, hrefOf }: CellProps<Row>) {
  const href = column.isHead ? hrefOf?.(row) : undefined
  if (href === undefined) return column.cell(row)
  return (
    <Link href={href} className="rowLink" data-row-link>
      {column.cell(row)}
    </Link>
  )
}

function ListEnd<Row>({ rows, onMore, isLoadingMore = false, hasCount = true }: DataListProps<Row>) {
  const say = useWords(shellWords)
  if (!rows) return <VisuallyHidden role="status">{say('loading')}</VisuallyHidden>
  if (onMore)
    return (
      <Group justify="center">
        <Button variant="default" onClick={() => onMore()} loading={isLoadingMore}>
          {say('loadMore')}
        </Button>
      </Group>
    )
  if (!hasCount) return null
  return (
    <Text c="dimmed" size="sm" ta="center">
      {say('showingAll', { count: rows.length })}
    </Text>
  )
}
