// The audit log: of one merchant, or of everything.

import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { ShownAuditEntry } from '../../api/audit.ts'
import { gatewayAddress, merchantAddress } from '../addresses.ts'
import { type AddressSearch, useAddressSearch } from '../addressSearch.ts'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { TypedFilter } from '../developers/typedFilter.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { type useConsoleList, useConsoleQuery } from '../queries.ts'
import { useRowKeys } from '../shell/rowKeys.ts'
import { auditWords } from '../words/audit.ts'
import { pageNames } from '../words/pageNames.ts'
import { AuditTold, FoldedDetails } from './auditParts.tsx'
import { VerifiedNote, VerifyPanel } from './verifyPanel.tsx'

export function MerchantAuditPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(auditWords), useWords(pageNames)]
  const [search] = useAddressSearch()
  const before = entryNoIn(search.before)
  const input = { merchantId, ...(before !== undefined && { before }) }
  const fileName = `audit-${merchantId}`
  const [list, download] = useExportedList('audit', input, nextOf, { fileName })
  const { data: me } = useConsoleQuery('whoAmI', {})
  return (
    <Page {...{ title: name('audit'), lead: say('lead'), actions: download }}>
      <Stack gap="lg">
        {me?.permissions.includes('gateway.read') ? <VerifyPanel /> : <VerifiedNote {...{ merchantId }} />}
        <AuditFilters />
        <AuditList list={list} addressOf={entryNo => merchantAddress(merchantId, `audit/${entryNo}`)} />
      </Stack>
    </Page>
  )
}

export function GatewayAuditPage() {
  const [say, name] = [useWords(auditWords), useWords(pageNames)]
  const [search] = useAddressSearch()
  const [before, about] = [entryNoIn(search.before), aboutIn(search)]
  const input = { ...(before !== undefined && { before }), ...(about !== undefined && { about }) }
  const [list, download] = useExportedList('gatewayAudit', input, nextOf, { fileName: 'audit' })
  return (
    <Page {...{ title: name('audit'), lead: say('leadGateway'), actions: download }}>
      <Stack gap="lg">
        <VerifyPanel />
        <AuditFilters hasMerchants />
        <AuditList
          {...{ list, hasMerchants: true, addressOf: entryNo => gatewayAddress(`audit/${entryNo}`) }}
        />
      </Stack>
    </Page>
  )
}

const nextOf = ({ next }: { readonly next?: number }) => (next === undefined ? undefined : { before: next })

/** Undefined for what is no number of an entry. */
const entryNoIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined

const aboutIn = ({ about }: AddressSearch): string | undefined =>
  about !== undefined && about.length <= 40 ? about : undefined

function AuditFilters({ hasMerchants = false }: { readonly hasMerchants?: boolean }) {
  const say = useWords(auditWords)
  const [search, change] = useAddressSearch()
  const isFiltered = search.before !== undefined || search.about !== undefined
  return (
    <Group gap="sm" align="flex-end">
      {hasMerchants && (
        <TypedFilter
          {...{ label: say('about'), value: search.about ?? '', maxLength: 40 }}
          onEntered={about => change({ about }, true)}
        />
      )}
      <TypedFilter
        {...{ label: say('before'), value: search.before ?? '', maxLength: 12 }}
        onEntered={before => change({ before }, true)}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => change({ before: undefined, about: undefined }, true)}>
          {say('clear')}
        </Button>
      )}
    </Group>
  )
}

type AuditListProps = {
  readonly list: ReturnType<typeof useConsoleList<'gatewayAudit' | 'merchantAudit'>>
  readonly hasMerchants?: boolean
  readonly addressOf: (entryNo: number) => string
}

function AuditList({ list, hasMerchants = false, addressOf }: AuditListProps) {
  const [say, name] = [useWords(auditWords), useWords(pageNames)]
  const [search] = useAddressSearch()
  useRowKeys()
  const columns: readonly DataColumn<ShownAuditEntry>[] = [
    {
      ...{ key: 'what', title: say('what'), isHead: true },
      cell: entry => (
        <>
          <Anchor component={Link} href={addressOf(entry.entryNo)} className="auditLink" data-row-link>
            <AuditTold entry={entry} />
          </Anchor>
          <FoldedDetails entry={entry} />
        </>
      ),
    },
    { key: 'who', title: say('who'), cell: ({ actor }) => <bdi className="auditWho">{actor}</bdi> },
    ...(hasMerchants
      ? [
          {
            ...{ key: 'merchant', title: say('merchant') },
            cell: ({ merchantId }: ShownAuditEntry) => <bdi className="auditWho">{merchantId ?? '–'}</bdi>,
          },
        ]
      : []),
    { key: 'time', title: say('time'), cell: ({ time }) => <Timestamp at={time} /> },
    {
      ...{ key: 'entry', title: say('entry'), isNumber: true },
      cell: ({ entryNo }) => <span className="digits">{entryNo}</span>,
    },
  ]
  return (
    <DataList<ShownAuditEntry>
      {...{ label: name('audit'), columns, rows: list.data?.pages.flatMap(({ entries }) => entries) }}
      keyOf={({ entryNo }) => String(entryNo)}
      {...{ error: list.error, onRetry: list.refetch }}
      {...{ isLoadingMore: list.isFetchingNextPage }}
      onMore={list.hasNextPage ? list.fetchNextPage : undefined}
      empty={say(search.before === undefined && search.about === undefined ? 'empty' : 'noneSuch')}
    />
  )
}
