// Sends one payment three times, as a client does that lost the answers: it is charged once.
import { randomUUID } from 'node:crypto'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'
const merchant = `${gateway}/api/rest/version/100/merchant/TESTMERCHANT`
const headers = {
  Authorization: `Basic ${btoa('merchant.TESTMERCHANT:0123456789abcdef0123456789abcdef')}`,
  'Content-Type': 'application/json',
}

const payment = {
  apiOperation: 'PAY',
  order: { amount: '25.00', currency: 'EUR', reference: 'basket 7' },
  sourceOfFunds: {
    type: 'CARD',
    provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
  },
}

/**
 * The ids are chosen once, before the first attempt, and kept with the basket: they are what makes the second
 * attempt the same payment. Only "try again" (429, 503) and lost answers are sent again; a refusal (400) is a
 * mistake of ours, and 201 is an outcome, a decline included.
 */
async function pay(orderId, attempts = 5) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${merchant}/order/${orderId}/transaction/1`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(payment),
      signal: AbortSignal.timeout(40_000),
    }).catch(() => undefined)
    if (answer && answer.status !== 429 && answer.status !== 503) return answer
    if (attempt === attempts) throw new Error('No answer: ask Retrieve Order before anything else')
    const seconds = Number(answer?.headers.get('retry-after') ?? attempt)
    await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
  }
}

const orderId = `order-${randomUUID().slice(0, 8)}`
for (const time of ['first', 'second', 'third']) {
  const answer = await pay(orderId)
  const { result, order } = await answer.json()
  const isReplay = answer.headers.get('idempotent-replayed') === 'true'
  console.log(
    `${time}: ${answer.status} ${result}${isReplay ? ', replayed' : ''}, captured ${order.totalCapturedAmount}`,
  )
}
