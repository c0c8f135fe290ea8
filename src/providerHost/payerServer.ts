// The payers' pages of the provider host, for browsers.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpReply } from '../http/transport/reply.ts'
import { bundledStyle } from '../pages/assets.ts'
import { languagesIn } from '../pages/localisation.ts'
import { pageReply, redirectReply } from '../pages/reply.ts'
import { readUpTo } from '../platform/files.ts'
import type { HostVisits } from './hostVisits.ts'
import { endPage, paymentPage, unknownPage } from './payerPages.ts'
import { actNamed, type PayerVisit, wayBack } from './payerVisit.ts'
import { changedAddress } from './shownPayment.ts'

const formBytesMax = 100_000

/** `/pay/{page}`; `?outcome=` decides without asking. */
export async function servePayer(
  visits: HostVisits,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const payment = visits.find(pathname.slice('/pay/'.length))
  const shown = { pathname, languages: languagesIn(request.headers['accept-language']) }
  if (!payment) return reply(response, await pageOf(undefined, shown))
  if (request.method === 'POST') {
    const typed = new URLSearchParams((await readUpTo(request, formBytesMax)).toString())
    const act = actNamed(typed.get('act'))
    const visit = visits.open(payment)
    if (!act || visit?.state !== 'asking') return reply(response, await pageOf(visit, shown))
    const address = act === 'approve' ? changedAddress(visit.payment, Object.fromEntries(typed)) : undefined
    return reply(response, await pageOf(visits.act(payment, act, address), shown))
  }
  const act = actNamed(searchParams.get('outcome') ?? undefined)
  const visit = act ? visits.act(payment, act) : visits.open(payment)
  const back = visit && wayBack(visit)
  reply(response, back === undefined ? await pageOf(visit, shown) : redirectReply(back))
}

type ShownPage = { readonly pathname: string; readonly languages: readonly string[] }

async function pageOf(visit: PayerVisit | undefined, { pathname, languages }: ShownPage): Promise<HttpReply> {
  const style = await bundledStyle('pages/browser/provider/provider.css')
  const page = { styles: [style], acceptsGzip: false }
  if (!visit) return pageReply({ ...page, markup: unknownPage({ style, languages }), status: 404 })
  if (visit.state !== 'asking')
    return pageReply({ ...page, markup: endPage(visit, { style, languages, address: wayBack(visit) }) })
  const markup = paymentPage(visit.payment, { style, languages, action: pathname })
  return pageReply({ ...page, markup, forms: ["'self'"] })
}

function reply(response: ServerResponse, { status, headers, body }: HttpReply): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store' })
  response.end(typeof body === 'string' || body instanceof Uint8Array ? body : '')
}
