// Rehearses outcomes by script, so that no test depends on a magic card: what comes, and what to do about it.
import { randomUUID } from 'node:crypto'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'
const password = '0123456789abcdef0123456789abcdef'
const headers = {
  Authorization: `Basic ${btoa(`merchant.TESTMERCHANT:${password}`)}`,
  'Content-Type': 'application/json',
}
const send = async (method, address, body) => {
  const answer = await fetch(`${gateway}${address}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

const rehearsals = [
  [{ answer: 'approve' }, 'ship the goods'],
  [{ answer: 'decline', gatewayCode: 'DECLINED' }, 'ask for another card'],
  [{ answer: 'decline', gatewayCode: 'INSUFFICIENT_FUNDS' }, 'ask for another card, or less'],
  [{ answer: 'silent' }, 'nothing was charged: the gateway reverses it; try again with a new transaction id'],
]

for (const [answer, advice] of rehearsals) {
  const orderId = `order-${randomUUID().slice(0, 8)}`
  await send('POST', '/sandbox/acquirer/scripts', { match: { orderId }, answers: [answer] })
  const { result, response } = await send(
    'PUT',
    `/api/rest/version/100/merchant/TESTMERCHANT/order/${orderId}/transaction/1`,
    {
      apiOperation: 'AUTHORIZE',
      order: { amount: '10.00', currency: 'USD' },
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } },
      },
    },
  )
  console.log(`${result} ${response.gatewayCode}: ${advice}`)
}
