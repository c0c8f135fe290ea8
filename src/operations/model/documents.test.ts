import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DocumentModel,
  exchangeIn,
  exchangeText,
  newestModel,
  type OutcomeContents,
  outcomeText,
  type RequestContents,
  requestText,
  StoredOutcome,
  StoredRequest,
} from './documents.ts'

const models: readonly DocumentModel[] = [1, 2]

const request: RequestContents = {
  fields: { apiOperation: 'REFUND', transaction: { amount: '4.00', currency: 'USD' } },
  additions: {
    orderGroups: { billing: { address: { city: 'Town' } } },
    profileValues: { action: { refundAuthorization: true } },
    firstRequest: { order: { reference: 'R' } },
    entryPoint: 'HOSTED_PAGE',
    remainder: { after: ['1'], leftMs: 1_000, wholeAmount: '10.00' },
  },
}
const outcome: OutcomeContents = {
  fields: { merchant: 'TEST', result: 'SUCCESS', response: { gatewayCode: 'APPROVED' } },
  story: { asked: { verb: 'refund', answer: 'approved', tookMs: 3 }, before: { status: 'CAPTURED' } },
  consulted: { interactionId: 'I' },
  hostMemory: 'H',
}

const readRequest = ({ fields, additions }: RequestContents): RequestContents => ({ fields, additions })
const readOutcome = ({ fields, story, consulted, hostMemory }: OutcomeContents) => ({
  ...{ fields, story, consulted, hostMemory },
})

test.each(models)('what is written by model %i is read as it was', model => {
  expect(readRequest(new StoredRequest(requestText(request, model)))).toEqual(request)
  expect(readOutcome(new StoredOutcome(outcomeText(outcome, model)))).toEqual(outcome)
  const exchange = { verb: 'reversal', repeat: 2, answer: { outcome: 'approved' } }
  expect(exchangeIn(exchangeText(exchange, model))).toEqual(exchange)
})

test('documents of the release before have the fields of the gateway beside those of the API', () => {
  const text = JSON.stringify({
    apiOperation: 'CAPTURE',
    transaction: { amount: '10.00' },
    ofOrder: { customer: { email: 'payer@example.com' } },
    ofProfile: { action: { refundAuthorization: false } },
    ofBeginning: { order: { reference: 'R' } },
    gatewayEntryPoint: 'HOSTED_PAGE',
    ofCheckout: { after: [], leftMs: 5 },
  })
  const { fields, additions } = new StoredRequest(text)
  expect(fields).toEqual({ apiOperation: 'CAPTURE', transaction: { amount: '10.00' } })
  expect(additions).toEqual({
    orderGroups: { customer: { email: 'payer@example.com' } },
    profileValues: { action: { refundAuthorization: false } },
    firstRequest: { order: { reference: 'R' } },
    entryPoint: 'HOSTED_PAGE',
    remainder: { after: [], leftMs: 5 },
  })
  const written = { result: 'PENDING', story: { waitedMs: 7 }, consulted: { acsUrl: 'https://acs.example' } }
  expect(readOutcome(new StoredOutcome(JSON.stringify(written)))).toEqual({
    fields: { result: 'PENDING' },
    story: { waitedMs: 7 },
    consulted: { acsUrl: 'https://acs.example' },
  })
  expect(readOutcome(new StoredOutcome('{"result":"SUCCESS"}'))).toEqual({
    fields: { result: 'SUCCESS' },
    story: {},
    consulted: undefined,
  })
})

test('model 2 has the fields of the API apart from those of the gateway', () => {
  expect(JSON.parse(requestText(request, 2))).toEqual({ model: 2, ...request })
  expect(JSON.parse(requestText({ fields: request.fields, additions: {} }, 2))).toEqual({
    model: 2,
    fields: request.fields,
  })
  expect(JSON.parse(outcomeText(outcome, 2))).toEqual({ model: 2, ...outcome })
})

test('whatever a merchant calls the fields that are its own, they stay where they are', () => {
  const name = fc.constantFrom('additions', 'ofCheckout', 'gatewayEntryPoint', 'story', 'consulted', 'model')
  const custom = fc.dictionary(name, fc.string())
  fc.assert(
    fc.property(custom, fc.constantFrom(...models), (own, model) => {
      const fields = { order: { custom: own } }
      const read = new StoredRequest(requestText({ fields, additions: {} }, model))
      expect(read.additions).toEqual({})
      expect(read.fields).toEqual({ order: { custom: own } })
    }),
  )
})

test('a document of a newer release is refused, not misread', () => {
  const newer = JSON.stringify({ model: newestModel + 1, fields: {} })
  const refusal = `A document of model ${newestModel + 1} was stored by a newer release`
  expect(() => new StoredRequest(newer).fields).toThrow(refusal)
  expect(() => new StoredOutcome(newer).story).toThrow(refusal)
  expect(() => exchangeIn(newer)).toThrow(refusal)
  expect(() => new StoredRequest('[]').fields).toThrow('A stored document is not an object')
})

test('a document is parsed once, and one without additions not at all to see that', () => {
  const broken = new StoredRequest('{"model":2,"fields":')
  expect(broken.additions).toEqual({})
  expect(() => broken.fields).toThrow()
  const stored = new StoredRequest(requestText(request, 2))
  expect(stored.fields).toBe(stored.fields)
})
