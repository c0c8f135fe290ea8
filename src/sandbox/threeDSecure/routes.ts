import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { invalid, missing, type Rejection, unsupported } from '../../orders/rejection.ts'
import { bundledStyle } from '../../pages/assets.ts'
import {
  anyFrameAncestors,
  type FrameNotice,
  frameNoticeReply,
  type NoticeOptions,
  noticeDocument,
  postedFormReply,
} from '../../pages/noticePages.ts'
import { pageReply } from '../../pages/reply.ts'
import { type Html, html } from '../../platform/html.ts'
import type { ChallengedPayment, Issuer } from './issuer.ts'
import type { LegacyIssuer } from './legacy.ts'
import type { AuthenticationScripts } from './scripts.ts'

/** The issuer's pages of the 3-D Secure simulator, and the calls of the control API about authentications. */
export function threeDSecureSimulatorRoutes(options: ThreeDSecureRouteOptions): readonly Route[] {
  const form = { method: 'POST', under: 'root', access: 'public', reads: 'form' } as const
  const local = { under: 'root', access: 'local' } as const
  const query = ['outcome']
  const { scripts } = options
  const scriptsLeft = (status: number): HttpReply => ({ status, body: { scripts: scripts.list() } })
  return [
    { ...form, path: '/sandbox/acs/method', handler: call => receiveMethodPost(options, call) },
    { ...form, path: '/sandbox/acs/challenge', query, handler: call => showChallenge(options, call) },
    { ...form, path: '/sandbox/acs/decision', handler: call => decideChallenge(options, call) },
    { ...form, path: '/sandbox/acs/legacy', query, handler: call => showLegacyChallenge(options, call) },
    { ...form, path: '/sandbox/acs/legacy/decision', handler: call => decideLegacyChallenge(options, call) },
    { ...local, method: 'POST', path: challengePath, handler: call => completeChallenge(options, call) },
    { ...local, method: 'GET', path: scriptsPath, handler: async () => scriptsLeft(200) },
    {
      ...local,
      method: 'POST',
      path: scriptsPath,
      handler: async ({ body }) => scripts.add(body) ?? scriptsLeft(201),
    },
    {
      ...local,
      method: 'DELETE',
      path: scriptsPath,
      async handler() {
        scripts.clear()
        return scriptsLeft(200)
      },
    },
  ]
}

type ThreeDSecureRouteOptions = {
  readonly issuer: Issuer
  readonly legacy: Pick<LegacyIssuer, 'question' | 'answer'>
  readonly scripts: Pick<AuthenticationScripts, 'add' | 'list' | 'clear'>
  /** Has the gateway ask the issuer how a challenge ended, as if the browser had come back. */
  readonly settle: (
    merchantId: string,
    orderId: string,
    transactionId: string,
  ) => Promise<'settled' | 'unknown' | 'settledBefore' | 'open'>
}

const challengePath =
  '/sandbox/merchants/{merchantId}/orders/{orderid}/transactions/{transactionid}/challenge'
const scriptsPath = '/sandbox/authentication/scripts'

/** Marked as a test: only simulated issuers have pages here. */
const simulatorPage = (acceptsGzip: boolean): NoticeOptions => ({ acceptsGzip, isTest: true, locale: 'en' })

async function receiveMethodPost({ issuer }: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  const posting = issuer.readMethodPost(fieldOf(call, 'threeDSMethodData'))
  return posting
    ? postedFormReply(posting, simulatorPage(call.acceptsGzip))
    : frameNoticeReply(unknownRequestNotice, simulatorPage(call.acceptsGzip))
}

/** `?outcome=` decides without asking the payer. */
async function showChallenge({ issuer }: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  const { acceptsGzip, query } = call
  const question = await issuer.readChallengePost(fieldOf(call, 'creq'))
  if (question === undefined) return frameNoticeReply(unknownRequestNotice, simulatorPage(acceptsGzip))
  if (question.state === 'over') return postedFormReply(question.posting, simulatorPage(acceptsGzip))
  const { id, shown } = question
  if (query.outcome !== undefined) return sendOn(await issuer.decide(id, query.outcome), acceptsGzip)
  const action = '/sandbox/acs/decision'
  return issuerReply({ shown, action, fields: { challenge: id }, choices: challengeChoices }, acceptsGzip)
}

async function decideChallenge({ issuer }: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  return sendOn(await issuer.decide(fieldOf(call, 'challenge'), fieldOf(call, 'outcome')), call.acceptsGzip)
}

async function showLegacyChallenge(options: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  const { acceptsGzip, query } = call
  const [PaReq, TermUrl, MD] = [fieldOf(call, 'PaReq'), fieldOf(call, 'TermUrl'), fieldOf(call, 'MD')]
  const shown = options.legacy.question(PaReq)
  if (shown === undefined) return frameNoticeReply(unknownRequestNotice, simulatorPage(acceptsGzip))
  const { outcome } = query
  if (outcome !== undefined)
    return sendOn(options.legacy.answer(PaReq, outcome, { termUrl: TermUrl, merchantData: MD }), acceptsGzip)
  const action = '/sandbox/acs/legacy/decision'
  return issuerReply({ shown, action, fields: { PaReq, TermUrl, MD }, choices: legacyChoices }, acceptsGzip)
}

async function decideLegacyChallenge(
  { legacy }: ThreeDSecureRouteOptions,
  call: RouteCall,
): Promise<HttpReply> {
  const back = { termUrl: fieldOf(call, 'TermUrl'), merchantData: fieldOf(call, 'MD') }
  return sendOn(legacy.answer(fieldOf(call, 'PaReq'), fieldOf(call, 'outcome'), back), call.acceptsGzip)
}

function sendOn(decided: ReturnType<LegacyIssuer['answer']>, acceptsGzip: boolean): Promise<HttpReply> {
  if (decided === undefined) return frameNoticeReply(unknownRequestNotice, simulatorPage(acceptsGzip))
  if (decided === 'noSuchOutcome') return frameNoticeReply(outcomeNotice, simulatorPage(acceptsGzip))
  if (decided === 'noAddress') return frameNoticeReply(addressNotice, simulatorPage(acceptsGzip))
  return postedFormReply(decided, simulatorPage(acceptsGzip))
}

/** Completes a challenge without a browser; answers the decision that counts, perhaps an earlier one. */
async function completeChallenge(
  { issuer, settle }: ThreeDSecureRouteOptions,
  { params, body }: RouteCall,
): Promise<HttpReply | Rejection> {
  const { outcome, ...others } = body ?? {}
  const [stranger] = Object.keys(others)
  if (stranger !== undefined) return unsupported(stranger)
  if (outcome === undefined || outcome === null) return missing('outcome')
  const { merchantId = '', orderid: orderId = '', transactionid: transactionId = '' } = params
  const word = typeof outcome === 'string' ? outcome : ''
  const decision = await issuer.decideFor({ merchantId, orderId, transactionId }, word)
  if (decision === 'noSuchOutcome')
    return invalid('outcome', 'It must be one of Y, N, cancelled, U, R, timedOut.', word)
  const state = decision === undefined ? 'unknown' : await settle(merchantId, orderId, transactionId)
  if (state === 'unknown')
    return invalid('transactionid', 'There is no such transaction with a challenge.', transactionId)
  return { status: 200, body: { outcome: decision, state } }
}

function fieldOf({ body }: RouteCall, name: string): string {
  const value = body?.[name]
  return typeof value === 'string' ? value : ''
}

const issuerTitle = 'Your bank (simulated)'

const unknownRequestNotice: FrameNotice = {
  status: 404,
  of: {
    title: issuerTitle,
    text: 'There is no such request. Go back to the shop and try again.',
  },
}

const outcomeNotice: FrameNotice = {
  status: 400,
  of: {
    title: issuerTitle,
    text: 'There is no such outcome: Y, N, cancelled, U, R or timedOut; of the old protocol Y, A, N or U.',
  },
}

const addressNotice: FrameNotice = {
  status: 400,
  of: {
    title: issuerTitle,
    text: 'TermUrl must be an address that starts with https:// or http://.',
  },
}

/** A button of the issuer's page; the outcome is part of its id. */
type IssuerPageChoice = { readonly outcome: string; readonly label: string }

type IssuerPageContent = {
  readonly shown: ChallengedPayment
  /** Where the form goes, and what goes with it. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly choices: readonly IssuerPageChoice[]
}

/**
 * Everything is a child of the one form and has a stable id: #merchant, #amount, #card and #outcome-…, for
 * the browser tests of merchants.
 */
async function issuerReply(question: IssuerPageContent, acceptsGzip: boolean): Promise<HttpReply> {
  const { shown, action, fields, choices } = question
  const { merchantName, amount, currency, maskedCard } = shown
  const style = await bundledStyle('sandbox/browser/issuer.css')
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const buttons = choices.map(buttonOf)
  const body = html`<body><main><form id="challenge" method="post" action="${action}">
<h1 id="title">${issuerTitle}</h1>
<span class="name">Merchant</span><span id="merchant" class="value">${merchantName}</span>
<span class="name">Amount</span><span id="amount" class="value">${amount} ${currency}</span>
<span class="name">Card</span><span id="card" class="value">${maskedCard}</span>
<p id="advice" class="advice">A real bank would ask for a code now. Here you choose what comes of it.</p>
${inputs}${buttons}
</form></main></body>`
  return pageReply({
    markup: noticeDocument({ title: issuerTitle, style, locale: 'en' }, { body }),
    styles: [style],
    frameAncestors: anyFrameAncestors,
    forms: ["'self'"],
    acceptsGzip,
  })
}

function buttonOf({ outcome, label }: IssuerPageChoice, index: number): Html {
  const look = index === 0 ? 'button' : 'button quiet'
  return html`
<button id="outcome-${outcome}" class="${look}" name="outcome" value="${outcome}">${label}</button>`
}

const challengeChoices: readonly IssuerPageChoice[] = [
  { outcome: 'Y', label: 'Success (Y)' },
  { outcome: 'N', label: 'Failed (N)' },
  { outcome: 'cancelled', label: 'Cancel' },
  { outcome: 'U', label: 'Unable (U)' },
  { outcome: 'R', label: 'Rejected (R)' },
]

const legacyChoices: readonly IssuerPageChoice[] = [
  { outcome: 'Y', label: 'Success (Y)' },
  { outcome: 'A', label: 'Attempted (A)' },
  { outcome: 'N', label: 'Failed (N)' },
  { outcome: 'U', label: 'Unable (U)' },
]
