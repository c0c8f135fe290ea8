// The orders that a list shows: read part by part, with new ones let in where that moves nothing.

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { FoundOrders } from '../../api/payments.ts'
import { callServer } from '../callServer.ts'
import { nowMs } from '../clock.ts'
import { heldList, withNewest } from './newestOrders.ts'
import { type PaymentFilters, queryOf, timesOf } from './paymentFilters.ts'
import { useChanges } from './useChanges.ts'

export function usePayments(merchantId: string, filters: PaymentFilters) {
  const query = queryOf(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal queries are equal filters
  const input = useMemo(() => inputOf(merchantId, filters), [merchantId, query])
  const queries = useQueryClient()
  const pages = useInfiniteQuery({
    queryKey: ['findOrders', 'pages', input],
    queryFn: ({ pageParam, signal }) =>
      callServer('findOrders', { ...input, ...(pageParam !== '' && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: answer => answer.after,
    // It is kept up to date by what is new: reading it again would move what somebody reads.
    ...{ staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
  const newest = useQuery({
    queryKey: ['findOrders', 'newest', input],
    queryFn: ({ signal }) => callServer('findOrders', { ...input, limit: newestCount }, signal),
    // A list that was read before this page was opened may be old.
    enabled: pages.isSuccess && !pages.isFetchedAfterMount,
    staleTime: 0,
  })
  const isLive = useChanges(merchantId, pages.data?.pages[0]?.position, () => void newest.refetch())
  const [letIn, setLetIn] = useState<{ readonly query: string; readonly newest: FoundOrders }>()
  const shown = withNewest(
    pages.data?.pages.flatMap(page => page.orders) ?? [],
    letIn?.query === query ? letIn.newest : undefined,
  )
  const held = heldList(shown, newest.data)
  const admit = () => {
    if (held.hasGap) void queries.resetQueries({ queryKey: ['findOrders', 'pages', input] })
    if (newest.data) setLetIn({ query, newest: newest.data })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something new was read
  useEffect(() => {
    if (newest.data && isAtTop()) admit()
  }, [newest.data])
  return {
    pages,
    isLive,
    orders: pages.data ? held.orders : undefined,
    waiting: held.waiting,
    admit,
    upToDateAsOf: newest.data?.upToDateAsOf ?? pages.data?.pages[0]?.upToDateAsOf,
  }
}

const newestCount = 100

/** What the server is asked for. */
export function inputOf(merchantId: string, filters: PaymentFilters) {
  const { period: _, from: __, to: ___, ...plain } = filters
  return { merchantId, ...plain, ...timesOf(filters, nowMs()) }
}

/** Nobody reads further down, and no row is being chosen: new ones may move the list. */
const isAtTop = (): boolean =>
  window.scrollY < 120 && !(document.activeElement?.hasAttribute('data-row-link') ?? false)
