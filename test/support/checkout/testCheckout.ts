import { randomUUID } from 'node:crypto'
import type { Content } from '../../../src/contract/kit/content.ts'
import type { RouteCall, RouteHandler } from '../../../src/http/api/routes.ts'
import type { Gateway } from '../../../src/operations/gateway.ts'
import {
  fundsOf,
  noReferenceSources,
  noTakenClaims,
  type ReferenceSources,
  secretsTaken,
} from '../../../src/operations/requests/sources.ts'
import { ordinaryProfile } from '../../../src/orders/merchant.ts'
import { isRejection, nobodyThere } from '../../../src/orders/rejection.ts'
import type { BrandFiles } from '../../../src/pages/brandFiles.ts'
import { checkoutProtocol } from '../../../src/pages/browser/checkout/protocol.ts'
import { checkoutRoutes } from '../../../src/pages/checkout/routes.ts'
import type { ReceiptStore } from '../../../src/pages/receipts/port.ts'
import { memorySessionStore } from '../../../src/sessions/memorySessionStore.ts'
import type { SessionBox } from '../../../src/sessions/port.ts'
import { createSessions } from '../../../src/sessions/sessions.ts'
import type { Wallets } from '../../../src/wallets/port.ts'
import { scriptedPipeline } from '../operations/scriptedPipeline.ts'
import { memorySavedCards } from '../vault/memorySavedCards.ts'

/** For tests: a gateway in memory, and payers who act at its checkout page. */
export function testCheckout({
  hasAuthentication = true,
  profile = ordinaryProfile,
  brandFiles,
  receipts,
  wallets,
}: TestCheckoutOptions = {}) {
  const clock = { nowMs: 0 }
  const describeCard = () => ({ brand: 'NETWORK_B', fundingMethod: 'CREDIT' }) as const
  const sessions = createSessions({ store: memorySessionStore(clock), box: openBox, describeCard })
  const savedCards = memorySavedCards()
  const sources: ReferenceSources = {
    ...noReferenceSources,
    async token({ merchantId }, token) {
      const found = savedCards.find(merchantId, token)
      return found ? { values: fundsOf(found.card) } : noReferenceSources.token(owner, token)
    },
    session: (owner, name, use) => sessions.named(owner, name, use),
    async claim(_, { use, session }) {
      if (!session) return noTakenClaims
      const holder = randomUUID()
      const isTaken = await sessions.claimSecrets(session, { use, holder })
      return isTaken ? secretsTaken(sessions, session, holder) : 'lost'
    },
    async markUsed(_, { session }, taken) {
      const used = session && taken && { version: session.version, holder: taken.holder }
      if (session) await sessions.eraseSecrets(session, used)
    },
  }
  const pipeline = scriptedPipeline({ sources })
  const merchant = { profile: { ...profile, allowedOrigins: ['https://shop.example'] } }
  const { gateway } = pipeline
  const before = new Map<string, () => Promise<unknown>>()
  const arrive = async (at: string) => {
    const happens = before.get(at)
    before.delete(at)
    await happens?.()
  }
  const submit: Gateway['submit'] = async (caller, submission) => {
    await arrive(submission.operation.name)
    return hasAuthentication || submission.operation.name !== 'INITIATE_AUTHENTICATION'
      ? await gateway.submit(caller, submission)
      : nobodyThere(submission.operation.name, 'There is no 3-D Secure server.')
  }
  const retrieveForCheckout: Gateway['retrieveForCheckout'] = async key => {
    await arrive('look')
    return await gateway.retrieveForCheckout(key)
  }
  const routes = checkoutRoutes({
    gateway: { ...gateway, submit, retrieveForCheckout },
    sessions,
    savedCards,
    merchants: { find: async id => (id === owner.merchantId ? merchant : undefined) },
    origin: () => 'https://pay.example',
    isSandbox: false,
    isTest: false,
    brandFiles,
    receipts,
    wallets,
    clock: { now: () => new Date(pipeline.journal.nowMs) },
    orderWaitMs: 100,
  })
  const ask = async (method: string, path: string, call: RouteCall): ReturnType<RouteHandler> => {
    const route = routes.find(one => one.method === method && one.path === `/checkout/pay/{sessionId}${path}`)
    if (!route) throw new Error(`There is no ${method} ${path}`)
    return route.checkOrigin?.(call.origin) ?? (await route.handler(call))
  }
  // What happens once, before the page's next look at the order, or before it asks for this operation.
  return { ...pipeline, merchant, sessions, savedCards, clock, before, ask, open: openWith(sessions, ask) }
}

type TestCheckoutOptions = {
  readonly hasAuthentication?: boolean
  readonly profile?: typeof ordinaryProfile
  readonly brandFiles?: BrandFiles
  readonly receipts?: Pick<ReceiptStore, 'promise'>
  readonly wallets?: Wallets
}

const owner = { cell: 0, merchantId: 'M' }

/** A payer who has been sent to the page. */
function openWith(
  sessions: ReturnType<typeof createSessions>,
  ask: (method: string, path: string, call: RouteCall) => ReturnType<RouteHandler>,
) {
  return async (interaction: Content = {}, { version = 100, ...more }: Opening = {}) => {
    const body = {
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/back', ...interaction },
      order: { id: 'O', amount: '10.00', currency: 'USD', ...more.order },
      ...more.others,
    }
    const made = await sessions.createCheckout({ owner, version, body })
    if (isRejection(made)) throw new Error(made.explanation)
    const sessionId = made.session?.id ?? ''
    const call = (given: Content = {}, other: Partial<RouteCall> = {}) => callOf(sessionId, given, other)
    const act = async (name: string, given?: Content, other?: Partial<RouteCall>): Promise<Content> => {
      const reply = await ask('POST', `/${name}`, call(given, other))
      if (isRejection(reply)) return { refused: reply.cause }
      if ('kind' in reply) return { refused: reply.status }
      return {
        ...(reply.status !== 200 && { status: reply.status }),
        ...JSON.parse(JSON.stringify(reply.body)),
      }
    }
    const pay = (given: Content = {}, other?: Partial<RouteCall>) => act('submit', submission(given), other)
    const page = async (other?: Partial<RouteCall>) => await ask('GET', '', call({}, other))
    const terms = async () => {
      const reply = await page()
      const shown = 'body' in reply && typeof reply.body === 'string' ? reply.body : ''
      return /"terms":"([^"]*)"/.exec(shown)?.[1]
    }
    const indicator = made.successIndicator ?? ''
    return { sessionId, indicator, call, act, pay, page, terms, held: () => sessions.opened(sessionId) }
  }
}

type Opening = { readonly version?: number; readonly order?: Content; readonly others?: Content }

export const card = {
  number: '5123 4500 0000 0008',
  expiryMonth: '01',
  expiryYear: '39',
  securityCode: '100',
  nameOnCard: 'A Payer',
}
export const otherCard = { ...card, number: '4508750015741019' }
const browser = {
  colorDepth: 24,
  screenHeight: 900,
  screenWidth: 1440,
  javaEnabled: false,
  language: 'en-GB',
  timeZone: -60,
  challengeWindowSize: '390_X_400',
}
const submission = (given: Content): Content => ({ card, browser, ...given })

/** As the listener would hand it on. */
function callOf(sessionId: string, body: Content, other: Partial<RouteCall>): RouteCall {
  return {
    merchant: undefined,
    version: 0,
    params: { sessionId },
    query: {},
    body: JSON.parse(JSON.stringify({ protocol: checkoutProtocol, ...body })),
    source: '192.0.2.7',
    correlationId: undefined,
    requestId: 'request',
    acceptsGzip: false,
    origin: 'https://pay.example',
    userAgent: 'A browser',
    accept: 'text/html',
    ...other,
  }
}

/** Seals nothing: tests read what is stored. */
const openBox: SessionBox = {
  seal: async (_, __, text) => Buffer.from(text),
  open: async (_, __, sealed) => sealed.toString(),
}
