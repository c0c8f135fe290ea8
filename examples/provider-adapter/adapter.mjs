// A complete adapter of a payment provider, in plain Node. The provider behind it is made up: a page with two
// buttons. What is marked PROVIDER is where yours comes in; the rest can stay.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { GATEWAY_SECRETS = '', PROVIDER_SECRET = '', PORT = '8490', STATE = 'payments.jsonl' } = process.env
const origin = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`
// Without a secret the key would be empty, and anybody could sign.
for (const secret of `${GATEWAY_SECRETS} ${PROVIDER_SECRET}`.split(' '))
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new Error('GATEWAY_SECRETS and PROVIDER_SECRET must be set')
const supports = ['confirm', 'capture', 'refund', 'notice']

// What was decided is written down before it is answered. A line is a payment as a whole; the last one counts.
const payments = new Map()
const written = existsSync(STATE) ? readFileSync(STATE, 'utf8') : ''
const whole = written.slice(0, written.lastIndexOf('\n') + 1)
// A line that a crash cut off was never answered, and the next one must not be written behind it.
if (whole !== written) writeFileSync(STATE, whole)
const lines = whole.split('\n').slice(0, -1)
for (const payment of lines.map(line => JSON.parse(line))) payments.set(payment.id, payment)
function save(payment) {
  appendFileSync(STATE, `${JSON.stringify(payment)}\n`)
  payments.set(payment.id, payment)
}

// Signatures: HMAC-SHA256 over id.timestamp.body, as Standard Webhooks has it.
const keyOf = secret => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
const signature = (secret, text) => `v1,${createHmac('sha256', keyOf(secret)).update(text).digest('base64')}`
function signed(id, body) {
  const time = String(Math.floor(Date.now() / 1000))
  const own = signature(PROVIDER_SECRET, `${id}.${time}.${body}`)
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': own }
}
function isSigned(headers, body) {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': given = '' } = headers
  if (!/^[\w-]{1,64}$/.test(id) || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const wanted = GATEWAY_SECRETS.split(' ').map(secret => signature(secret, `${id}.${time}.${body}`))
  const isSame = (one, other) => one.length === other.length && timingSafeEqual(one, other)
  const bytes = wanted.map(one => Buffer.from(one))
  return given.split(' ').some(each => bytes.some(one => isSame(Buffer.from(each), one)))
}

class Refusal extends Error {
  constructor(status, code, explanation, field) {
    super(explanation)
    this.reply = { status, body: { error: { code, explanation, field } } }
  }
}
const conflict = field => new Refusal(409, 'CONFLICT', 'It is known with another value.', field)
const notFound = () => new Refusal(404, 'NOT_FOUND', 'There is no such payment, or no such part of it.')
const invalid = field => new Refusal(400, 'INVALID_REQUEST', 'It is missing or wrong.', field)

// Money is counted in the smallest unit of its currency.
const decimals = currency =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
function minor({ amount, currency }) {
  const [whole, fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals(currency), '0'))
}
function checkMoney({ amount, currency }) {
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('currency')
  const fraction = /^(?:0|[1-9]\d{0,12})(?:\.(\d+))?$/.exec(typeof amount === 'string' ? amount : '')
  if (!fraction || (fraction[1]?.length ?? 0) > decimals(currency)) throw invalid('amount')
}
const sumOf = (payment, kind) =>
  Object.values(payment.parts).reduce((sum, part) => {
    const counts = part.kind === kind && part.state === 'approved'
    return counts ? sum + minor({ ...payment.start, amount: part.amount }) : sum
  }, 0n)

function stateOf(payment) {
  const isOver = payment.state === 'open' && Date.now() >= Date.parse(payment.start.expiresAt)
  return isOver ? { state: 'declined', code: 'TIMED_OUT' } : { state: payment.state, code: payment.code }
}
function shown(payment) {
  const now = stateOf(payment)
  const money = now.state === 'approved' && { amount: payment.amount, currency: payment.start.currency }
  const page = now.state === 'open' && { pageUrl: `${origin}/pay/${payment.page}` }
  return { paymentId: payment.id, providerPaymentId: payment.page?.slice(0, 8), ...now, ...money, ...page }
}
function shownPart(payment, { kind, id, state, amount }) {
  const money = state === 'approved' && { amount, currency: payment.start.currency }
  return { paymentId: payment.id, [`${kind}Id`]: id, state, ...money }
}
const partNamed = call =>
  call.captureId ? ['capture', call.captureId] : call.refundId ? ['refund', call.refundId] : undefined

const calls = {
  start(call, known) {
    checkMoney(call)
    if (known?.start) {
      const other = ['amount', 'currency', 'operation'].find(name => known.start[name] !== call[name])
      if (other) throw conflict(other)
    }
    if (known) return shown(known)
    // PROVIDER: start the payment there, under your own id, and keep the address of its page.
    save({ id: call.paymentId, start: call, state: 'open', page: randomBytes(16).toString('hex'), parts: {} })
    return shown(payments.get(call.paymentId))
  },
  status(call, payment) {
    const [kind, id] = partNamed(call) ?? []
    if (!kind) return shown(payment)
    const part = payment.parts[`${kind} ${id}`]
    if (!part) throw notFound()
    return shownPart(payment, part)
  },
  confirm(call, payment) {
    checkMoney(call)
    if (payment.start?.confirmation !== 'AT_MERCHANT') throw conflict('confirmation')
    if (call.currency !== payment.start.currency) throw conflict('currency')
    if (payment.amount !== undefined && payment.amount !== call.amount) throw conflict('amount')
    // PROVIDER: execute what the payer agreed to.
    if (stateOf(payment).state === 'agreed') save({ ...payment, state: 'approved', amount: call.amount })
    if (stateOf(payment).state === 'open') save({ ...payment, state: 'declined', code: 'DECLINED' })
    return shown(payments.get(payment.id))
  },
  capture: (call, payment) => askPart('capture', call.captureId, call, payment),
  refund: (call, payment) => askPart('refund', call.refundId, call, payment),
  cancel(call, payment) {
    const [kind, id] = partNamed(call) ?? []
    if (kind && !payment) throw notFound()
    if (kind) {
      const before = payment.parts[`${kind} ${id}`]
      // PROVIDER: undo the part where that is possible; this one only undoes what it has not done yet.
      const part = before ?? { kind, id, state: 'cancelled' }
      if (!before) save({ ...payment, parts: { ...payment.parts, [`${kind} ${id}`]: part } })
      return shownPart(payment, part)
    }
    // PROVIDER: end the payment there, or give everything back.
    const { merchantId } = call
    if (!payment) save({ id: call.paymentId, start: undefined, merchantId, state: 'cancelled', parts: {} })
    else if (stateOf(payment).state !== 'declined') save({ ...payment, state: 'cancelled' })
    return shown(payments.get(call.paymentId))
  },
}

function askPart(kind, id, call, payment) {
  checkMoney(call)
  if (!/^[\w-]{1,64}$/.test(id)) throw invalid(`${kind}Id`)
  if (call.currency !== payment.start?.currency) throw conflict('currency')
  const known = payment.parts[`${kind} ${id}`]
  if (known?.amount !== undefined && known.amount !== call.amount) throw conflict('amount')
  if (known) return shownPart(payment, known)
  if (payment.state !== 'approved') throw conflict('paymentId')
  const isReserved = payment.start.operation === 'AUTHORIZE'
  if (kind === 'capture' && !isReserved) throw conflict('operation')
  const taken = isReserved ? sumOf(payment, 'capture') : minor({ ...call, amount: payment.amount })
  const left =
    kind === 'refund' ? taken - sumOf(payment, 'refund') : minor({ ...call, amount: payment.amount }) - taken
  // PROVIDER: capture or give back there, under this id.
  const state = minor(call) <= left ? 'approved' : 'declined'
  const part = { kind, id, state, amount: call.amount }
  save({ ...payment, parts: { ...payment.parts, [`${kind} ${id}`]: part } })
  return shownPart(payment, part)
}

function parsed(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function execute(name, body) {
  const call = parsed(body)
  if (call?.call !== name) throw invalid('call')
  for (const field of ['merchantId', 'paymentId'])
    if (typeof call[field] !== 'string' || call[field] === '') throw invalid(field)
  const payment = payments.get(call.paymentId)
  if (payment && (payment.start?.merchantId ?? payment.merchantId) !== call.merchantId)
    throw name === 'start' ? conflict('merchantId') : notFound()
  if (!payment && name !== 'start' && name !== 'cancel') throw notFound()
  return calls[name](call, payment)
}

// A notice only says that there is news; it is repeated until the gateway has noted it.
async function notify({ id, start }, noticeId = `notice_${randomBytes(9).toString('hex')}`, pause = 1000) {
  const body = JSON.stringify({ call: 'notice', paymentId: id })
  const headers = { ...signed(noticeId, body), 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(10_000)
  const status = await fetch(start.noticeUrl, { method: 'POST', headers, body, signal, redirect: 'manual' })
    .then(response => response.status)
    .catch(() => 0)
  if (status === 204 || status === 404) return
  setTimeout(() => notify({ id, start }, noticeId, Math.min(pause * 2, 300_000)), pause).unref()
}

// PROVIDER: this is the provider's own page, and how it tells you what the payer decided.
function visit(url, response) {
  const payment = [...payments.values()].find(({ page }) => page && url.pathname === `/pay/${page}`)
  if (!payment) return response.writeHead(404).end('There is no such payment.')
  const outcome = url.searchParams.get('outcome')
  if (stateOf(payment).state === 'open' && outcome) {
    const { confirmation, amount } = payment.start
    const approved = confirmation === 'AT_MERCHANT' ? { state: 'agreed' } : { state: 'approved', amount }
    save({ ...payment, ...(outcome === 'approve' ? approved : { state: 'declined', code: 'CANCELLED' }) })
    notify(payment)
  }
  if (stateOf(payments.get(payment.id)).state !== 'open')
    return response.writeHead(303, { location: payment.start.returnUrl }).end()
  const links = '<a href="?outcome=approve">Pay</a> <a href="?outcome=cancel">Cancel</a>'
  const text = `<!doctype html><h1>${payment.start.amount} ${payment.start.currency}</h1>${links}`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
}

async function read(request, bytesMax = 65_536) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function serve(request, response) {
  const url = new URL(request.url, origin)
  if (url.pathname.startsWith('/pay/')) return visit(url, response)
  if (request.method === 'GET')
    return response.end(
      JSON.stringify({ protocol: 'tollgate-provider', versions: [1], supports, name: 'Example' }),
    )
  const name = url.pathname.replace(/^\/v1\//, '')
  const body = await read(request)
  if (body === undefined || !isSigned(request.headers, body)) {
    const error = { code: 'NOT_SIGNED', explanation: 'The signature is missing, wrong or too old.' }
    return response.writeHead(401, { connection: 'close' }).end(JSON.stringify({ error }))
  }
  let reply
  try {
    if (!Object.hasOwn(calls, name)) throw new Refusal(422, 'NOT_SUPPORTED', 'There is no such call.')
    reply = { status: 200, body: execute(name, body) }
  } catch (error) {
    reply = error.reply ?? { status: 500, body: {} }
  }
  const text = JSON.stringify(reply.body)
  const headers = { ...signed(request.headers['webhook-id'], text), 'content-type': 'application/json' }
  response.writeHead(reply.status, headers).end(text)
}

createServer((request, response) => serve(request, response).catch(() => response.destroy())).listen(
  Number(PORT),
  '127.0.0.1',
  () => console.log(`Adapter on ${origin}`),
)
