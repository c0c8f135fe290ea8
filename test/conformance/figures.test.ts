import { describe, expect, test } from 'vitest'
import type { Content } from '../../src/contract/kit/content.ts'
import { sandboxProfile } from '../../src/orders/merchant.ts'
import { isRejection } from '../../src/orders/rejection.ts'
import { card, moved, payment, scriptedPipeline } from '../support/operations/scriptedPipeline.ts'

type World = ReturnType<typeof scriptedPipeline>
const figures = { itemAmount: '80.00', shippingAndHandlingAmount: '12.00', taxAmount: '8.00' }

/** What became of it: the field and how it failed, or how it was answered. */
async function verdict(world: World, operation: string, body: Content, id = 'x'): Promise<string> {
  const outcome = await world.submit(id, operation, body)
  if (isRejection(outcome)) return `${outcome.field} ${outcome.validationType}`
  return String(outcome.record.result)
}

/** The payer has agreed at the provider and come back. */
async function agreed(order: Content): Promise<World> {
  const world = scriptedPipeline()
  world.others.provisions.push({
    outcome: 'started',
    interactionId: 'I1',
    pageUrl: 'https://provider.example/I1',
  })
  await world.submit('x', 'INITIATE_BROWSER_PAYMENT', {
    order,
    sourceOfFunds: { type: 'PROVIDER_A' },
    browserPayment: {
      operation: 'PAY',
      returnUrl: 'https://shop.example/back',
      providerA: { paymentConfirmation: 'CONFIRM_AT_MERCHANT' },
    },
  })
  const asked = world.others.asks.at(0)
  const token = asked && 'returnCallback' in asked ? asked.returnCallback.split('/').at(-1) : ''
  world.others.provisions.push({ outcome: 'agreed' })
  await world.interactions.returned(String(token))
  return world
}

describe('spec 4.4: Confirm Browser Payment, judged with what the order says already', () => {
  const confirmed = async (order: Content, change: Content) =>
    await verdict(await agreed(order), 'CONFIRM_BROWSER_PAYMENT', { order: change })
  const plain = { amount: '100.00', currency: 'USD' }

  test('spec 2.2: an amount above the largest there is, is refused in any currency', async () => {
    expect(await confirmed(plain, { amount: '99999999999999' })).toBe('order.amount INVALID')
    expect(await confirmed(plain, { amount: '1000000000001' })).toBe('order.amount INVALID')
  })

  test('part 1: the amount may be changed, and it is the provider who takes it or not', async () => {
    expect(await agreedAnd(plain, { amount: '1.00' })).toBe('asked 100')
    expect(await agreedAnd(plain, { amount: '1000000000000' })).toBe('asked 100000000000000')
    const world = await agreed(plain)
    const [acquirerCode, acquirerMessage] = ['51', 'MORE THAN WAS AGREED TO']
    world.others.provisions.push({
      outcome: 'declined',
      gatewayCode: 'DECLINED',
      acquirerCode,
      acquirerMessage,
    })
    expect(await verdict(world, 'CONFIRM_BROWSER_PAYMENT', { order: { amount: '100.01' } })).toBe('FAILURE')
  })

  test('spec 10: amounts have the decimals of the order, wherever they stand', async () => {
    expect(await confirmed(plain, { taxAmount: '1.234' })).toBe('order.taxAmount INVALID')
    expect(await confirmed(plain, { tax: [{ amount: '1.234', type: 'VAT' }] })).toBe(
      'order.tax[0].amount INVALID',
    )
    const item = [{ name: 'Tea', quantity: '1', unitPrice: '1.234' }]
    expect(await confirmed(plain, { item })).toBe('order.item[0].unitPrice INVALID')
    expect(await confirmed({ amount: '100', currency: 'JPY' }, { amount: '90.5' })).toBe(
      'order.amount INVALID',
    )
  })

  test('spec 2.3: sub-totals add up to the amount, whichever of them is given anew', async () => {
    const whole = { ...plain, ...figures }
    for (const change of [
      { amount: '90.00' },
      { taxAmount: '9.00' },
      { itemAmount: '70.00' },
      { amount: '90.00', taxAmount: '1.00' },
    ])
      expect(await confirmed(whole, change), JSON.stringify(change)).toBe('order.amount INVALID')
    expect(await confirmed(plain, { itemAmount: '70.00', taxAmount: '8.00' })).toBe('order.amount INVALID')
  })

  test('spec 2.3: what adds up with what the order says, or leaves it alone, is taken', async () => {
    const whole = { ...plain, ...figures }
    expect(await agreedAnd(whole, { amount: '92.00', taxAmount: '0.00' })).toBe('asked 9200')
    expect(await agreedAnd(whole, { amount: '100', taxAmount: '8.00' })).toBe('asked 10000')
    expect(await agreedAnd(whole, { customerNote: 'soon' })).toBe('asked 10000')
    const lessened = { ...whole, amount: '95.00', discount: { amount: '5.00' } }
    expect(await agreedAnd(lessened, { amount: '100.00', taxAmount: '13.00' })).toBe('asked 10000')
    expect(await confirmed(lessened, { amount: '100.00' })).toBe('order.amount INVALID')
  })

  test('spec 2.3: the tax is that of the line items, those of the order included', async () => {
    const item = [{ name: 'Tea', quantity: '2', unitPrice: '40.00', unitTaxAmount: '4.00' }]
    const whole = { ...plain, ...figures, item }
    const dearer = { amount: '101.00', taxAmount: '9.00' }
    expect(await confirmed(whole, dearer)).toBe('order.taxAmount INVALID')
    const others = [{ ...item[0], unitTaxAmount: '4.50' }]
    expect(await confirmed(whole, { item: others })).toBe('order.taxAmount INVALID')
    expect(await agreedAnd(whole, { ...dearer, item: others })).toBe('asked 10100')
  })

  async function agreedAnd(order: Content, change: Content): Promise<string> {
    const world = await agreed(order)
    await world.submit('x', 'CONFIRM_BROWSER_PAYMENT', { order: change })
    const asked = world.others.asks.at(-1)
    return asked && 'amount' in asked && asked.verb === 'confirm' ? `asked ${asked.amount}` : 'not asked'
  }
})

describe('spec 16: Capture and Refund, judged with what the order says already', () => {
  const paidBy = async (operation: string, order: Content = figures) => {
    const world = scriptedPipeline()
    expect(await verdict(world, operation, payment('100.00', order), 'first')).toBe('SUCCESS')
    return world
  }
  const followUps = [
    ['CAPTURE', 'AUTHORIZE'],
    ['REFUND', 'PAY'],
  ] as const

  for (const [operation, first] of followUps) {
    test(`spec 2.3: ${operation} with sub-totals that do not add up to the order's amount`, async () => {
      const world = await paidBy(first)
      const tried = (order: Content) => verdict(world, operation, { ...moved('10.00'), order })
      for (const order of [
        { taxAmount: '9.00' },
        { itemAmount: '70.00', taxAmount: '8.00' },
        { discount: { amount: '1.00' } },
        { amount: '100.00', taxAmount: '9.00' },
      ])
        expect(await tried(order), JSON.stringify(order)).toBe('order.amount INVALID')
      expect(await tried({ taxAmount: '9.00', shippingAndHandlingAmount: '11.00' })).toBe('SUCCESS')
      expect(await verdict(world, operation, { ...moved('10.00'), order: { taxAmount: '8.00' } }, 'y')).toBe(
        'order.amount INVALID',
      )
    })

    test(`spec 2.3: after ${operation} of a discount's code, its amount still counts`, async () => {
      const world = await paidBy(first, {
        itemAmount: '95.00',
        taxAmount: '10.00',
        discount: { amount: '5.00' },
      })
      const tried = (order: Content, id: string) => verdict(world, operation, { ...moved('1.00'), order }, id)
      expect(await tried({ discount: { code: 'X' } }, 'code')).toBe('SUCCESS')
      expect(await tried({ taxAmount: '5.00' }, 'wrong')).toBe('order.amount INVALID')
      expect(await tried({ discount: { code: 'Y', amount: '4.00' } }, 'less')).toBe('order.amount INVALID')
      expect(await tried({ itemAmount: '90.00', taxAmount: '15.00' }, 'other')).toBe('SUCCESS')
      expect(await tried({ discount: { amount: '6.00' }, taxAmount: '16.00' }, 'more')).toBe('SUCCESS')
      expect(await tried({ discount: { description: 'Loyal' } }, 'again')).toBe('SUCCESS')
      expect(await tried({ taxAmount: '10.00' }, 'back')).toBe('order.amount INVALID')
    })

    test(`spec 4.8: the order's amount is not changed by ${operation}, which says so`, async () => {
      const world = await paidBy(first, {})
      const tried = (order: Content) => verdict(world, operation, { ...moved('10.00'), order })
      expect(await tried({ amount: '10.00' })).toBe('order.amount INVALID')
      expect(await tried({ amount: '100' })).toBe('SUCCESS')
    })
  }

  test('the explanation tells that the order has a say, and names no value but amounts', async () => {
    const world = await paidBy('PAY')
    const refusal = await world.submit('x', 'REFUND', { ...moved('1.00'), order: { taxAmount: '9.00' } })
    expect(refusal).toMatchObject({
      field: 'order.amount',
      explanation:
        "Value '100.00' is invalid. Its sub-totals, less the discount, must add up to it. " +
        'What the request leaves out, the order says.',
    })
  })

  test('an attempt that failed has no say in it', async () => {
    const world = scriptedPipeline()
    world.answers.push('declined')
    await world.submit('1', 'AUTHORIZE', payment('100.00', figures))
    await world.submit('2', 'AUTHORIZE', payment('90.00'))
    const order = { itemAmount: '85.00', taxAmount: '5.00' }
    expect(await verdict(world, 'CAPTURE', { ...moved('90.00'), order })).toBe('SUCCESS')
  })

  test('an order whose authorization was raised is captured without a word about sub-totals', async () => {
    const world = await paidBy('AUTHORIZE')
    await world.submit('u', 'UPDATE_AUTHORIZATION', moved('120.00'))
    const order = { amount: '100.00', customerNote: 'thanks' }
    expect(await verdict(world, 'CAPTURE', { ...moved('120.00'), order })).toBe('SUCCESS')
  })

  test('spec 2.3: a refund that stands alone has sub-totals that add up to what is refunded', async () => {
    const alone = (order: Content, transaction: Content = { amount: '100.00', currency: 'USD' }) =>
      verdict(scriptedPipeline({ profile: sandboxProfile }), 'REFUND', {
        ...{ order, transaction },
        sourceOfFunds: { provided: { card } },
      })
    expect(await alone({ ...figures, taxAmount: '9.00' })).toBe('order.amount INVALID')
    expect(await alone({ tax: [{ amount: '1.234' }] })).toBe('order.tax[0].amount INVALID')
    expect(await alone(figures)).toBe('SUCCESS')
  })
})
