// Receives notifications, verifies who sent them and takes each change once.
//   SECRET=whsec_… PORT=3001 node notification-receiver.mjs
// In a sandbox, `npx tollgate listen http://127.0.0.1:3001/` forwards every notification to it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from((process.env.SECRET ?? '').replace(/^whsec_/, ''), 'base64')
const port = Number(process.env.PORT ?? 3001)
/** The last change of each transaction and order that was taken; a real receiver keeps it in its database. */
const taken = new Map()

function isNewer(name, sequence) {
  const isNew = sequence > (taken.get(name) ?? 0)
  if (isNew) taken.set(name, sequence)
  return isNew
}

/** Standard Webhooks: HMAC-SHA-256 over id, time and the bytes that arrived; one of the signatures must fit. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(time))
  if (!(ageSeconds < 300)) return false
  const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  return signatures.split(' ').some(signature => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end()
    return
  }
  const { order, transaction, result } = JSON.parse(body)
  const sequence = Number(request.headers['x-notification-sequence'])
  // Sent again after a lost answer, or late: what is newer is known already.
  if (isNewer(`${order.id}/${transaction.id}`, sequence)) {
    const status = isNewer(order.id, sequence) ? `, the order is ${order.status}` : ''
    console.log(`${order.id} ${sequence}: ${transaction.type} ${result}${status}`)
  }
  response.writeHead(200).end()
}).listen(port, '127.0.0.1', function () {
  console.log(`listening on http://127.0.0.1:${this.address().port}/`)
})
