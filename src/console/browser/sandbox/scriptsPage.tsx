// What the simulated acquirer is told to answer next, and which payments have used it.

import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { SandboxScripts, ShownScript, UsedAnswer } from '../../api/sandbox.ts'
import { orderAddress } from '../addresses.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { type DataColumn, DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Page } from '../components/page.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { SandboxTabs } from './sandboxTabs.tsx'
import { ScriptDialog } from './scriptDialog.tsx'
import { Answers } from './scriptedAnswers.tsx'
import { scriptWords } from './scriptWords.ts'

export function ScriptsPage({ merchantId }: MerchantPageProps) {
  const say = useWords(scriptWords)
  const [isAdding, setAdding] = useState(false)
  const known = useConsoleQuery('sandboxScripts', { merchantId }, { everyMs: 3_000 })
  const add = (
    <Button onClick={() => setAdding(true)} disabled={!known.data}>
      {say('add')}
    </Button>
  )
  const lists = { data: known.data, error: known.error, merchantId, onRetry: () => known.refetch() }
  return (
    <Page title={say('title')} lead={say('lead')} actions={add}>
      <SandboxTabs {...{ merchantId, here: 'scripts' }} />
      <InForce {...lists} />
      <UsedUp {...lists} />
      {isAdding && known.data && (
        <ScriptDialog
          {...{ merchantId, vocabulary: known.data.vocabulary, onClose: () => setAdding(false) }}
        />
      )}
    </Page>
  )
}

type ListProps = {
  readonly merchantId: string
  readonly data: SandboxScripts | undefined
  readonly error: Error | null
  readonly onRetry: () => unknown
}

function InForce({ merchantId, data, error, onRetry }: ListProps) {
  const say = useWords(scriptWords)
  const announce = useAnnounce()
  const removing = useConsoleMutation('removeSandboxScript', {
    invalidates: ['sandboxScripts'],
    onSuccess: () => announce(say('removed')),
  })
  const columns: readonly DataColumn<ShownScript>[] = [
    { key: 'whom', title: say('whom'), cell: row => <Whom script={row} />, isHead: true },
    { key: 'answers', title: say('answers'), cell: row => <Answers answers={row.answers} /> },
    {
      ...{ key: 'remove', title: say('remove') },
      cell: ({ id }) => (
        <Button
          {...{ size: 'xs', variant: 'default', 'aria-label': say('removeOne', { id }) }}
          onClick={() => removing.mutate({ merchantId, id })}
        >
          {say('remove')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Title order={2}>{say('inForce')}</Title>
      <FieldError message={removing.errorBeside()} />
      <DataList
        {...{ label: say('inForce'), columns, rows: data?.scripts, empty: say('none'), error, onRetry }}
        keyOf={row => String(row.id)}
        hasCount={false}
      />
    </>
  )
}

function UsedUp({ merchantId, data }: ListProps) {
  const say = useWords(scriptWords)
  const columns: readonly DataColumn<UsedAnswer>[] = [
    { key: 'order', title: say('order'), cell: row => row.orderId ?? '–', isHead: true },
    { key: 'asked', title: say('asked'), cell: row => <span lang="en">{row.asked}</span> },
    { key: 'answer', title: say('answer'), cell: row => <Answers answers={[row.answer]} /> },
    {
      ...{ key: 'left', title: say('left') },
      cell: ({ left, scriptId }) => `${say('script', { id: scriptId })}: ${say('leftOf', { count: left })}`,
    },
    { key: 'at', title: say('at'), cell: row => <Timestamp at={row.at} /> },
  ]
  if (!data) return null
  return (
    <>
      <Title order={2}>{say('used')}</Title>
      <DataList
        {...{ label: say('used'), columns, rows: data.used, empty: say('noneUsed'), hasCount: false }}
        keyOf={row => `${row.scriptId} ${row.left} ${row.at}`}
        hrefOf={({ orderId }) => (orderId === undefined ? undefined : orderAddress(merchantId, orderId))}
      />
    </>
  )
}

function Whom({ script: { id, isForAll, orderId, cardNumber } }: { readonly script: ShownScript }) {
  const say = useWords(scriptWords)
  const facts = [
    ...(orderId === undefined ? [] : [say('forOrder', { orderId })]),
    ...(cardNumber === undefined ? [] : [say('forCard', { cardNumber })]),
  ]
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {say('script', { id })}
      </Text>
      <span>{facts.join(', ') || say('forAny')}</span>
      {isForAll && (
        <Text size="sm" c="dimmed">
          {say('forAll')}
        </Text>
      )}
    </Stack>
  )
}
