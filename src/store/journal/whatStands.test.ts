import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { betweenPrepared } from '../../../test/database/prepared.ts'
import { sampleIntent } from '../../../test/support/store/sampleIntent.ts'
import { addSampleMerchant } from '../../../test/support/store/sampleMerchant.ts'
import { openStore, type Store } from '../open.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await createDatabase('embedded')
  store = await openStore(database.logins)
  await addSampleMerchant(store)
})
afterAll(async () => {
  await store?.close()
  await database?.drop()
})

/** Holds the questions why something did not begin, and loses the answer of one begin when told to. */
function hostileSessions() {
  const held: (() => void)[] = []
  let isHolding = true
  let isLosing = false
  let begins = 0
  onTestFinished(
    betweenPrepared(async ({ name }, execute) => {
      if (name === 'what stands' && isHolding) await new Promise<void>(resolve => void held.push(resolve))
      const answer = await execute()
      if (name !== 'begin one') return answer
      if (isLosing) {
        isLosing = false
        throw new Error('Connection terminated unexpectedly')
      }
      begins += 1
      return answer
    }),
  )
  return {
    held: () => held.length,
    begins: () => begins,
    loseOne() {
      isLosing = true
    },
    release() {
      isHolding = false
      for (const resume of held) resume()
    },
  }
}

test('of two requests on one order, asked about together, each is told what it met itself', async () => {
  const [first, second, own] = [sampleIntent(), sampleIntent(), sampleIntent()] as const
  const other = sampleIntent({ key: own.key, transactionId: '2' })
  await Promise.all([first, second].map(store.journal.begin))
  const sessions = hostileSessions()
  // As many questions as may be asked at once are not answered, so that those that follow are asked together.
  const others = [first, second].map(async (intent, index) => {
    await vi.waitFor(() => expect(sessions.held()).toBe(index))
    return store.journal.begin(intent)
  })
  await vi.waitFor(() => expect(sessions.held()).toBe(2))
  const before = sessions.begins()
  sessions.loseOne()
  const begun = [store.journal.begin(own), store.journal.begin(other)]
  await vi.waitFor(() => expect(sessions.begins()).toBe(before + 2))
  await new Promise(resolve => setTimeout(resolve, 20))
  sessions.release()
  expect(await Promise.all(begun)).toMatchObject([
    { state: 'started', fence: 1 },
    { state: 'busy', openId: '1' },
  ])
  expect(await Promise.all(others)).toMatchObject([{ state: 'known' }, { state: 'known' }])
})
