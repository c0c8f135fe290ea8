import type { RangeQuestion } from '../../../src/threeDSecure/emv/ranges/rangeAnswer.ts'
import type { RangeRefusal } from '../../../src/threeDSecure/emv/ranges/rangeRefusal.ts'
import type { RangeSource } from '../../../src/threeDSecure/emv/ranges/rangeSource.ts'

const transactionId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'

export type ScriptedAnswer = object | Error

/** A directory server that answers what it is told to, in turn; the last answer is for all that follow. */
export function scriptedRangeSource(...answers: readonly ScriptedAnswer[]) {
  const asked: (RangeQuestion & { readonly directoryServer: string })[] = []
  const refused: string[] = []
  let script = [...answers]
  const source: RangeSource = {
    async ask(directoryServer, question) {
      asked.push({ directoryServer, ...question })
      const answer = script.length > 1 ? script.shift() : script[0]
      if (answer instanceof Error) throw answer
      const text = JSON.stringify(answer ?? {})
      return {
        ...{ body: bodyOf(Buffer.from(text)), transactionId },
        refuse: async ({ code, detail }: RangeRefusal) => void refused.push(`${code} ${detail}`),
      }
    },
    async openFile() {
      throw new Error('no file')
    },
  }
  const change = (...next: readonly ScriptedAnswer[]) => {
    script = [...next]
  }
  return { source, asked, refused, change }
}

async function* bodyOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

export const rangeEntry = (start: string, end: string, more: object = {}) => ({
  ...{ startRange: start, endRange: end, acsStartProtocolVersion: '2.1.0', acsEndProtocolVersion: '2.2.0' },
  ...more,
})

/** An answer of version 2.2.0. */
export const rangeAnswer = (serialNum: string | undefined, ...cardRangeData: readonly object[]) => ({
  ...{
    messageType: 'PRes',
    messageVersion: '2.2.0',
    dsTransID: transactionId,
    threeDSServerTransID: transactionId,
  },
  ...{ dsStartProtocolVersion: '2.1.0', dsEndProtocolVersion: '2.2.0' },
  ...(serialNum !== undefined && { serialNum }),
  ...(cardRangeData.length > 0 && { cardRangeData }),
})

export const rangeError = (errorCode: string) => ({
  ...{ messageType: 'Erro', messageVersion: '2.2.0', errorCode, errorComponent: 'D' },
  ...{ errorDescription: 'refused', errorDetail: 'serialNum' },
})
