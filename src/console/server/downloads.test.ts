import { expect, test } from 'vitest'
import { isRejection } from '../../orders/rejection.ts'
import { createDownloads, type OpenedList } from './downloads.ts'

async function* manyLines() {
  for (;;) yield 'line\r\n'
}

const endedAfter = (looks: number): OpenedList['mayGoOn'] => {
  let looked = 0
  return async () => looked++ < looks
}

type OpenedDownload = { readonly mayGoOn: OpenedList['mayGoOn']; readonly sessionId?: string }

/** Of a client that has read one line, and reads no more for now. */
async function begin(
  download: ReturnType<typeof createDownloads>,
  { mayGoOn, sessionId = 's' }: OpenedDownload,
) {
  const reply = download('orders', { sessionId, lines: manyLines(), mayGoOn })
  if (isRejection(reply)) return undefined
  const lines = reply.stream?.[Symbol.asyncIterator]()
  await lines?.next()
  return { cutOff: reply.cutOff, leave: () => lines?.return?.() }
}

test('it is cut off when its session ends, also while its client reads nothing', async () => {
  const download = createDownloads(5)
  const begun = await begin(download, { mayGoOn: endedAfter(2) })
  expect(begun?.cutOff?.aborted).toBe(false)
  await expect.poll(() => begun?.cutOff?.aborted).toBe(true)
  await begun?.leave()
})

test('a database that is away ends none', async () => {
  let looks = 0
  const download = createDownloads(5)
  const mayGoOn = async () => {
    looks += 1
    throw new Error('no connection')
  }
  const begun = await begin(download, { mayGoOn })
  await expect.poll(() => looks).toBeGreaterThan(2)
  expect(begun?.cutOff?.aborted).toBe(false)
  await begun?.leave()
  const before = looks
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(looks).toBe(before)
})

test('two of a session are under way, and eight of all; one that has ended makes room', async () => {
  const download = createDownloads()
  const mayGoOn = async () => true
  const [first] = [await begin(download, { mayGoOn }), await begin(download, { mayGoOn })]
  expect(await begin(download, { mayGoOn })).toBeUndefined()
  await first?.leave()
  expect(await begin(download, { mayGoOn })).toBeDefined()
  for (const sessionId of ['a', 'b', 'c', 'd', 'e', 'f'])
    expect(await begin(download, { mayGoOn, sessionId })).toBeDefined()
  expect(await begin(download, { mayGoOn, sessionId: 'g' })).toBeUndefined()
})
