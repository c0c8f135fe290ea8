// The last calls of a merchant's servers at another version: what breaks, and what is different in answers.

import { Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { allVersions, versions } from '../../../contract/kit/versions.ts'
import type {
  ReplayedAnswer,
  ReplayedCalls,
  ReplayedOperation,
  ReplayedReason,
} from '../../api/developers.ts'
import { merchantAddress } from '../addresses.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { replayWords } from '../words/replay.ts'

export function ReplayPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(replayWords), useWords(pageNames)]
  const [search, change] = useAddressSearch()
  const version = allVersions.find(one => String(one) === search.version) ?? versions.last
  const { data, error, refetch } = useConsoleQuery('replayCalls', { merchantId, version })
  return (
    <Page
      {...{ title: say('title'), lead: say('lead') }}
      breadcrumbs={[{ label: name('requests'), href: merchantAddress(merchantId, 'requests') }]}
    >
      <Stack gap="lg">
        <NativeSelect
          {...{ label: say('version'), value: String(version), maw: 160 }}
          data={newestFirst.map(String)}
          onChange={({ currentTarget: { value } }) => change({ version: value }, true)}
        />
        {error && !data && <LoadError error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={320} radius="lg" />}
        {data && <Replayed merchantId={merchantId} replayed={data} />}
      </Stack>
    </Page>
  )
}

const newestFirst = allVersions.toReversed()

type ReplayedProps = { readonly merchantId: string; readonly replayed: ReplayedCalls }

function Replayed({ merchantId, replayed }: ReplayedProps) {
  const say = useWords(replayWords)
  const { calls, notKept, operations, version } = replayed
  if (calls === 0) return <Text c="dimmed">{say('none')}</Text>
  const refused = operations.reduce((sum, one) => sum + one.refused, 0)
  return (
    <>
      <Stack gap={4} role="status">
        <Text fw={600}>{say(refused > 0 ? 'someRefused' : 'allTaken', { refused, calls, version })}</Text>
        {notKept > 0 && <Text c="dimmed">{say('notKept', { calls: notKept })}</Text>}
      </Stack>
      {operations.map(one => (
        <OperationSheet key={one.operation} {...{ merchantId, operation: one }} />
      ))}
    </>
  )
}

type OperationProps = { readonly merchantId: string; readonly operation: ReplayedOperation }

function OperationSheet({ merchantId, operation }: OperationProps) {
  const say = useWords(replayWords)
  const { operation: name, calls, refused, taken, reasons, answers } = operation
  return (
    <Sheet title={name}>
      <Stack gap="md">
        <Group gap="sm">
          <StatusBadge tone={refused > 0 ? 'bad' : 'good'}>
            {refused > 0 ? say('refused', { refused, calls }) : say('fine', { calls })}
          </StatusBadge>
          {taken > 0 && <StatusBadge tone="plain">{say('taken', { taken })}</StatusBadge>}
        </Group>
        {reasons.length > 0 && (
          <FieldList<ReplayedReason>
            {...{ merchantId, label: name, rows: reasons, told: say('why') }}
            tell={({ explanation, validationType }) => explanation || say(validationType)}
          />
        )}
        {answers.length > 0 && (
          <>
            <Text component="h3" fw={600}>
              {say('answers')}
            </Text>
            <FieldList<ReplayedAnswer>
              {...{ merchantId, label: say('answers'), rows: answers, told: say('change') }}
              tell={({ kind, from = '', to = '' }) => say(kind, { from, to })}
            />
          </>
        )}
      </Stack>
    </Sheet>
  )
}

type FieldListProps<Row> = {
  readonly merchantId: string
  readonly label: string
  readonly rows: readonly Row[]
  /** What is told of each field, and the head of that column. */
  readonly tell: (row: Row) => string
  readonly told: string
}

/** Fields, each with what is different, in how many calls; a row leads to one of them. */
function FieldList<Row extends ReplayedAnswer | ReplayedReason>(props: FieldListProps<Row>) {
  const say = useWords(replayWords)
  const { merchantId, label, rows, tell, told } = props
  const columns: readonly DataColumn<Row>[] = [
    { key: 'field', title: say('field'), isHead: true, cell: ({ field }) => <span dir="ltr">{field}</span> },
    { key: 'told', title: told, cell: row => <bdi className="devWhy">{tell(row)}</bdi> },
    { key: 'calls', title: say('calls'), isNumber: true, cell: ({ calls }) => calls },
  ]
  return (
    <DataList<Row>
      {...{ label, columns, rows, empty: '', hasCount: false }}
      keyOf={row => `${row.field} ${tell(row)}`}
      hrefOf={({ key }) => merchantAddress(merchantId, `requests/${key}`)}
    />
  )
}
