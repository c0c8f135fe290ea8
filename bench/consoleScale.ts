// `npm run console-scale`: the console's lists and first screens on an empty gateway beside one with a
// million orders of 20 merchants, over HTTP, one call after the other.

import { readFileSync } from 'node:fs'
import { projectPath } from '../src/platform/files.ts'
import { type ConsoleBrowser, enterConsole } from './consoleBrowser.ts'
import { consoleScreens } from './consoleScreens.ts'
import { type Gateway, startGateway } from './contenders.ts'
import { judgeGoals } from './goals.ts'
import { clearProgress, progress } from './progress.ts'
import { asOwner, takeSample } from './sample.ts'
import { decimal, printTable, whole } from './table.ts'
import { takenIn } from './takenIn.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
const merchants = 20
const shareOfLargest = 0.6
const atOnce = 20_000
const calls = 100
const warmUps = 10

const merchantName = (index: number): string => `SCALE${String(index).padStart(2, '0')}`

/** Straight into the tables of the journal and the feed; the gateway takes the feed in by itself. */
async function fill(gateway: Gateway): Promise<void> {
  const { request, outcome } = await takeSample(gateway)
  await asOwner(gateway.connection, async client => {
    const rest = Math.floor((orders * (1 - shareOfLargest)) / (merchants - 1))
    for (let index = 0; index < merchants; index += 1) {
      const merchantId = merchantName(index)
      await client.query('insert into merchants (cell, merchant_id) values (0, $1)', [merchantId])
      const count = index === 0 ? Math.floor(orders * shareOfLargest) : rest
      for (let done = 0; done < count; done += atOnce) {
        progress(`storing orders of ${merchantId}: ${whole(done)} of ${whole(count)}`)
        const part = Math.min(atOnce, count - done)
        await client.query(fillStatement, [merchantId, part, request, outcome, done, count])
      }
    }
    const tookMs = await takenIn(client)
    console.log(`What was left to take in at the end took ${whole(tookMs)} ms.`)
    // Nothing is analyzed: plans must not need it.
    await client.query('checkpoint')
  })
}

const fillStatement = readFileSync(projectPath('bench', 'consoleFill.sql'), 'utf8')

const nothing = { p50: Number.NaN, p95: Number.NaN }
type Times = { readonly p50: number; readonly p95: number }

/** In turn, so that both meet the same machine. */
async function measure(browsers: readonly ConsoleBrowser[], ask: Screen['ask'], merchantId: string) {
  const times = browsers.map((): number[] => [])
  for (let call = -warmUps; call < calls; call += 1) {
    const { name, input } = ask(merchantId)
    for (const [index, browser] of browsers.entries()) {
      const ms = await browser.time(name, input)
      if (call >= 0) times[index]?.push(ms)
    }
  }
  return times.map(timesOf)
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

type Screen = ReturnType<typeof consoleScreens>[number]

async function compare(empty: Gateway, [first, second]: readonly [ConsoleBrowser, ConsoleBrowser]) {
  await asOwner(empty.connection, client =>
    client.query('insert into merchants (cell, merchant_id) values (0, $1)', [merchantName(0)]),
  )
  const largest = merchantName(0)
  const rows: string[][] = []
  let slowest = 0
  let firstScreens = 0
  for (const { title, ask, isFirst } of consoleScreens(Math.floor(orders * shareOfLargest))) {
    progress(title)
    const [before = nothing, after = nothing] = await measure([first, second], ask, largest)
    const ratio = after.p50 / before.p50
    slowest = Math.max(slowest, after.p95)
    if (isFirst) firstScreens = Math.max(firstScreens, ratio)
    rows.push([title, ...[before.p50, before.p95, after.p50, after.p95, ratio].map(decimal)])
  }
  clearProgress()
  const heading = ['ms', 'empty p50', 'empty p95', 'full p50', 'full p95', 'full / empty']
  printTable(heading, rows)
  console.log()
  return judgeGoals([
    { name: 'slowest list or screen, p95 in ms', reached: slowest, bound: { most: 100 } },
    { name: 'first screens, full / empty', reached: firstScreens, bound: { most: 2 } },
  ])
}

const gateways: Gateway[] = []
try {
  progress('starting two gateways')
  const [empty, full] = [await startGateway(), await startGateway()]
  gateways.push(empty, full)
  // Before it is filled: the address that signs in is soon too old.
  const browsers = [await enterConsole(empty), await enterConsole(full)] as const
  await fill(full)
  process.exitCode = (await compare(empty, browsers)) ? 0 : 1
} finally {
  for (const gateway of gateways) await gateway.stop()
  clearProgress()
}
