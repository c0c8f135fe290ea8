// The HTTP routes that redirect a payer to a payment provider and back.

import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { BrowserRedirect, Interactions } from '../../operations/interactions/interactions.ts'
import { type NoticeOptions, type ShopNotice, shopNoticeReply } from '../noticePages.ts'
import { redirectReply } from '../reply.ts'

/** Redirects the payer to a payment provider and back, by addresses that were issued for one payment. */
export function providerRoutes({ interactions, isTest }: ProviderRouteDependencies): readonly Route[] {
  const open = { under: 'root', access: 'public' } as const
  const options = ({ acceptsGzip }: RouteCall) => ({ acceptsGzip, isTest })
  const goBack = async (call: RouteCall) =>
    redirectBack(await interactions.returned(tokenOf(call)), options(call))
  return [
    {
      ...open,
      method: 'GET',
      path: '/pay/redirect/{token}',
      handler: async call => redirectAway(await interactions.redirected(tokenOf(call)), options(call)),
    },
    { ...open, method: 'GET', path: returnPath, handler: goBack },
    { ...open, method: 'POST', path: returnPath, reads: 'form', handler: goBack },
  ]
}

type ProviderRouteDependencies = {
  readonly interactions: Pick<Interactions, 'redirected' | 'returned'>
  /** Whether pages are marked as tests. */
  readonly isTest: boolean
}

const returnPath = '/pay/return/{token}'
const tokenOf = ({ params }: RouteCall): string => params.token ?? ''

function redirectAway(sent: BrowserRedirect, options: NoticeOptions): HttpReply | Promise<HttpReply> {
  if (sent.state === 'sent') return redirectReply(sent.address)
  if (sent.state === 'unknown') return shopNoticeReply(unknownLink, options)
  return shopNoticeReply({ ...ended, ...(sent.address !== undefined && { address: sent.address }) }, options)
}

/** The answer is the same however often the payer returns. */
function redirectBack(sent: BrowserRedirect, options: NoticeOptions): HttpReply | Promise<HttpReply> {
  if (sent.state === 'unknown') return shopNoticeReply(unknownReturn, options)
  return sent.address === undefined ? shopNoticeReply(done, options) : redirectReply(sent.address)
}

const unknownLink: ShopNotice = {
  id: 'unknown',
  status: 404,
  title: 'This payment link does not work',
  text: 'It has expired, or part of it is missing. The shop knows how your payment stands.',
}
const unknownReturn: ShopNotice = {
  id: 'unknown',
  status: 404,
  title: 'The way back to the shop is lost',
  text: 'This address has expired, or part of it is missing. The shop knows how your payment stands.',
}
const ended: ShopNotice = {
  id: 'over',
  status: 410,
  title: 'This payment has ended',
  text: 'There is nothing left to do here. The shop knows what came of it; to pay once more, start there.',
}
const done: ShopNotice = {
  id: 'done',
  status: 200,
  title: 'You can go back to the shop now',
  text: 'Everything here is done. You may close this page; the shop knows how your payment stands.',
}
