// One entry of the audit log.

import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { AuditEntries, ShownAuditEntry } from '../../api/audit.ts'
import { gatewayAddress, merchantAddress } from '../addresses.ts'
import { CopyButton } from '../components/copyButton.tsx'
import { LoadError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { FactList } from '../developers/factList.tsx'
import { useWords } from '../language.tsx'
import type { GatewayPageProps, MerchantPageProps } from '../pageKinds.ts'
import { useConsoleQuery } from '../queries.ts'
import { auditWords } from '../words/audit.ts'
import { pageNames } from '../words/pageNames.ts'
import { Details, useAuditTold } from './auditParts.tsx'

export function MerchantEntryPage({ merchantId, id }: MerchantPageProps) {
  const found = useConsoleQuery('merchantAudit', { merchantId, before: afterOf(id), limit: 2 })
  return <Entry {...{ id, found, addressOf: path => merchantAddress(merchantId, path) }} />
}

export function GatewayEntryPage({ id }: GatewayPageProps) {
  const found = useConsoleQuery('gatewayAudit', { before: afterOf(id), limit: 2 })
  return <Entry {...{ id, found, addressOf: gatewayAddress }} />
}

/** The list goes backwards: an entry is the first one before the next number. */
const afterOf = (id: string): number => (/^\d{1,11}$/.test(id) ? Number(id) : 0) + 1

type EntryProps = {
  readonly id: string
  readonly found: {
    readonly data?: AuditEntries | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly addressOf: (path: string) => string
}

function Entry({ id, found: { data, error, refetch }, addressOf }: EntryProps) {
  const [say, name] = [useWords(auditWords), useWords(pageNames)]
  const told = useAuditTold()
  const entry = data?.entries.find(({ entryNo }) => String(entryNo) === id)
  const older = data?.entries.find(({ entryNo }) => entryNo < Number(id))
  return (
    <Page
      title={entry ? told(entry) : say('entryNo', { number: id })}
      breadcrumbs={[{ label: name('audit'), href: addressOf('audit') }]}
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={260} radius="lg" />}
      {data && !entry && <Text>{say('noEntry', { number: id })}</Text>}
      {entry && <EntryBody entry={entry} />}
      {older && (
        <Group>
          <Anchor component={Link} href={addressOf(`audit/${older.entryNo}`)}>
            {say('olderEntry')}
          </Anchor>
        </Group>
      )}
    </Page>
  )
}

function EntryBody({ entry }: { readonly entry: ShownAuditEntry }) {
  const say = useWords(auditWords)
  const { entryNo, time, actor, action, merchantId, digest } = entry
  return (
    <Stack gap="lg">
      <Sheet title={say('entryNo', { number: String(entryNo) })}>
        <FactList
          facts={[
            [say('who'), <bdi key="who">{actor}</bdi>],
            [say('time'), <Timestamp key="time" at={time} />],
            [
              say('action'),
              <span key="action" className="devMono">
                {action}
              </span>,
            ],
            [say('merchant'), <bdi key="merchant">{merchantId ?? '–'}</bdi>],
            [
              say('digest'),
              <div key="digest">
                <span className="devMono">
                  {digest} <CopyButton value={digest} label={say('copyDigest')} />
                </span>
                <Text size="sm" c="dimmed" mt={4}>
                  {say('digestHint')}
                </Text>
              </div>,
            ],
          ]}
        />
      </Sheet>
      <Sheet title={say('details')}>
        <Details entry={entry} />
      </Sheet>
    </Stack>
  )
}
