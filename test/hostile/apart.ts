// Merchants apart: whatever one of them asks about what is another's is answered as if it did not exist,
// in the same time.

import { systemClock } from '../../src/platform/clock.ts'
import { basic } from '../journeys/client.ts'
import { authorization, fundsOf } from '../journeys/requests.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import { signInAs } from '../support/console/consoleLogin.ts'
import { Lane } from './lanes.ts'
import type { HostileWorld } from './world.ts'

/** What one merchant has, by the names under which others may ask for it. */
type Things = Readonly<
  Record<'order' | 'quietOrder' | 'session' | 'token' | 'check' | 'transaction' | 'merchant', string>
>

type Question = {
  readonly name: string
  readonly method: string
  readonly path: (things: Things) => string
  readonly body?: (things: Things) => object
  /** Instead of the password of the merchant who asks. */
  readonly password?: (things: Things) => string
  /** Wrong passwords are answered late on purpose. */
  readonly isUntimed?: true
}

const mine = 'TESTMERCHANT'
const theirs = 'OTHERMERCHANT'
const foreignId = 'apart-foreign-a'
const quietId = 'quiet-foreign-a'

const follow = (apiOperation: string, more: object = {}): Question => ({
  name: `${apiOperation} on an order`,
  method: 'PUT',
  path: ({ order }) => `order/${order}/transaction/2`,
  body: () => ({ apiOperation, ...more }),
})
/**
 * A payment of an order of one's own that refers to something. It is refused, so that it can be asked
 * again.
 */
const payWith = (name: string, more: (things: Things) => object): Question => ({
  ...{ name: `AUTHORIZE with ${name}`, method: 'PUT', path: () => 'order/never-made/transaction/1' },
  body: things => more(things),
})
const money = { amount: '1.00', currency: 'USD' }
const order = { amount: '10.00', currency: 'USD' }
const pay = { apiOperation: 'AUTHORIZE', order }
const ask = (call: string, body: (things: Things) => object): Question => ({
  ...{ name: `console ${call}`, method: 'POST', path: () => `/console/api/${call}`, body },
})
/** About an order that nobody asks the API for: the console tells merchants what they asked. */
const asked = ({ quietOrder }: Things) => ({ merchantId: theirs, orderId: quietOrder })

export const questions: readonly Question[] = [
  { name: 'GET order', method: 'GET', path: things => `order/${things.order}` },
  { name: 'GET transaction', method: 'GET', path: things => `order/${things.order}/transaction/1` },
  { name: 'GET explanation', method: 'GET', path: things => `order/${things.order}/transaction/1/explain` },
  follow('CAPTURE', { transaction: money }),
  follow('REFUND', { transaction: money }),
  follow('VOID', { transaction: { targetTransactionId: '1' } }),
  follow('UPDATE_AUTHORIZATION', { transaction: money }),
  follow('REFERRAL', { transaction: { authorizationCode: 'A1B2C3' } }),
  follow('CONFIRM_BROWSER_PAYMENT', { order: money }),
  follow('AUTHENTICATE_PAYER', { authentication: { redirectResponseUrl: 'https://shop.example/' }, order }),
  {
    ...{ name: 'VOID of a transaction', method: 'PUT', path: () => 'order/apart-shared/transaction/9' },
    body: ({ transaction }) => ({ apiOperation: 'VOID', transaction: { targetTransactionId: transaction } }),
  },
  payWith('referenceOrderId', things => ({ ...pay, referenceOrderId: things.order })),
  payWith('session', things => ({ ...pay, session: { id: things.session } })),
  payWith('token', things => ({ ...pay, sourceOfFunds: { token: things.token } })),
  payWith('authentication', things => ({
    ...{ ...pay, sourceOfFunds: fundsOf(), authentication: { transactionId: things.transaction } },
  })),
  { name: 'GET session', method: 'GET', path: things => `session/${things.session}` },
  {
    name: 'PUT session',
    method: 'PUT',
    path: things => `session/${things.session}`,
    body: () => ({ order }),
  },
  {
    ...{ name: 'checkout session', method: 'POST', path: () => 'session' },
    body: ({ session }) => ({
      ...{ apiOperation: 'CREATE_CHECKOUT_SESSION', session: { id: session } },
      ...{ order: { id: 'apart-1', ...order }, interaction: { operation: 'PURCHASE' } },
    }),
  },
  {
    ...{ name: 'a session as the password', method: 'PUT', path: () => 'order/apart-2/transaction/1' },
    body: () => ({ apiOperation: 'INITIATE_AUTHENTICATION', authentication: { channel: 'PAYER_BROWSER' } }),
    ...{ password: ({ session }) => session, isUntimed: true },
  },
  { name: 'GET token', method: 'GET', path: things => `token/${things.token}` },
  { name: 'DELETE token', method: 'DELETE', path: things => `token/${things.token}` },
  {
    ...{ name: 'PROCESS_ACS_RESULT', method: 'PUT', path: things => `3DSecureId/${things.check}` },
    body: () => ({ apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes: 'eJwDAAAAAAE=' } }),
  },
  {
    ...{ name: 'GET order of a merchant', method: 'GET', isUntimed: true },
    path: ({ merchant }) => `/api/rest/version/100/merchant/${merchant}/order/1`,
  },
  ask('orderShown', asked),
  ask('explainOrder', things => ({ ...asked(things), transactionId: '1' })),
  ask('findOrders', asked),
  ask('deliveries', asked),
  ask('requestLog', asked),
  ask('resendNotifications', things => ({ ...asked(things), state: 'DELIVERED' })),
  ask('orderShown', ({ merchant }) => ({ merchantId: merchant, orderId: foreignId })),
  ask('findOrders', ({ merchant }) => ({ merchantId: merchant })),
]

export type ApartReport = {
  readonly questions: number
  readonly timed: number
  readonly samples: number
  readonly findings: readonly string[]
  /** The largest difference of times, in standard deviations of what chance alone would make. */
  readonly sigmaMax: number
}

/** Asks as one merchant about another's things and about such that nobody has, in turn. */
export async function tryApart(world: HostileWorld, samples: number, seed: number): Promise<ApartReport> {
  const foreign = await furnish(world)
  const { token } = await signInAs(world.database, { role: 'ADMINISTRATOR', merchantId: theirs })
  const asker = createAsker(world, token)
  const random = randomOf(seed)
  const findings: string[] = []
  let sigmaMax = 0
  for (const question of questions) {
    const { differences, sigma } = await compare({ asker, question, foreign, samples, random })
    findings.push(...differences)
    // One in three hundred is this far off by chance; twice more it is not.
    let measured = sigma
    for (let again = 0; again < 2 && Math.abs(measured) > 3; again++)
      measured = (await compare({ asker, question, foreign, samples: samples * 3, random })).sigma
    sigmaMax = Math.max(sigmaMax, Math.abs(measured))
    if (Math.abs(measured) > 3)
      findings.push(`${question.name}: times differ by ${measured.toFixed(1)} sigma`)
  }
  asker.end()
  const timed = questions.filter(({ isUntimed }) => !isUntimed).length
  return { questions: questions.length, timed, samples, findings, sigmaMax }
}

/** One of everything, of the merchant who is not asking. */
async function furnish({ gateway, otherPassword }: HostileWorld): Promise<Things> {
  const make = async (method: string, path: string, body: object, options: object = {}): Promise<string> => {
    const { status, text } = await gateway.call(method, path, body, options)
    if (status > 201) throw new Error(`${path}: ${status} ${text}`)
    return text
  }
  await make('PUT', `order/${foreignId}/transaction/1`, authorization())
  await make('PUT', `order/${quietId}/transaction/1`, authorization())
  await make('PUT', `order/apart-shared/transaction/${foreignId}`, authorization())
  const other = { merchant: theirs, password: otherPassword }
  await make('PUT', 'order/apart-shared/transaction/1', authorization(), other)
  await make('PUT', `3DSecureId/${foreignId}`, enrolment)
  // A card that nobody else uses: a merchant's token of a card stays the same.
  const sourceOfFunds = fundsOf({ number: '3528000000000007' })
  const session = await make('POST', 'session', { order, sourceOfFunds })
  const token = await make('POST', 'token', { sourceOfFunds })
  return {
    ...{ order: foreignId, quietOrder: quietId, transaction: foreignId, check: foreignId, merchant: mine },
    session: /SESSION\w+/.exec(session)?.[0] ?? '',
    token: /"token":"(\w+)"/.exec(token)?.[1] ?? '',
  }
}

const enrolment = {
  ...{ apiOperation: 'CHECK_3DS_ENROLLMENT', order, sourceOfFunds: fundsOf() },
  '3DSecure': { authenticationRedirect: { responseUrl: 'https://shop.example/back' } },
}

/**
 * Names that nobody has given, of the same letters: what the gateway does with a text may depend on what
 * is in it.
 */
function missingInsteadOf(foreign: Things, random: Random): Things {
  const names = Object.entries(foreign).map(([name, text]) => [name, swapped(text, random)] as const)
  return { ...foreign, ...Object.fromEntries(names) }
}

/** Two neighbours change places, both letters or both digits. */
function swapped(text: string, random: Random): string {
  const places = [...text].flatMap((one, at) => {
    const other = text[at + 1] ?? one
    return at > 6 && one !== other && /\d/.test(one) === /\d/.test(other) && other !== '-' && one !== '-'
      ? [at]
      : []
  })
  const at = places[random.below(places.length)] ?? 0
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`
}

type Asker = {
  ask(question: Question, things: Things): Promise<{ readonly said: string; readonly tookMs: number }>
  end(): void
}

/** One merchant, or one of its people, on a connection that stays open. */
function createAsker({ gateway, otherPassword }: HostileWorld, consoleToken: string): Asker {
  const open = () => new Lane({ port: gateway.port, patienceMs: 10_000 })
  let lane = open()
  const bytesOf = ({ method, path, body, password }: Question, things: Things): Buffer => {
    const given = path(things)
    const target = given.startsWith('/') ? given : `/api/rest/version/100/merchant/${theirs}/${given}`
    const credentials = basic(`merchant.${theirs}`, password?.(things) ?? otherPassword)
    const text = body === undefined ? '' : JSON.stringify(body(things))
    const lines = [
      ...[
        `${method} ${target} HTTP/1.1`,
        `Host: 127.0.0.1:${gateway.port}`,
        'Content-Type: application/json',
      ],
      ...(target.startsWith('/console/')
        ? [`Origin: http://127.0.0.1:${gateway.port}`, `Cookie: tollgate-console=${consoleToken}`]
        : [`Authorization: ${credentials}`]),
      ...(text === '' ? [] : [`Content-Length: ${Buffer.byteLength(text)}`]),
    ]
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
  }
  return {
    async ask(question, things) {
      if (lane.isOver) lane = open()
      const bytes = bytesOf(question, things)
      const startedAtMs = systemClock.monotonicMs()
      const fate = await lane.exchange({ method: question.method, bytes, isAlone: false })
      const tookMs = systemClock.monotonicMs() - startedAtMs
      if (fate.kind !== 'answered') return { said: fate.kind, tookMs }
      return { said: `${fate.answer.status} ${withoutNames(fate.answer.text, things)}`, tookMs }
    },
    end: () => lane.end(),
  }
}

/** What was asked for may be repeated; codes for support, and how far a search is, are of one answer. */
const withoutNames = (text: string, things: Things): string =>
  Object.values(things)
    .reduce((left, name) => left.replaceAll(name, '#'), text)
    .replace(/"(supportCode|position|upToDateAsOf)":"[^"]*"/g, '"$1":"#"')

type Comparison = {
  readonly asker: Asker
  readonly question: Question
  readonly foreign: Things
  readonly samples: number
  readonly random: Random
}

/** In turn, and which comes first is left to chance. */
async function compare({ asker, question, foreign, samples, random }: Comparison) {
  const [ofForeign, ofMissing]: [number[], number[]] = [[], []]
  const said = { foreign: new Set<string>(), missing: new Set<string>() }
  const missing = missingInsteadOf(foreign, random)
  for (let at = 0; at < (question.isUntimed ? 2 : samples); at++) {
    const askForeign = async () => {
      const heard = await asker.ask(question, foreign)
      said.foreign.add(heard.said)
      ofForeign.push(heard.tookMs)
    }
    const askMissing = async () => {
      const heard = await asker.ask(question, missing)
      said.missing.add(heard.said)
      ofMissing.push(heard.tookMs)
    }
    for (const each of random.chance(0.5) ? [askForeign, askMissing] : [askMissing, askForeign]) await each()
  }
  const [one, other] = [[...said.foreign].join(), [...said.missing].join()]
  const differences =
    one === other
      ? []
      : [`${question.name}: ${one.slice(0, 300)} for another's, ${other.slice(0, 300)} for nobody's`]
  return { differences, sigma: question.isUntimed ? 0 : sigmasBetween(ofForeign, ofMissing) }
}

/** By ranks (Mann and Whitney): a few slow answers on a busy machine do not decide. */
export function sigmasBetween(one: readonly number[], other: readonly number[]): number {
  const ranked = [...one.map(ms => ({ ms, isOne: true })), ...other.map(ms => ({ ms, isOne: false }))]
  ranked.sort((left, right) => left.ms - right.ms)
  const rankSum = ranked.reduce((sum, { isOne }, at) => (isOne ? sum + at + 1 : sum), 0)
  const [n, m] = [one.length, other.length]
  const expected = (n * (n + m + 1)) / 2
  return (rankSum - expected) / Math.sqrt((n * m * (n + m + 1)) / 12)
}
