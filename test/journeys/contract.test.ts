import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.ts'
import { combinations, refusals } from './refusals.ts'
import { authorization, authorizationWith, newOrder } from './requests.ts'

describe('a request that breaks its contract', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await openGateway('embedded')
  })
  afterAll(async () => {
    expect(gateway.asks).toEqual([])
    expect(gateway.lines.filter(line => line.includes('"level":"error"'))).toEqual([])
    await gateway.stop()
  })

  test.each(refusals)('%s %s', async (validationType, field, values) => {
    for (const value of values) {
      const body = authorizationWith(field, value)
      const answer = await gateway.authorize(newOrder(), body)
      expect(answer, `${JSON.stringify(value)} → ${answer.text}`).toMatchObject({
        status: 400,
        body: { error: { cause: 'INVALID_REQUEST', field, validationType } },
      })
    }
  })

  test.each(combinations)('%s %s: %s', async (validationType, field, _, more) => {
    const answer = await gateway.authorize(newOrder(), authorization(more))
    expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
  })

  test('of several faults the first is reported: unknown, in order, belonging together', async () => {
    const faults: readonly (readonly [string, string, object])[] = [
      ['UNSUPPORTED', 'order.zebra', { order: { amount: 'x', zebra: 1 } }],
      ['INVALID', 'agreement.id', { agreement: { id: '' } }],
      [
        'INVALID',
        'airline.itinerary.leg[2].fareBasis',
        { airline: { itinerary: { leg: [{}, {}, { fareBasis: '-' }] } } },
      ],
      ['INVALID', 'order.amount', { order: { amount: 'x' } }],
      ['MISSING', 'order.currency', { order: { amount: '1' } }],
      ['INVALID', 'order.taxStatus', { order: { amount: '1', currency: 'USD', taxStatus: 'no' } }],
      ['INVALID', 'referenceOrderId', { order: { amount: '1.001', currency: 'USD' }, referenceOrderId: '' }],
      ['INVALID', 'order.amount', { order: { amount: '1.001', currency: 'USD', taxAmount: '1' } }],
      [
        'MISSING',
        'sourceOfFunds',
        { order: { amount: '1', currency: 'USD', taxAmount: '2' }, sourceOfFunds: {} },
      ],
      ['INVALID', 'order.amount', { order: { amount: '1', currency: 'USD', taxAmount: '2' } }],
    ]
    for (const [index] of faults.entries()) {
      // Each fault comes with all that are judged after it, as far as they do not touch the same group.
      const [validationType, field, more] = faults[index] ?? ['', '', {}]
      const later = Object.assign(
        {},
        ...faults
          .slice(index + 1)
          .map(([, , one]) => one)
          .reverse(),
      )
      const answer = await gateway.authorize(newOrder(), authorization({ ...later, ...more }))
      expect(answer, answer.text).toMatchObject({ status: 400, body: { error: { field, validationType } } })
    }
  })

  test('a session or token nobody knows is refused before all but unknown fields', async () => {
    const known = [
      ['session.id', { session: { id: `SESSION${'0A1B'.repeat(6)}` }, order: {} }],
      ['session.id', { session: { id: 'short' } }],
      ['sourceOfFunds.token', { sourceOfFunds: { token: '5123456789012346' }, order: { amount: 'x' } }],
    ] as const
    for (const [field, more] of known) {
      const answer = await gateway.authorize(newOrder(), authorization(more))
      expect(answer, answer.text).toMatchObject({
        status: 400,
        body: { error: { field, validationType: 'INVALID' } },
      })
      const unknown = await gateway.authorize(newOrder(), authorization({ ...more, zebra: 1 }))
      expect(unknown).toMatchObject({ status: 400, body: { error: { field: 'zebra' } } })
    }
  })

  test('explanations name the value, cut and harmless; secrets never', async () => {
    const explained = async (path: string, value: unknown) => {
      const { body } = await gateway.authorize(newOrder(), authorizationWith(path, value))
      return (body.error as { explanation: string }).explanation
    }
    expect(await explained('order.currency', 'usd')).toBe(
      "Value 'usd' is invalid. It must be an ISO 4217 alpha code in upper case, of money that circulates.",
    )
    expect(await explained('order.reference', 'x'.repeat(99))).toMatch(/^Value 'x{39}…' is invalid\. /)
    expect(await explained('order.currency', 'a\n\u202eb')).toMatch(/^Value 'a\\u000a\\u202eb' is invalid\. /)
    expect(await explained('sourceOfFunds.provided.card.number', '5123450000000009')).toMatch(
      /^Value is invalid\. /,
    )
    expect(await explained('sourceOfFunds.provided.card.securityCode', '12345')).toMatch(
      /^Value is invalid\. /,
    )
    expect(await explained('x'.repeat(300), 1)).toMatch(/^Unexpected parameter 'x+…'\.$/)
  })
})
