// Sends the catalogue over raw sockets, each case on a connection of its own, and compares what comes back.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CatalogueCase, catalogueCases, slowCases } from './catalogue.ts'
import { type Heard, nextAnswer } from './heard.ts'
import { offencesIn } from './judge.ts'

export type CatalogueReport = { readonly cases: number; readonly findings: readonly string[] }

/** Those that build on each other come one after the other; the slow ones meanwhile. */
export async function tryCatalogue(
  port: number,
  cases = catalogueCases,
  slowOnes = slowCases,
): Promise<CatalogueReport> {
  const slow = Promise.all(slowOnes.map(each => tryCase(port, each)))
  const findings: string[] = []
  for (const each of cases) findings.push(...(await tryCase(port, each)))
  findings.push(...(await slow).flat())
  return { cases: cases.length + slowOnes.length, findings }
}

async function tryCase(port: number, wanted: CatalogueCase): Promise<readonly string[]> {
  const { answers, isClosed } = await exchange(port, wanted)
  const [first] = answers
  if (first === undefined) return [`${wanted.name}: no answer`]
  const error: Readonly<Record<string, unknown>> = Object(jsonOf(first).error)
  const { status, field, validationType, closes = false } = wanted
  const heard = { status: first.status, field: error.field, validationType: error.validationType }
  const differs = Object.entries({ status, field, validationType }).filter(
    ([name, value]) => Reflect.get(heard, name) !== value,
  )
  return [
    ...differs.map(([name, value]) => `${name} ${Reflect.get(heard, name)} instead of ${value}`),
    ...(status >= 400 ? offencesIn({ kind: 'bytes', path: '', body: wanted.bytes }, first) : []),
    ...(closes && !isClosed ? ['the connection stays open'] : []),
    ...(answers.length > 1 ? ['what came behind it was answered'] : []),
  ].map(flaw => `${wanted.name}: ${flaw}: ${first.status} ${first.text.slice(0, 300)}`)
}

const jsonOf = ({ text }: Heard): Readonly<Record<string, unknown>> =>
  text.startsWith('{') ? JSON.parse(text) : {}

/** Longer than the gateway waits for a body. */
const patienceMs = 25_000

/** All answers that come; after the last one that was due the connection is watched for a moment. */
async function exchange(port: number, { bytes, closes, everyMs }: CatalogueCase) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const hearing = { bytes: Buffer.alloc(0) }
  const answers: Heard[] = []
  let isClosed = false
  const isHead = bytes.subarray(0, 5).toString() === 'HEAD '
  const over = new Promise<void>(resolve => {
    socket.on('data', chunk => {
      hearing.bytes = Buffer.concat([hearing.bytes, chunk])
      for (let next = nextAnswer(hearing, !isHead); next; next = nextAnswer(hearing, !isHead))
        answers.push(next)
      if (answers.length > 0 && closes === undefined) resolve()
    })
    const close = () => {
      isClosed = true
      resolve()
    }
    socket.on('end', close).on('close', close)
    socket.setTimeout(patienceMs, () => resolve())
  })
  const sending = everyMs === undefined ? void socket.write(bytes) : sendSlowly(socket, bytes, everyMs)
  await Promise.race([over, sleep(patienceMs)])
  await sending
  socket.destroy()
  return { answers, isClosed }
}

async function sendSlowly(socket: ReturnType<typeof connect>, bytes: Buffer, everyMs: number): Promise<void> {
  const slowFrom = bytes.length - 60
  socket.write(bytes.subarray(0, slowFrom))
  for (const byte of bytes.subarray(slowFrom)) {
    if (socket.destroyed || socket.readableEnded) return
    socket.write(Buffer.of(byte))
    await sleep(everyMs)
  }
}
