import type { Content } from '../../contract/kit/content.ts'
import type { RouteCall } from '../../http/transport/handler.ts'
import type { Gateway } from '../../operations/gateway.ts'
import type { OrderKey } from '../../operations/model/journal.ts'
import type { Profile } from '../../orders/merchant.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OpenedSession } from '../../sessions/heldSession.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { readUrl } from '../../standards/url.ts'
import { languagesIn } from '../localisation.ts'
import { isAllowedOrigin } from '../origins.ts'
import { operationIn } from './controls.ts'
import { textAt, valueAt } from './fieldPaths.ts'
import { isOwnOrigin } from './ownOrigin.ts'
import { type CheckoutOperation, localeFor, type PageLocale } from './view.ts'

/** What stands behind the checkout page. */
export type CheckoutDependencies = {
  readonly gateway: Pick<Gateway, 'giveUpRemainder' | 'retrieveOrder' | 'submit'>
  readonly sessions: Pick<Sessions, 'opened' | 'revise' | 'eraseSecrets'>
  readonly merchants: { find(merchantId: string): Promise<{ readonly profile: Profile } | undefined> }
  /** Under which address payers' browsers reach this gateway. */
  readonly origin: () => string
  readonly isSandbox: boolean
  /** Whether the payer is told that nothing is really paid. */
  readonly isTest: boolean
  /** Told of an address under which a browser has the page, though it is not the gateway's. */
  readonly onElsewhere?: (origin: string, sessionId: string) => void
  readonly clock: Pick<Clock, 'now'>
}

/** A payer at the page: whoever knows the session's name is the payer. */
export type CheckoutVisit = {
  readonly session: OpenedSession
  readonly key: OrderKey
  readonly profile: Profile
  readonly operation: CheckoutOperation
  /** As the merchant wishes, else as the browser does. */
  readonly locale: PageLocale
  /** How long the payer still has. */
  readonly leftMs: number
  /** The merchant's page that the payer came from, without its fragment. */
  readonly from?: string
  /** The origin of the merchant's page around an embedded one. */
  readonly embedder?: string
}

/** Unknown, expired, no checkout and no order look alike. */
export async function openVisit(
  parts: CheckoutDependencies,
  call: RouteCall,
): Promise<CheckoutVisit | undefined> {
  const session = await parts.sessions.opened(call.params.sessionId ?? '')
  if (session?.stored.kind !== 'checkout') return undefined
  const { cell, merchantId } = session.key
  const { values } = session.contents
  const orderId = textAt(values, 'order', 'id')
  const merchant = await parts.merchants.find(merchantId)
  if (orderId === undefined || !merchant) return undefined
  const own = parts.origin()
  return {
    session,
    key: { cell, merchantId, orderId },
    profile: merchant.profile,
    operation: operationIn(values),
    locale: localeFor(textAt(values, 'interaction', 'locale'), ...languagesIn(call.acceptLanguage)),
    leftMs: Math.max(0, Math.min(timeoutMs(values) - session.ageMs, session.leftMs - lastMomentsMs)),
    ...guestOf({ parts, profile: merchant.profile, own }, call.query),
  }
}

/** The session outlives the payer's time a little, so that somebody can still say where the payer goes. */
const lastMomentsMs = 30_000

function timeoutMs(values: Content): number {
  const seconds = valueAt(values, 'interaction', 'timeout')
  return typeof seconds === 'number' ? seconds * 1_000 : Number.POSITIVE_INFINITY
}

type Host = { readonly parts: CheckoutDependencies; readonly profile: Profile; readonly own: string }

/** Anybody can write such an address: only the merchant's own pages count. */
function guestOf(
  host: Host,
  { from, embedded }: RouteCall['query'],
): Pick<CheckoutVisit, 'from' | 'embedder'> {
  const page = from === undefined ? undefined : readUrl(from)
  return {
    ...(page && isPage(page) && isWelcome(host, page.origin) && { from: withoutFragment(page) }),
    ...(embedded !== undefined && isWelcome(host, embedded) && { embedder: embedded }),
  }
}

/** Other schemes can have the origin of a page and be none. */
const isPage = ({ protocol, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && username === '' && password === ''

/** In the sandbox the gateway has a shop of its own. */
const isWelcome = ({ parts, profile, own }: Host, origin: string): boolean =>
  isAllowedOrigin(profile, parts.isSandbox, origin) || (parts.isSandbox && isOwnOrigin(origin, own))

function withoutFragment(page: URL): string {
  page.hash = ''
  return page.href
}
