import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createLoadedRanges } from './loadedRanges.ts'
import { type RangeAnswer, readRangeAnswer } from './rangeAnswer.ts'
import { RangeUpdate } from './rangeUpdate.ts'

// What the specification allows: 200,000 entries, 200 MB.

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const count = 200_000
const mib = 1_048_576
const first = 4_000_000_000_000_000n
const step = 1_000_000_000n

/** Methods of so many issuers. What nobody reads makes an entry 1,000 bytes long, as real ones may be. */
function entryText(number: number, issuers: number, action: string): string {
  const start = first + BigInt(number) * step
  const threeDSMethodURL = `https://acs${(number * 7_919) % issuers}.example/method/${'m'.repeat(60)}`
  const acsInfoInd = ['01', '02', '03', '04']
  return JSON.stringify({
    ranges: [{ startRange: `${start}`, endRange: `${start + step - 1n}` }],
    ...{ actionInd: action, issuerCountryCode: '276', ...(action === 'M' && { note: 'é'.repeat(300) }) },
    acsProtocolVersions: ['2.2.0', '2.3.1'].map(version => ({
      ...{ version, acsInfoInd, threeDSMethodURL },
    })),
  })
}

async function* body(serialNum: string, issuers: number, action = 'A') {
  const frame = {
    ...{ messageType: 'PRes', messageVersion: '2.3.1', dsTransID: id, threeDSServerTransID: id, serialNum },
    ...{ readOrder: '01', dsProtocolVersions: ['2.2.0', '2.3.1'] },
  }
  yield Buffer.from(`${JSON.stringify(frame).slice(0, -1)},"cardRangeData":[`)
  for (let number = 0; number < count; number += 50) {
    const texts = Array.from({ length: 50 }, (_, index) => entryText(number + index, issuers, action))
    yield Buffer.from(`${number === 0 ? '' : ','}${texts.join(',')}`)
  }
  yield Buffer.from(']}')
}

const openFile = () => {
  throw new Error('no file')
}
const question = { version: '2.3.1' } as const

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function memory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function rangesOf(answer: RangeAnswer) {
  if (answer.outcome !== 'changed') throw new Error('unchanged')
  return answer.ranges
}

test('200,000 ranges need less than 64 MiB, even if each has a method of its own', async () => {
  for (const issuers of [3_000, count]) {
    const before = memory()
    const ranges = rangesOf(await readRangeAnswer(body('1', issuers), { question, openFile }))
    const held = (memory() - before) / mib
    expect([ranges.count, ranges.profileCount]).toEqual([count, issuers])
    expect(held).toBeLessThan(issuers === count ? 64 : 24)
    expect(ranges.find(`${first + 17n * step}`)).toHaveLength(2)
  }
}, 120_000)

test('while the next 200 MB are loaded, a card is found within a millisecond', async () => {
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
  const loaded = createLoadedRanges(['north'], clock)
  const base = rangesOf(await readRangeAnswer(body('1', 3_000), { question, openFile }))
  loaded.load('north', 1, base, 0)
  const before = memory()
  const took: number[] = []
  let [isDone, peak] = [false, 0]
  const payments = (async () => {
    while (!isDone) {
      for (let each = 0; each < 20; each++) {
        const card = `${first + BigInt((took.length * 7_907) % count) * step + 5n}`
        const from = performance.now()
        if (loaded.find(card)[0]?.versions.length !== 2) throw new Error('not found')
        took.push(performance.now() - from)
      }
      const { heapUsed, external } = process.memoryUsage()
      peak = Math.max(peak, heapUsed + external - before)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  const changed = { question: { ...question, serialNumber: '1' }, base, openFile }
  const next = rangesOf(await readRangeAnswer(body('2', 2_000, 'M'), changed))
  isDone = true
  await payments
  loaded.load('north', 2, next, 0)
  const sorted = took.sort((one, other) => one - other)
  expect(took.length).toBeGreaterThan(1_000)
  // The machine may be busy with something else for a moment, as it is with other tests.
  expect(sorted[Math.floor(took.length * 0.99)]).toBeLessThan(1)
  expect(peak / mib).toBeLessThan(64)
  expect(loaded.current('north')?.ranges.profileCount).toBe(2_000)
}, 120_000)

test('an entry of 5,000 bounds, zipped, in no order', async () => {
  const bounds = Array.from({ length: 5_000 }, (_, index) => {
    const start = first + BigInt((index * 1_999) % 5_000) * step
    return { startRange: `${start}`, endRange: `${start + 9n}` }
  })
  const update = new RangeUpdate()
  update.hear({ ranges: bounds, acsProtocolVersions: [{ version: '2.3.1' }] })
  const direct = await update.whole({ directoryVersions: ['2.3.1'], addresses: [] })
  const frame = {
    ...{
      messageType: 'PRes',
      messageVersion: '2.3.1',
      dsTransID: id,
      threeDSServerTransID: id,
      serialNum: '1',
    },
    ...{ readOrder: '01', dsProtocolVersions: ['2.3.1'] },
    cardRangeData: [{ ranges: bounds, acsProtocolVersions: [{ version: '2.3.1' }] }],
  }
  const zipped = (async function* () {
    yield gzipSync(JSON.stringify(frame))
  })()
  const ranges = rangesOf(await readRangeAnswer(zipped, { question, openFile }))
  expect([ranges.count, direct.count]).toEqual([5_000, 5_000])
  expect(ranges.find(`${first + 4_999n * step + 9n}`)).toHaveLength(1)
})
