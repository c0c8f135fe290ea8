// Erasing a payer: whose data, what that would change, and doing it.

import { Button, Group, List, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PayersOrder, PayersOrders } from '../../api/payers.ts'
import { orderAddress } from '../addresses.ts'
import { useAddressSearch } from '../addressSearch.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { DataList } from '../components/dataList.tsx'
import { FieldError } from '../components/fieldError.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { Sheet } from '../components/sheet.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleList } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { CodeBadge } from './codeText.tsx'
import { payerWords } from './payerWords.ts'
import { type ErasedPayer, type ErasureProgress, useErasure } from './useErasure.ts'

/** An e-mail address is not in the address of the page: histories of browsers would keep it. */
export function PayersPage({ merchantId }: MerchantPageProps) {
  const [say, name] = [useWords(payerWords), useWords(pageNames)]
  const [{ order }] = useAddressSearch()
  const [payer, setPayer] = useState<ErasedPayer | undefined>(order ? { orderId: order } : undefined)
  return (
    <Page {...{ title: name('payers'), lead: say('lead') }}>
      <Sheet>
        <PayerForm first={order} onLook={setPayer} onOther={() => setPayer(undefined)} />
      </Sheet>
      {payer && <WhatWouldChange key={JSON.stringify(payer)} {...{ merchantId, payer }} />}
    </Page>
  )
}

type PayerFormProps = {
  readonly first: string | undefined
  readonly onLook: (payer: ErasedPayer) => void
  /** Another one is being typed: nobody must take what is shown for theirs. */
  readonly onOther: () => void
}

function PayerForm({ first, onLook, onOther }: PayerFormProps) {
  const say = useWords(payerWords)
  const [{ by, text }, setTyped] = useState({ by: first ? 'order' : 'email', text: first ?? '' })
  const isEmail = by === 'email'
  const value = text.trim()
  const type = (typed: { readonly by: string; readonly text: string }) => {
    setTyped(typed)
    if (typed.by !== by || typed.text.trim() !== value) onOther()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (value !== '') onLook(isEmail ? { email: value } : { orderId: value })
      }}
    >
      <Stack gap="sm">
        <SegmentedControl
          {...{
            value: by,
            onChange: chosen => type({ by: chosen, text }),
            'aria-label': say('eraseData'),
            maw: 420,
          }}
          data={[
            { value: 'email', label: say('byEmail') },
            { value: 'order', label: say('byOrder') },
          ]}
        />
        <Group align="flex-end">
          <TextInput
            {...{ label: say(isEmail ? 'byEmail' : 'byOrder'), value: text, required: true }}
            {...{ type: isEmail ? 'email' : 'text', autoComplete: 'off', flex: 1, miw: 220 }}
            {...(isEmail && { description: say('emailHint') })}
            onChange={({ currentTarget }) => type({ by, text: currentTarget.value })}
          />
          <Button type="submit">{say('look')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

type PayerProps = { readonly merchantId: string; readonly payer: ErasedPayer }

function WhatWouldChange({ merchantId, payer }: PayerProps) {
  const erasure = useErasure(merchantId)
  const found = useConsoleList('findPayer', { merchantId, ...payer }, ({ after }) =>
    after === undefined ? undefined : { after },
  )
  const orders = found.data?.pages.flatMap(page => page.orders)
  const first = found.data?.pages[0]
  return (
    <Stack gap="lg">
      {erasure.progress && <Result progress={erasure.progress} />}
      {orders && orders.length > 0 && first && (
        <Summary {...{ payer, first, count: first.traces?.orders ?? orders.length, erasure }} />
      )}
      {!(orders?.length === 0 && erasure.progress) && <Orders {...{ merchantId, found, orders }} />}
    </Stack>
  )
}

type OrdersProps = {
  readonly merchantId: string
  readonly orders: readonly PayersOrder[] | undefined
  readonly found: Pick<
    ReturnType<typeof useConsoleList<'findPayer'>>,
    'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'refetch'
  >
}

function Orders({ merchantId, orders, found }: OrdersProps) {
  const say = useWords(payerWords)
  return (
    <DataList
      {...{ label: say('eraseData'), rows: orders, error: found.error, onRetry: found.refetch }}
      {...{ empty: say('none'), isLoadingMore: found.isFetchingNextPage }}
      keyOf={({ orderId }) => orderId}
      hrefOf={({ orderId }) => orderAddress(merchantId, orderId)}
      onMore={found.hasNextPage ? found.fetchNextPage : undefined}
      columns={[
        { key: 'order', title: say('byOrder'), isHead: true, cell: ({ orderId }) => orderId },
        { key: 'created', title: say('created'), cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
        { key: 'status', title: say('status'), cell: ({ status }) => <CodeBadge code={status} /> },
        { key: 'state', title: say('state'), cell: order => <ErasureState order={order} /> },
        {
          ...{ key: 'amount', title: say('amount'), isNumber: true },
          cell: ({ amount, currency }) => <Money {...{ amount, currency }} />,
        },
      ]}
    />
  )
}

function ErasureState({ order: { obstacle, erased } }: { readonly order: PayersOrder }) {
  const say = useWords(payerWords)
  if (obstacle) return <>{say(obstacle)}</>
  if (!erased) return <>{say('ready')}</>
  return (
    <>
      {say('erasedAt')} <Timestamp at={erased.at} />
    </>
  )
}

type SummaryProps = {
  readonly payer: ErasedPayer
  readonly first: PayersOrders
  readonly count: number
  readonly erasure: ReturnType<typeof useErasure>
}

function Summary({ payer, first: { traces }, count, erasure: { progress, start } }: SummaryProps) {
  const say = useWords(payerWords)
  const announce = useAnnounce()
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = progress?.state === 'RUNNING'
  async function erase() {
    const { state, erased } = await start(payer)
    setIsAsking(false)
    if (state === 'DONE') announce(say('result', { count: erased }))
  }
  return (
    <Sheet
      title={say(traces?.isMore ? 'atLeast' : 'would', { count })}
      actions={
        <Button color="bad" onClick={() => setIsAsking(true)}>
          {say('erase')}
        </Button>
      }
    >
      <PayerName payer={payer} />
      <List spacing="xs" mt="sm">
        <List.Item>{say('goes')}</List.Item>
        <List.Item>{say('stays')}</List.Item>
        {traces && traces.savedFilters > 0 && (
          <List.Item>{say('filters', { count: traces.savedFilters })}</List.Item>
        )}
        {traces && traces.lists.length > 0 && (
          <List.Item>{say('lists', { lists: traces.lists.join(', ') })}</List.Item>
        )}
      </List>
      <ConfirmDialog
        {...{ isOpen: isAsking, title: say('title'), confirm: say('erase'), isDangerous: true, isBusy }}
        onConfirm={erase}
        onClose={() => setIsAsking(false)}
      >
        <PayerName payer={payer} />
        <Text>{say(traces?.isMore ? 'atLeast' : 'would', { count })}</Text>
        <Text>{say('confirm')}</Text>
        {isBusy && <Text c="dimmed">{say('running', { count: progress?.erased ?? 0 })}</Text>}
      </ConfirmDialog>
    </Sheet>
  )
}

function PayerName({ payer }: { readonly payer: ErasedPayer }) {
  const say = useWords(payerWords)
  const [kind, name] = 'email' in payer ? [say('byEmail'), payer.email] : [say('byOrder'), payer.orderId]
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      {kind}:{' '}
      <b>
        <bdi>{name}</bdi>
      </b>
    </Text>
  )
}

function Result({ progress }: { readonly progress: ErasureProgress }) {
  const say = useWords(payerWords)
  const { state, erased, left, calls, error } = progress
  if (state === 'RUNNING') return null
  return (
    <Sheet title={say('done')}>
      <Stack gap="xs">
        <FieldError message={error} />
        <Text>{say('result', { count: erased })}</Text>
        {calls > 0 && <Text>{say('calls', { count: calls })}</Text>}
        {left > 0 && <Text>{say('left', { count: left })}</Text>}
      </Stack>
    </Sheet>
  )
}
