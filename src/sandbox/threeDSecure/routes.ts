import type { Route, RouteCall } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { invalid, missing, type Rejection } from '../../orders/rejection.ts'
import { unknownField } from '../../orders/unknownField.ts'
import { bundledStyle } from '../../pages/assets.ts'
import { wordsOf } from '../../pages/checkout/words/languages.ts'
import { moneyIn, type PageLocale } from '../../pages/localisation.ts'
import {
  anyFrameAncestors,
  type FrameNotice,
  frameNoticeReply,
  type NoticeOptions,
  noticeDocument,
  noticeOptions,
  postedFormReply,
} from '../../pages/noticePages.ts'
import { pageReply } from '../../pages/reply.ts'
import { type Html, html } from '../../platform/html.ts'
import { legacyPayerStatuses } from '../../threeDSecure/port.ts'
import { ofMerchant } from '../control/merchantQuery.ts'
import type { ChallengedPayment, Issuer } from './issuer.ts'
import { issuerWordsIn } from './issuerWords.ts'
import type { LegacyIssuer } from './legacy.ts'
import type { AuthenticationScripts } from './scripts.ts'

/** The issuer's pages of the 3-D Secure simulator, and the calls of the control API about authentications. */
export function threeDSecureSimulatorRoutes(options: ThreeDSecureRouteOptions): readonly Route[] {
  const form = { method: 'POST', under: 'root', access: 'public', reads: 'form' } as const
  const local = { under: 'root', access: 'local' } as const
  const query = ['outcome']
  const { scripts } = options
  const scriptsLeft = (status: number, merchantId?: string): HttpReply => ({
    status,
    body: { scripts: scripts.list(merchantId) },
  })
  return [
    { ...form, path: '/sandbox/acs/method', handler: call => receiveMethodPost(options, call) },
    { ...form, path: '/sandbox/acs/challenge', query, handler: call => showChallenge(options, call) },
    { ...form, path: '/sandbox/acs/decision', handler: call => decideChallenge(options, call) },
    { ...form, path: '/sandbox/acs/legacy', query, handler: call => showLegacyChallenge(options, call) },
    { ...form, path: '/sandbox/acs/legacy/decision', handler: call => decideLegacyChallenge(options, call) },
    { ...local, method: 'POST', path: challengePath, handler: call => completeChallenge(options, call) },
    { ...local, method: 'GET', path: scriptsPath, ...ofMerchant(id => scriptsLeft(200, id)) },
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
      ...ofMerchant(merchantId => {
        scripts.clear(merchantId)
        return scriptsLeft(200, merchantId)
      }),
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

/** In the language of the browser, as of a bank; marked as a test: only simulated issuers have pages here. */
const simulatorPage = (call: RouteCall): NoticeOptions => noticeOptions(call, true)

async function receiveMethodPost({ issuer }: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  const posting = issuer.readMethodPost(fieldOf(call, 'threeDSMethodData'))
  return posting ? postedFormReply(posting, simulatorPage(call)) : unknownRequestReply(call)
}

/** `?outcome=` decides without asking the payer. */
async function showChallenge({ issuer }: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  const { outcome } = call.query
  const question = await issuer.readChallengePost(fieldOf(call, 'creq'))
  if (question === undefined) return unknownRequestReply(call)
  if (question.state === 'over') return postedFormReply(question.posting, simulatorPage(call))
  const { id, shown } = question
  if (outcome !== undefined) return sendOn(await issuer.decide(id, outcome), call)
  const action = '/sandbox/acs/decision'
  return issuerReply({ shown, action, fields: { challenge: id }, outcomes: challengeOutcomes }, call)
}

async function decideChallenge({ issuer }: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  return sendOn(await issuer.decide(fieldOf(call, 'challenge'), fieldOf(call, 'outcome')), call)
}

async function showLegacyChallenge(options: ThreeDSecureRouteOptions, call: RouteCall): Promise<HttpReply> {
  const [PaReq, TermUrl, MD] = [fieldOf(call, 'PaReq'), fieldOf(call, 'TermUrl'), fieldOf(call, 'MD')]
  const shown = options.legacy.question(PaReq)
  if (shown === undefined) return unknownRequestReply(call)
  const { outcome } = call.query
  if (outcome !== undefined)
    return sendOn(options.legacy.answer(PaReq, outcome, { termUrl: TermUrl, merchantData: MD }), call)
  const action = '/sandbox/acs/legacy/decision'
  return issuerReply({ shown, action, fields: { PaReq, TermUrl, MD }, outcomes: legacyPayerStatuses }, call)
}

async function decideLegacyChallenge(
  { legacy }: ThreeDSecureRouteOptions,
  call: RouteCall,
): Promise<HttpReply> {
  const back = { termUrl: fieldOf(call, 'TermUrl'), merchantData: fieldOf(call, 'MD') }
  return sendOn(legacy.answer(fieldOf(call, 'PaReq'), fieldOf(call, 'outcome'), back), call)
}

function sendOn(decided: ReturnType<LegacyIssuer['answer']>, call: RouteCall): Promise<HttpReply> {
  if (decided === undefined) return unknownRequestReply(call)
  if (decided === 'noSuchOutcome') return frameNoticeReply(outcomeNotice, forDevelopers(call))
  if (decided === 'noAddress') return frameNoticeReply(addressNotice, forDevelopers(call))
  return postedFormReply(decided, simulatorPage(call))
}

function unknownRequestReply(call: RouteCall): Promise<HttpReply> {
  const options = simulatorPage(call)
  const { title, unknownRequest: text } = issuerWordsIn(options.locale)
  return frameNoticeReply({ status: 404, of: { title, text } }, options)
}

/** What only a developer can have caused is said as the API says things. */
const forDevelopers = (call: RouteCall): NoticeOptions => ({ ...simulatorPage(call), locale: 'en' })

/** Completes a challenge without a browser; answers the decision that counts, perhaps an earlier one. */
async function completeChallenge(
  { issuer, settle }: ThreeDSecureRouteOptions,
  { params, body }: RouteCall,
): Promise<HttpReply | Rejection> {
  const { outcome, ...others } = body ?? {}
  const [stranger] = Object.keys(others)
  if (stranger !== undefined) return unknownField('', stranger, ['outcome'])
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

const { title: issuerTitle } = issuerWordsIn('en')

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

type IssuerPageContent = {
  readonly shown: ChallengedPayment
  /** Where the form goes, and what goes with it. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  /** A button each; the outcome is part of its id. */
  readonly outcomes: readonly ShownOutcome[]
}
type ShownOutcome = keyof ReturnType<typeof issuerWordsIn>['outcomes']

/**
 * Everything is a child of the one form and has a stable id: #merchant, #amount, #card and #outcome-…, for
 * the browser tests of merchants.
 */
async function issuerReply(question: IssuerPageContent, call: RouteCall): Promise<HttpReply> {
  const { shown, action, fields, outcomes } = question
  const { merchantName, amount, currency, maskedCard } = shown
  const { locale, acceptsGzip } = simulatorPage(call)
  const [words, { merchant, amount: price, card }] = [issuerWordsIn(locale), wordsOf(locale)]
  const style = await bundledStyle('sandbox/browser/issuer.css')
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const buttons = outcomes.map((outcome, index) => buttonOf(outcome, { index, locale }))
  const body = html`<body><main><form id="challenge" method="post" action="${action}">
<h1 id="title">${words.title}</h1>
<span class="name">${merchant}</span><span id="merchant" class="value">${merchantName}</span>
<span class="name">${price}</span><span id="amount" class="value">${moneyIn(currency, locale)(amount)}</span>
<span class="name">${card}</span><span id="card" class="value">${maskedCard}</span>
<p id="advice" class="advice">${words.advice}</p>
${inputs}${buttons}
</form></main></body>`
  return pageReply({
    markup: noticeDocument({ title: words.title, style, locale }, { body }),
    styles: [style],
    frameAncestors: anyFrameAncestors,
    forms: ["'self'"],
    acceptsGzip,
  })
}

type ButtonOptions = { readonly index: number; readonly locale: PageLocale }

/** With the letter that the protocol has for it. */
function buttonOf(outcome: ShownOutcome, { index, locale }: ButtonOptions): Html {
  const look = index === 0 ? 'button' : 'button quiet'
  const label = issuerWordsIn(locale).outcomes[outcome]
  return html`
<button id="outcome-${outcome}" class="${look}" name="outcome" value="${outcome}">${label}${
    outcome !== 'cancelled' && ` (${outcome})`
  }</button>`
}

const challengeOutcomes = ['Y', 'N', 'cancelled', 'U', 'R'] as const
