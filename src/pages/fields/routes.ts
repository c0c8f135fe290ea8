// The HTTP routes of hosted fields: their pages, and the forms that they send.

import type { OriginCheck, Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { ordinaryProfile, type Profile } from '../../orders/merchant.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Decoys } from '../../sessions/decoys.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { bundledScript, bundledStyle } from '../assets.ts'
import { fieldDisplays, isFieldRole } from '../browser/fields/roles.ts'
import { earliestMonth } from '../expiryMonth.ts'
import { languagesIn, localeFor } from '../localisation.ts'
import { frameAncestors, isAllowedOrigin, isOwnOrigin } from '../origins.ts'
import { pageReply } from '../reply.ts'
import { createDecoyTiming } from './decoyTiming.ts'
import { type FieldView, fieldPage } from './page.ts'
import { createFormLimits } from './rateLimit.ts'
import { formFailure, updateFromForm } from './update.ts'

type FieldDependencies = {
  readonly sessions: Pick<Sessions, 'create' | 'update'>
  /** Used instead of sessions if the merchant does not exist or takes no payments. */
  readonly decoys: Decoys
  readonly merchants: {
    find(merchantId: string): Promise<{ readonly cell: number; readonly profile: Profile } | undefined>
  }
  /** The origin at which payers' browsers reach the gateway. */
  readonly origin: () => string
  readonly isSandbox: boolean
  /** Whether fields are marked as tests. */
  readonly isTest: boolean
  /** Called with the origin from which a browser loaded the field, if that is not the gateway's own. */
  readonly onElsewhere?: (origin: string, sessionId: string) => void
  readonly clock: Clock
}

export function fieldRoutes(dependencies: FieldDependencies): readonly Route[] {
  const timing = createDecoyTiming(dependencies.clock)
  const handling: FormHandling = {
    isAllowed: createFormLimits(dependencies.clock),
    sessions: timing.measured(dependencies.sessions),
    decoys: timing.delayed(dependencies.decoys),
  }
  const form = '/form/version/{version}/merchant/{merchantId}/session'
  const own = { under: 'root', access: 'public' } as const
  const sent = {
    ...own,
    checkOrigin: checkOrigin(dependencies),
    handler: (call: RouteCall) => takeForm(dependencies, call, handling),
  }
  return [
    {
      ...own,
      method: 'GET',
      path: '/form/field/{kind}',
      query: ['merchantId', 'version', 'origin', 'form', 'as', 'locale'],
      handler: call => showField(dependencies, call),
    },
    { ...sent, method: 'POST', path: form },
    { ...sent, method: 'PUT', path: `${form}/{sessionId}` },
  ]
}

async function showField(dependencies: FieldDependencies, call: RouteCall): Promise<HttpReply> {
  const { acceptsGzip } = call
  const { merchantId = '', origin = '' } = call.query
  const role = call.params.kind
  if (!isFieldRole(role) || !isForm(call)) return absentReply(404, 'There is no such field.', acceptsGzip)
  const merchant = await dependencies.merchants.find(merchantId)
  // A merchant that does not exist is treated as one without pages, so that ids cannot be enumerated.
  const { profile } = merchant ?? { profile: ordinaryProfile }
  if (!mayShow(dependencies, profile, origin))
    return absentReply(403, 'This origin is not registered with the merchant.', acceptsGzip)
  const [script, style] = await Promise.all([
    bundledScript('pages/browser/fields/field.ts'),
    bundledStyle('pages/browser/fields/field.css'),
  ])
  return pageReply({
    markup: fieldPage({ ...fieldViewOf(dependencies, call), role, origin, merchantId }, { script, style }),
    scripts: [script],
    styles: [style],
    frameAncestors: frameAncestors(profile, dependencies.isSandbox),
    connects: 'self',
    acceptsGzip,
  })
}

/** The gateway's own pages may show fields in the sandbox only, for the test shop. */
const mayShow = (dependencies: FieldDependencies, profile: Profile, origin: string): boolean =>
  isAllowedOrigin(profile, dependencies.isSandbox, origin) ||
  (dependencies.isSandbox && isOwnOrigin(origin, dependencies.origin(), true))

/** Checks the names that the script chose: nothing else is inserted into the page. */
const isForm = ({ query: { form = '', version = '' } }: RouteCall): boolean =>
  /^[0-9a-f]{32}$/.test(form) && /^[1-9][0-9]{0,2}$/.test(version)

function fieldViewOf(
  { clock, isTest }: FieldDependencies,
  { query, acceptLanguage }: RouteCall,
): Omit<FieldView, 'role' | 'origin' | 'merchantId'> {
  const { form = '', version = '', as = '', locale } = query
  return {
    guise: fieldDisplays.find(guise => guise === as) ?? 'text',
    locale: localeFor(locale, ...languagesIn(acceptLanguage)),
    isTest,
    form,
    version: Number(version),
    month: earliestMonth(clock.now()),
  }
}

const absentReply = (status: 403 | 404, sentence: string, acceptsGzip: boolean): HttpReply =>
  pageReply({ status, markup: `<!doctype html><title>Tollgate</title><p>${sentence}`, acceptsGzip })

/** Only the gateway's own frames may send forms: the id of a session is not enough to update it here. */
async function takeForm(
  dependencies: FieldDependencies,
  call: RouteCall,
  { isAllowed, sessions, decoys }: FormHandling,
): Promise<HttpReply> {
  if (!isAllowed(call)) return formFailure(429, 'Too many forms were sent from this address. Wait a minute.')
  const { merchantId = '', sessionId } = call.params
  const merchant = await dependencies.merchants.find(merchantId)
  const isOpen = merchant?.profile.standing === 'OPEN'
  return await updateFromForm(isOpen ? sessions : decoys, {
    owner: { cell: merchant?.cell ?? 0, merchantId },
    version: call.version,
    sessionId,
    body: call.body ?? {},
  })
}

type FormHandling = {
  readonly isAllowed: (call: RouteCall) => boolean
  readonly sessions: FieldDependencies['sessions']
  /** For merchants that do not exist or take no payments: no card is kept, and nobody learns who they are. */
  readonly decoys: FieldDependencies['sessions']
}

const fromOtherPage = formFailure(403, 'Only fields of the gateway may send this.')

const checkOrigin =
  (dependencies: FieldDependencies): OriginCheck =>
  (origin, page) => {
    if (origin === undefined) return fromOtherPage
    if (isOwnOrigin(origin, dependencies.origin(), dependencies.isSandbox)) return undefined
    if (page?.isOwn()) dependencies.onElsewhere?.(origin, page.params.sessionId ?? '')
    return fromOtherPage
  }
