// Payments that wait for a review: released or rejected here, with a note.

import { Button, Group, List, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ShownReview } from '../../api/risk.ts'
import { orderAddress } from '../addresses.ts'
import { useAnnounce } from '../components/announcer.tsx'
import { ConfirmDialog } from '../components/confirmDialog.tsx'
import { DataList } from '../components/dataList.tsx'
import { useExportedList } from '../components/exportedList.tsx'
import { Money } from '../components/money.tsx'
import { Page } from '../components/page.tsx'
import { StatusBadge } from '../components/statusBadge.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useWords } from '../language.tsx'
import type { MerchantPageProps } from '../pageKinds.ts'
import { useConsoleMutation, useConsoleQuery } from '../queries.ts'
import { pageNames } from '../words/pageNames.ts'
import { reviewWords } from './reviewWords.ts'

type Deciding = { readonly review: ShownReview; readonly decision: 'ACCEPTED' | 'REJECTED' }

const nextOf = ({ after }: { readonly after?: string }) => (after === undefined ? undefined : { after })

export function ReviewsPage({ merchantId }: MerchantPageProps) {
  const say = useWords(reviewWords)
  const names = useWords(pageNames)
  const fileName = `reviews-${merchantId}`
  const [queue, download] = useExportedList('reviews', { merchantId }, nextOf, { fileName })
  const mayReview = useConsoleQuery('whoAmI', {}).data?.permissions.includes('risk.review') ?? false
  const [deciding, setDeciding] = useState<Deciding>()
  const rows = queue.data?.pages.flatMap(({ reviews }) => reviews)
  return (
    <Page {...{ title: names('reviews'), lead: say('reviewsLead'), actions: download }}>
      <DataList
        {...{ label: names('reviews'), rows, error: queue.error, onRetry: queue.refetch }}
        keyOf={({ orderId, transactionId }) => `${orderId}/${transactionId}`}
        hrefOf={({ orderId }) => orderAddress(merchantId, orderId)}
        empty={say('noReviews')}
        onMore={queue.hasNextPage ? queue.fetchNextPage : undefined}
        isLoadingMore={queue.isFetchingNextPage}
        columns={[
          { key: 'order', title: say('order'), isHead: true, cell: ({ orderId }) => orderId },
          { key: 'since', title: say('waitingSince'), cell: ({ since }) => <Timestamp at={since} /> },
          { key: 'card', title: say('card'), cell: ({ card, email }) => card ?? email ?? '' },
          { key: 'why', title: say('why'), cell: review => <Reasons review={review} /> },
          {
            ...{ key: 'amount', title: say('amount'), isNumber: true },
            cell: ({ amount, currency }) => <Money {...{ amount, currency }} />,
          },
          ...(mayReview
            ? [
                {
                  ...{ key: 'actions', title: say('actions') },
                  cell: (review: ShownReview) => <Decisions {...{ review, onDecide: setDeciding }} />,
                },
              ]
            : []),
        ]}
      />
      {deciding && <DecideDialog {...{ merchantId, ...deciding, onClose: () => setDeciding(undefined) }} />}
    </Page>
  )
}

/** What was rejected and is not undone yet stays in the queue, with what happens next. */
function Reasons({ review: { rules, totalScore, isNotUndone } }: { readonly review: ShownReview }) {
  const say = useWords(reviewWords)
  return (
    <List size="sm" spacing={2} listStyleType="none">
      {isNotUndone && (
        <List.Item>
          <StatusBadge tone="bad">{say('notUndone')}</StatusBadge>
          <Text c="dimmed" size="sm">
            {say('notUndoneNext')}
          </Text>
        </List.Item>
      )}
      {rules.map(({ id, name, data }) => (
        <List.Item key={id}>
          {name}
          {data !== undefined && (
            <Text span c="dimmed" size="sm">
              {' '}
              · {data}
            </Text>
          )}
        </List.Item>
      ))}
      {totalScore !== undefined && <List.Item>+{totalScore}</List.Item>}
    </List>
  )
}

type DecisionsProps = { readonly review: ShownReview; readonly onDecide: (deciding: Deciding) => void }

/** Above the link that covers its row. */
function Decisions({ review, onDecide }: DecisionsProps) {
  const say = useWords(reviewWords)
  const named = (text: string) => ({ 'aria-label': `${text}: ${review.orderId}`, children: text })
  const raised = { position: 'relative', zIndex: 1 } as const
  return (
    <Group gap={6} style={raised}>
      {!review.isNotUndone && (
        <Button
          {...{ size: 'compact-sm', ...named(say('release')) }}
          onClick={() => onDecide({ review, decision: 'ACCEPTED' })}
        />
      )}
      <Button
        {...{
          size: 'compact-sm',
          variant: 'default',
          ...named(say(review.isNotUndone ? 'undoNow' : 'reject')),
        }}
        onClick={() => onDecide({ review, decision: 'REJECTED' })}
      />
    </Group>
  )
}

type DecideProps = Deciding & { readonly merchantId: string; readonly onClose: () => void }

function DecideDialog({ merchantId, review, decision, onClose }: DecideProps) {
  const say = useWords(reviewWords)
  const announce = useAnnounce()
  const [note, setNote] = useState('')
  const { orderId, transactionId } = review
  const isRelease = decision === 'ACCEPTED'
  const decide = useConsoleMutation('decideReview', {
    invalidates: ['reviewQueue', 'orderShown', 'explainOrder', 'findOrders'],
    onSuccess() {
      announce(say(isRelease ? 'released' : 'rejected', { order: orderId }))
      onClose()
    },
  })
  const submit = () =>
    decide.mutate({
      ...{ merchantId, orderId, transactionId, decision },
      ...(note.trim() !== '' && { note: note.trim() }),
    })
  return (
    <ConfirmDialog
      {...{ isOpen: true, isDangerous: !isRelease, isBusy: decide.isPending, onClose, onConfirm: submit }}
      title={say(isRelease ? 'releaseTitle' : 'rejectTitle', { order: orderId })}
      confirm={say(isRelease ? 'release' : 'reject')}
      error={decide.error?.message}
    >
      <Text>{say(isRelease ? 'releaseHint' : 'rejectHint')}</Text>
      <Textarea
        {...{ label: say('note'), value: note, maxLength: 2000, autosize: true, minRows: 2 }}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
    </ConfirmDialog>
  )
}
