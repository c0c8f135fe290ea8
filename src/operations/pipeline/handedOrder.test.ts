import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { challenge, enrolled, judged, notEnrolled } from '../../../test/support/checkout/issuerAnswers.ts'
import { card, moved, payment, scriptedPipeline } from '../../../test/support/operations/scriptedPipeline.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { operationNamed } from '../../contract/catalogue.ts'
import type { Content } from '../../contract/kit/content.ts'
import { ordinaryProfile } from '../../orders/merchant.ts'
import { isRejection } from '../../orders/rejection.ts'
import { openStore, type Store } from '../../store/open.ts'
import { createGateway } from '../gateway.ts'
import { newestModel, outcomeText, requestText } from '../model/documents.ts'
import type { LoadedOrder, OrderKey, RecordedTransaction } from '../model/journal.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createDatabase('external')
  store = await openStore(database.logins)
  await addSampleMerchant(store, { merchantId: 'M', cell: 0 })
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

type Story = {
  readonly answers?: readonly ('approved' | 'declined' | 'silent')[]
  readonly authentications?: ReturnType<typeof scriptedPipeline>['others']['authentications']
  readonly steps: readonly (readonly [transactionId: string, operation: string, body: Content])[]
}

const initiation = { authentication: { acceptVersions: '3DS2', channel: 'PAYER_BROWSER' } }
const asked = { order: { amount: '10.00', currency: 'USD' }, sourceOfFunds: { provided: { card } } }
const device = {
  browser: 'A browser',
  ipAddress: '192.0.2.7',
  browserDetails: {
    ...{ '3DSecureChallengeWindowSize': 'FULL_SCREEN', acceptHeaders: '*/*', language: 'en', timeZone: 0 },
    ...{ colorDepth: 24, javaEnabled: false, screenHeight: 9, screenWidth: 9 },
  },
}
const authenticated = { ...asked, device, authentication: { channel: 'PAYER_BROWSER' } }

const stories: Readonly<Record<string, Story>> = {
  'a payment': { steps: [['1', 'PAY', payment('10.00')]] },
  'a payment that is declined, and one that is not': {
    answers: ['declined', 'approved'],
    steps: [
      ['1', 'PAY', payment('10.00')],
      ['2', 'PAY', payment('10.00')],
    ],
  },
  'a payment that nobody answers': { answers: ['silent'], steps: [['1', 'PAY', payment('10.00')]] },
  'an authorization, a part of it captured, and a capture that nobody answers': {
    answers: ['approved', 'approved', 'silent'],
    steps: [
      ['1', 'AUTHORIZE', payment('10.00')],
      ['2', 'CAPTURE', moved('4.00')],
      ['3', 'CAPTURE', moved('1.00')],
    ],
  },
  'a card that is not enrolled, and its payment': {
    authentications: [notEnrolled],
    steps: [
      ['a', 'INITIATE_AUTHENTICATION', { ...asked, ...initiation }],
      ['1', 'PAY', { ...payment('10.00'), authentication: { transactionId: 'a' } }],
    ],
  },
  'a payer whom the issuer knows, and the payment': {
    authentications: [enrolled, judged('Y')],
    steps: [
      ['a', 'INITIATE_AUTHENTICATION', { ...asked, ...initiation }],
      ['a', 'AUTHENTICATE_PAYER', authenticated],
      ['1', 'PAY', { ...payment('10.00'), authentication: { transactionId: 'a' } }],
    ],
  },
  'a payer who is to be asked': {
    authentications: [enrolled, challenge],
    steps: [
      ['a', 'INITIATE_AUTHENTICATION', { ...asked, ...initiation }],
      ['a', 'AUTHENTICATE_PAYER', authenticated],
    ],
  },
}

test.each(Object.keys(stories))('%s: the order that is handed on is the one that is loaded', async name => {
  const { steps, answers = [], authentications = [] } = stories[name] ?? { steps: [] }
  const scripted = scriptedPipeline()
  scripted.answers.push(...answers)
  scripted.others.authentications.push(...authentications)
  let loads = 0
  const load = (key: OrderKey) => {
    loads += 1
    return store.journal.load(key)
  }
  const gateway = createGateway({ ...scripted.pipeline, journal: { ...store.journal, load } })
  const orderId = name.replaceAll(/\W/g, '-').slice(0, 40)
  const key = { cell: 0, merchantId: 'M', orderId }
  let order: LoadedOrder | undefined
  for (const [transactionId, apiOperation, body] of steps) {
    const operation = operationNamed(apiOperation)
    const submission = { operation, version: 100, orderId, transactionId, body: { apiOperation, ...body } }
    const done = await gateway.submit({ key, profile: ordinaryProfile, handover: { order } }, submission)
    if (isRejection(done) || done.kind !== 'recorded') throw new Error(JSON.stringify(done))
    order = done.order
    expect(plain(order)).toEqual(plain(await store.journal.load(key)))
  }
  expect(loads).toBe(0)
})

/** As stored: documents as texts; by when it was loaded, no two are the same. */
const plain = (order: LoadedOrder | undefined) =>
  order && { ...order, loadedAtMs: 0, transactions: order.transactions.map(plainTransaction) }

const plainTransaction = ({ request, outcome, steps, ...rest }: RecordedTransaction): object => ({
  ...rest,
  request: requestText(request, newestModel),
  outcome: outcome && outcomeText(outcome, newestModel),
  steps: steps?.map(plainTransaction),
})
