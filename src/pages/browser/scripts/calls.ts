import type { FieldCommand, FieldEvent, FieldValidities, UpdateAnswer } from '../fields/protocol.ts'

/** Questions to a field, and its answers. A field that does not answer was taken from the page. */
export type FieldCalls = {
  readonly validate: () => Promise<FieldValidities>
  readonly update: (sessionId: string | undefined) => Promise<UpdateAnswer>
  readonly settle: (news: FieldEvent) => void
}

export function createFieldCalls(send: (order: FieldCommand) => void): FieldCalls {
  const pending = new Map<number, (news: FieldEvent | undefined) => void>()
  let count = 0

  function ask(orderOf: (call: number) => FieldCommand, patienceMs: number): Promise<FieldEvent | undefined> {
    const call = ++count
    return new Promise(resolve => {
      const timer = setTimeout(() => settled(undefined), patienceMs)
      const settled = (news: FieldEvent | undefined) => {
        clearTimeout(timer)
        pending.delete(call)
        resolve(news)
      }
      pending.set(call, settled)
      send(orderOf(call))
    })
  }
  return {
    async validate() {
      const news = await ask(call => ({ order: 'validate', call }), 20_000)
      return news?.news === 'validated' ? news.validities : {}
    },
    async update(sessionId) {
      const own = sessionId === undefined ? {} : { sessionId }
      const news = await ask(call => ({ order: 'update', call, ...own }), 45_000)
      return news?.news === 'updated' ? news.answer : noAnswer
    },
    settle(news) {
      if (news.news === 'validated' || news.news === 'updated') pending.get(news.call)?.(news)
    },
  }
}

const noAnswerText = 'The fields did not answer.'
const noAnswer: UpdateAnswer = { status: 'request_timeout', noAnswerText, errors: { noAnswerText } }

/** One after the other; whoever asks again meanwhile is answered by one more run, not by many. */
export function runInTurn(act: () => Promise<void>): () => void {
  let running = 0
  async function run(): Promise<void> {
    while (running > 0) {
      await act()
      running--
    }
  }
  return () => {
    if (running >= runsMax) return
    running++
    if (running === 1) void run()
  }
}

/** The one under way, and one with what was typed since. */
const runsMax = 2
