// The HTTP routes that redirect a payer to a payment provider and back.

import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import type { BrowserRedirect, Interactions } from '../../operations/interactions/interactions.ts'
import { noticeOptions, type ShopNotice, shopNoticeReply } from '../noticePages.ts'
import { redirectReply } from '../reply.ts'

/** Redirects the payer to a payment provider and back, by addresses that were issued for one payment. */
export function providerRoutes({ interactions, isTest }: ProviderRouteDependencies): readonly Route[] {
  const open = { under: 'root', access: 'public' } as const
  const goBack = async (call: RouteCall) =>
    redirectBack(await interactions.returned(tokenOf(call)), answeredIn(call, isTest))
  return [
    {
      ...open,
      method: 'GET',
      path: '/pay/redirect/{token}',
      handler: async call =>
        redirectAway(await interactions.redirected(tokenOf(call)), answeredIn(call, isTest)),
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

/** Answers a call with a notice, in the language of the payment or, where it has none, of the browser. */
const answeredIn =
  (call: RouteCall, isTest: boolean): Noticing =>
  (notice, language) =>
    shopNoticeReply(notice, noticeOptions(call, isTest, language))

type Noticing = (notice: ShopNotice, language?: string) => Promise<HttpReply>

function redirectAway(sent: BrowserRedirect, notice: Noticing): HttpReply | Promise<HttpReply> {
  if (sent.state === 'sent') return redirectReply(sent.address)
  if (sent.state === 'unknown') return notice({ of: 'unknownLink', status: 404 })
  const { address, language } = sent
  return notice({ of: 'ended', status: 410, ...(address !== undefined && { address }) }, language)
}

/** The answer is the same however often the payer returns. */
function redirectBack(sent: BrowserRedirect, notice: Noticing): HttpReply | Promise<HttpReply> {
  if (sent.state === 'unknown') return notice({ of: 'unknownReturn', status: 404 })
  if (sent.address !== undefined) return redirectReply(sent.address)
  return notice({ of: 'done', status: 200 }, sent.state === 'over' ? sent.language : undefined)
}
