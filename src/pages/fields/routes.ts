import type { OriginCheck, Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { ordinaryProfile, type Profile } from '../../orders/merchant.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Decoys } from '../../sessions/decoys.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { networkOf } from '../../standards/network.ts'
import { isLoopbackHost, readUrl } from '../../standards/url.ts'
import { bundledScript, bundledStyle } from '../assets.ts'
import { fieldDisplays, isFieldRole } from '../browser/fields/roles.ts'
import { frameAncestors, isAllowedOrigin } from '../origins.ts'
import { pageReply } from '../reply.ts'
import { createDecoyTiming } from './decoyTiming.ts'
import { type FieldView, fieldPage } from './page.ts'
import { createFormRateLimit } from './rateLimit.ts'
import { formFailure, updateFromForm } from './update.ts'

export type FieldDependencies = {
  readonly sessions: Pick<Sessions, 'create' | 'update'>
  /** What whoever names a merchant that does not exist is shown instead. */
  readonly decoys: Decoys
  readonly merchants: {
    find(merchantId: string): Promise<{ readonly cell: number; readonly profile: Profile } | undefined>
  }
  /** Under which payers' browsers reach the gateway. */
  readonly origin: () => string
  readonly isSandbox: boolean
  /** Whether payers are told that nothing is really paid. */
  readonly isTest: boolean
  /** Told of an address under which a browser has the field, though it is not the gateway's. */
  readonly onElsewhere?: (origin: string, sessionId: string) => void
  readonly clock: Clock
}

/** The gateway's fields in merchants' pages, and what they send. */
export function fieldRoutes(parts: FieldDependencies): readonly Route[] {
  const pace = createDecoyTiming(parts.clock)
  const desk: Desk = {
    pass: createPasses(parts.clock),
    kept: pace.inEarnest(parts.sessions),
    played: pace.played(parts.decoys),
  }
  const form = '/form/version/{version}/merchant/{merchantId}/session'
  const own = { under: 'root', access: 'public' } as const
  const sent = {
    ...own,
    checkOrigin: checkOrigin(parts),
    handler: (call: RouteCall) => takeForm(parts, call, desk),
  }
  return [
    {
      ...own,
      method: 'GET',
      path: '/form/field/{kind}',
      query: ['merchantId', 'version', 'origin', 'form', 'as', 'locale'],
      handler: call => showField(parts, call),
    },
    { ...sent, method: 'POST', path: form },
    { ...sent, method: 'PUT', path: `${form}/{sessionId}` },
  ]
}

async function showField(parts: FieldDependencies, call: RouteCall): Promise<HttpReply> {
  const { acceptsGzip } = call
  const { merchantId = '', origin = '' } = call.query
  const role = call.params.kind
  if (!isFieldRole(role) || !isForm(call)) return absent(404, 'There is no such field.', acceptsGzip)
  const merchant = await parts.merchants.find(merchantId)
  // A merchant that does not exist is one without pages: whoever asks for one after the other learns nothing.
  const { profile } = merchant ?? { profile: ordinaryProfile }
  if (!mayShow(parts, profile, origin))
    return absent(403, 'This origin is not registered with the merchant.', acceptsGzip)
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/fields/field.ts'),
    bundledStyle('pages/browser/fields/field.css'),
  ])
  return pageReply({
    markup: fieldPage({ ...viewOf(parts, call), role, origin, merchantId }, { script, style }),
    scripts: [script],
    styles: [style],
    frameAncestors: frameAncestors(profile, parts.isSandbox),
    connects: 'self',
    acceptsGzip,
  })
}

/** The gateway's own pages show fields in the sandbox only, where they play the shop. */
const mayShow = (parts: FieldDependencies, profile: Profile, origin: string): boolean =>
  isAllowedOrigin(profile, parts.isSandbox, origin) || (parts.isSandbox && isOwnOrigin(parts, origin))

/** Names that the script chose; nothing else is put into the page. */
const isForm = ({ query: { form = '', version = '' } }: RouteCall): boolean =>
  /^[0-9a-f]{32}$/.test(form) && /^[1-9][0-9]{0,2}$/.test(version)

function viewOf(
  { clock, isTest }: FieldDependencies,
  { query }: RouteCall,
): Omit<FieldView, 'role' | 'origin' | 'merchantId'> {
  const { form = '', version = '', as = '', locale = '' } = query
  return {
    guise: fieldDisplays.find(guise => guise === as) ?? 'text',
    locale,
    isTest,
    form,
    version: Number(version),
    month: clock.now().toISOString().slice(0, 7),
  }
}

const absent = (status: 403 | 404, sentence: string, acceptsGzip: boolean): HttpReply =>
  pageReply({ status, markup: `<!doctype html><title>Tollgate</title><p>${sentence}`, acceptsGzip })

/** Only the gateway's own frames send forms; whoever else knows a session puts nothing into it this way. */
async function takeForm(
  parts: FieldDependencies,
  call: RouteCall,
  { pass, kept, played }: Desk,
): Promise<HttpReply> {
  if (!pass(call)) return formFailure(429, 'Too many forms were sent from this address. Wait a minute.')
  const { merchantId = '', sessionId } = call.params
  const merchant = await parts.merchants.find(merchantId)
  return await updateFromForm(merchant ? kept : played, {
    owner: { cell: merchant?.cell ?? 0, merchantId },
    version: call.version,
    sessionId,
    body: call.body ?? {},
  })
}

type Desk = {
  readonly pass: Passes
  readonly kept: FieldDependencies['sessions']
  /** For merchants that do not exist. */
  readonly played: FieldDependencies['sessions']
}

const strange = formFailure(403, 'Only fields of the gateway may send this.')

type Passes = (call: RouteCall) => boolean

/** All by address; of one merchant's new sessions, and of one session's updates, no more than payers make. */
function createPasses(clock: Clock): Passes {
  const opened = createFormRateLimit(clock, openedPerMinute)
  const openedEach = createFormRateLimit(clock)
  const updated = createFormRateLimit(clock, updatesPerMinute)
  const updatedEach = createFormRateLimit(clock)
  return ({ params: { merchantId, sessionId }, source }) => {
    const network = networkOf(source)
    if (sessionId === undefined) return opened.pass(network) && openedEach.pass(`${merchantId} ${network}`)
    return updated.pass(network) && updatedEach.pass(`${sessionId} ${network}`)
  }
}

/** Many payers may share an address. So many opened for as long as one lives fill half the room of decoys. */
const openedPerMinute = 300
const updatesPerMinute = 600

const checkOrigin =
  (parts: FieldDependencies): OriginCheck =>
  (origin, page) => {
    if (isOwnOrigin(parts, origin)) return undefined
    if (origin !== undefined && page?.isOwn()) parts.onElsewhere?.(origin, page.params.sessionId ?? '')
    return strange
  }

/** In the sandbox a browser may know this machine by another of its names. */
function isOwnOrigin({ origin, isSandbox }: FieldDependencies, claimed: string | undefined): boolean {
  if (claimed === undefined || claimed === origin()) return claimed !== undefined
  const [mine, other] = [new URL(origin()), readUrl(claimed)]
  if (!isSandbox || other === undefined) return false
  return isLoopbackHost(mine.hostname) && isLoopbackHost(other.hostname) && mine.port === other.port
}
