import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  basic,
  flawsOf,
  get,
  openTestListener,
  pause,
  put,
  readAnswers,
  transactionPath,
} from '../../../test/support/http/testClient.ts'
import { makeServerCertificate } from '../../certificates/ownCertificates.ts'
import { createWorkInHand } from '../../platform/limits/workInHand.ts'
import type { MerchantCall } from '../api/merchantCall.ts'

let gate: Awaited<ReturnType<typeof openTestListener>>
let isTooMuch = false
let calls: number[] = []

beforeEach(async () => {
  isTooMuch = false
  const work = createWorkInHand({ monotonicMs: () => 0 })
  const workInHand = { ...work, admits: () => !isTooMuch }
  calls = []
  const onMerchantCall = (call: MerchantCall) => calls.push(call.status)
  gate = await openTestListener({ workInHand, onMerchantCall, isTest: true }, async ({ params }) => {
    isTooMuch = params.orderid === 'last'
    return { status: 201, body: '{}' }
  })
})
afterEach(() => gate.listener.close())

const body = '{"apiOperation":"PAY"}'
const json = ['Content-Type: application/json']
const last = put(body, json, transactionPath.replace('O1', 'last'))
const next = put(body, json)

test('what is too much is refused on its connection, time and again, and reaches no handler', async () => {
  const { answers, statuses, isClosed } = await converse(last, next, next, next)
  expect(statuses).toEqual([201, 503, 503, 503])
  expect(answers.slice(1).flatMap(flawsOf)).toEqual([])
  expect(answers[1]?.json).toMatchObject({ error: { cause: 'SERVER_BUSY' }, result: 'ERROR' })
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(gate.calls).toHaveLength(1)
  expect(isClosed).toBe(false)
  expect(gate.lines.filter(line => line.includes('503'))).toHaveLength(3)
})

test('from the second time on it is refused unparsed, with headers of ours alone', async () => {
  const { answers } = await converse(last, next, next)
  const [, first, second] = answers.map(({ headers }) => Object.keys(headers))
  expect(first).toEqual([...(second ?? []), 'date', 'connection', 'keep-alive'])
})

test('when there is less to do, the same connection is served again', async () => {
  const relieve = () => {
    isTooMuch = false
  }
  expect((await converse(last, next, next, relieve, next, next)).statuses).toEqual([201, 503, 503, 201, 201])
})

test('a request in pieces, or several in one packet, are refused all the same', async () => {
  const [beginning, rest] = [next.subarray(0, 60), next.subarray(60)]
  const inPieces = await converse(last, next, next, [beginning, rest], next)
  expect(inPieces.statuses).toEqual([201, 503, 503, 503, 503])
  isTooMuch = false
  const together = await converse(last, next, next, Buffer.concat([next, next]))
  expect(together).toMatchObject({ statuses: [201, 503, 503, 503], isClosed: true })
  expect(gate.calls).toHaveLength(2)
})

test('on a new connection it is refused too, and no refusal is written to the request log', async () => {
  expect((await converse(last, next, next)).statuses).toEqual([201, 503, 503])
  expect((await converse(next, get(transactionPath))).statuses).toEqual([503, 503])
  expect(calls).toEqual([201])
})

test('nobody learns how much there is to do but who was admitted', async () => {
  const stranger = next.toString('latin1').replace(basic(), basic(undefined, 'wrong'))
  expect((await converse(last, stranger)).statuses).toEqual([201, 401])
  expect((await converse(stranger)).statuses).toEqual([401])
  isTooMuch = false
  expect((await converse(last, next, stranger)).statuses).toEqual([201, 503, 401])
})

test('whoever only asks for something is not refused at the door', async () => {
  expect((await converse(last, next, get('/live'), next)).statuses).toEqual([201, 503, 200, 503])
})

test('the same goes for connections by TLS', async () => {
  const server = await makeServerCertificate({ names: ['localhost'], nowMs: Date.now() })
  const tls = { material: () => server, onChange: () => undefined }
  const { port } = await gate.listener.listen('127.0.0.1', 0, { tls })
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
  const { answers, statuses } = await converseOn(socket, [last, next, next, next])
  expect(statuses).toEqual([201, 503, 503, 503])
  expect(answers.map(({ headers }) => 'date' in headers)).toEqual([true, true, false, false])
})

type Step = string | Buffer | readonly Buffer[] | (() => unknown)

/** Sends one after the other on one connection, each when the one before it was answered. */
function converse(...steps: readonly Step[]) {
  return converseOn(connect(gate.port, '127.0.0.1'), steps)
}

async function converseOn(socket: Socket, steps: readonly Step[]) {
  socket.setNoDelay(true)
  let heard = ''
  let isClosed = false
  socket.on('data', chunk => {
    heard += chunk.toString('latin1')
  })
  socket.on('close', () => {
    isClosed = true
  })
  let sent = 0
  for (const step of steps) {
    if (typeof step === 'function') {
      await step()
      continue
    }
    for (const piece of typeof step === 'string' || Buffer.isBuffer(step) ? [step] : step) {
      socket.write(piece)
      await pause(10)
    }
    sent += 1
    await expect.poll(() => readAnswers(heard).length, { interval: 5, timeout: 10_000 }).toBe(sent)
  }
  await pause(50)
  socket.destroy()
  const answers = readAnswers(heard)
  return { answers, statuses: answers.map(({ status }) => status), isClosed }
}
