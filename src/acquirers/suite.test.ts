import { expect, test } from 'vitest'
import type { Acquirer, Ask } from './port.ts'
import { createSimulator } from './simulator/simulator.ts'

/** An adapter with the asks that provoke each kind of answer from what is behind it. */
type Bench = {
  readonly acquirer: Acquirer
  readonly asks: { readonly approved: Ask; readonly declined: Ask; readonly silent: Ask }
}

const ask: Ask = {
  verb: 'authorize',
  merchantId: 'TESTMERCHANT',
  orderId: 'order-1',
  transactionId: '1',
  amount: 1_000n,
  currency: 'USD',
  card: { number: '5123450000000008' },
  acceptPartialAmount: false,
}
const patient = () => new AbortController().signal
const expiring = (month: number, year: number): Ask => ({
  ...ask,
  card: { ...ask.card, expiry: { month, year } },
})

/** What the road relies on, whatever acquirer is behind the port. */
const promises: Record<string, (bench: Bench) => unknown> = {
  'says what it can be asked': ({ acquirer }) => {
    expect(acquirer.name).toMatch(/^[a-z0-9-]{1,40}$/)
    expect(acquirer.verbs.has('authorize')).toBe(true)
  },

  'approves with the codes an approval carries, within their bounds (spec 2.12)': async ({
    acquirer,
    asks,
  }) => {
    const answer = await acquirer.send(asks.approved, patient())
    if (answer.outcome !== 'approved') throw new Error(`The answer is ${answer.outcome}`)
    expect(answer.amount).toBe(asks.approved.amount)
    expect(answer.authorizationCode).toMatch(/^[0-9A-Za-z]{6}$/)
    expect(answer.receipt).toMatch(/^\d{12}$/)
    expect(answer.acquirer.date).toMatch(/^(0[1-9]|1[0-2])([0-2]\d|3[01])$/)
    expect(answer.acquirer.timeZone).toMatch(/^[+-]\d{4}$/)
    expect(answer.acquirer.transactionId).toMatch(/^[ -~]{1,100}$/)
    expect(answer.authorizationResponse.responseCode).toBe(answer.acquirerCode)
    for (const [field, value] of Object.entries(answer.authorizationResponse)) {
      expect([field, value]).toEqual([field, expect.stringMatching(fieldForms[field] ?? /$^/)])
    }
  },

  'never approves more than was asked for': async ({ acquirer, asks }) => {
    const answer = await acquirer.send({ ...asks.approved, amount: 1n }, patient())
    expect(answer).toMatchObject({ outcome: 'approved', amount: 1n })
  },

  'declines with a code and words, in bounds': async ({ acquirer, asks }) => {
    const answer = await acquirer.send(asks.declined, patient())
    if (answer.outcome !== 'declined') throw new Error(`The answer is ${answer.outcome}`)
    expect(answer.acquirerCode).toMatch(/^[ -~]{1,100}$/)
    expect(answer.acquirerMessage).toMatch(/^[ -~]{1,255}$/)
    expect(answer).not.toHaveProperty('authorizationCode')
  },

  'does not call it silence before the deadline has passed, and then says so': async ({ acquirer, asks }) => {
    const deadline = new AbortController()
    let isSettled = false
    const answer = acquirer.send(asks.silent, deadline.signal).finally(() => {
      isSettled = true
    })
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(isSettled).toBe(false)
    deadline.abort()
    expect(await answer).toEqual({ outcome: 'silent' })
  },

  'resolves at once when the deadline has passed before anything could be sent': async ({
    acquirer,
    asks,
  }) => {
    expect(await acquirer.send(asks.approved, AbortSignal.abort())).toEqual({ outcome: 'silent' })
    expect(await acquirer.send(asks.silent, AbortSignal.abort())).toEqual({ outcome: 'silent' })
  },

  'gives nothing back of the card it was asked about': async ({ acquirer, asks }) => {
    const card = { ...asks.approved.card, securityCode: '987', nameOnCard: 'JANE DOE' }
    const answer = await acquirer.send({ ...asks.approved, card }, patient())
    const text = JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain(card.number)
    expect(text).not.toContain(card.nameOnCard)
    expect(text).not.toContain('"987"')
  },
}

const fieldForms: Record<string, RegExp> = {
  marketSpecificData: /^.$/,
  merchantAdviceCode: /^.{1,2}$/,
  paySvcData: /^.{1,23}$/,
  posData: /^.{1,13}$/,
  posEntryMode: /^.{1,4}$/,
  posEntryModeChanged: /^.$/,
  processingCode: /^.{1,6}$/,
  responseCode: /^.{1,3}$/,
  responseMessage: /^.{1,16}$/,
  returnAci: /^.$/,
  stan: /^.{1,6}$/,
  time: /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/,
  timezone: /^[+-]\d{4}$/,
  trackQuality: /^.{1,2}$/,
  transactionIdentifier: /^.{1,30}$/,
  transactionIntegrityClass: /^[0-9A-Za-z]{1,2}$/,
  validationCode: /^.{1,4}$/,
  vpasResponse: /^.$/,
}

acquirerSuite('simulator', () => ({
  acquirer: createSimulator({ now: () => new Date('2026-11-15T12:30:45Z') }),
  asks: { approved: expiring(1, 39), declined: expiring(5, 39), silent: expiring(11, 39) },
}))

function acquirerSuite(name: string, create: () => Bench) {
  const bench = create()
  for (const [promise, keep] of Object.entries(promises))
    test(`Acquirer ${name} ${promise}`, () => keep(bench))
}
