import { describe, expect, test } from 'vitest'
import { type BookedRange, createRangeBook } from '../../src/directoryServer/cardRanges.ts'
import { answerText, rangeAnswer, rangeFileEntries } from '../../src/directoryServer/rangeAnswer.ts'
import type { PackedRanges } from '../../src/threeDSecure/emv/ranges/packedRanges.ts'
import { readRangeAnswer } from '../../src/threeDSecure/emv/ranges/rangeAnswer.ts'

// Card ranges from the directory servers that come along, read by the gateway: two readings of the tables.

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const fileUrl = 'https://127.0.0.1/ranges'
const range = (start: string, end: string, more: Partial<BookedRange> = {}): BookedRange => ({
  ...{ start, end, versions: ['2.2.0', '2.3.1'], methodUrl: 'https://127.0.0.1/method', abilities: ['01'] },
  ...more,
})
const first = range('4000000000000000', '4000009999999999')
const second = range('5123450000000', '5123459999999', { versions: ['2.2.0'] })

async function* bodyOf(texts: Iterable<string>) {
  for (const text of texts) yield Buffer.from(text)
}

type Asked = { readonly serialNum?: string; readonly fault?: string; readonly isFileWelcome?: boolean }

describe.each(['2.2.0', '2.3.1'] as const)('in %s', version => {
  const book = createRangeBook([first, second])

  /** What the directory server says, and what the gateway makes of it. */
  async function ask({ serialNum, fault, isFileWelcome }: Asked, base?: PackedRanges) {
    const content = {
      ...{ threeDSServerTransID: id, ...(serialNum !== undefined && { serialNum }) },
      ...(isFileWelcome && { cardRangeDataDownloadInd: 'Y' }),
    }
    const published = rangeAnswer({
      ...{ content, version, versions: ['2.2.0', '2.3.1'], book, fileUrl },
      fault:
        fault === undefined ? undefined : ({ name: fault } as Parameters<typeof rangeAnswer>[0]['fault']),
    })
    if ('error' in published) return published.error.code
    return readRangeAnswer(bodyOf(answerText(published.head, published.entries)), {
      question: { version, ...(serialNum !== undefined && { serialNumber: serialNum }) },
      ...{ transactionId: id, base },
      openFile: () => bodyOf(answerText({}, rangeFileEntries(book))),
    }).catch(({ code }) => `${code}`)
  }

  async function list(asked: Asked = {}) {
    const answer = await ask(asked)
    if (typeof answer === 'string' || answer.outcome !== 'changed') throw new Error(`${answer}`)
    return answer.ranges
  }

  test('the whole list is read, from the answer or from a file', async () => {
    for (const isFileWelcome of [false, true]) {
      const ranges = await list({ isFileWelcome })
      expect(ranges.count).toBe(2)
      expect(ranges.find('4000000000000002')).toMatchObject([
        { version: '2.2.0', methodUrl: 'https://127.0.0.1/method', abilities: ['01'] },
        { version: '2.3.1', methodUrl: 'https://127.0.0.1/method', abilities: ['01'] },
      ])
      expect(ranges.find('5123450000001')).toHaveLength(1)
    }
  })

  test('changes are applied, and nothing has changed afterwards', async () => {
    const base = await list()
    const serialNum = book.serial()
    book.change([
      { action: 'M', range: { ...first, methodUrl: 'https://127.0.0.1/other' } },
      { action: 'A', range: range('6000000000000000', '6000009999999999') },
    ])
    const answer = await ask({ serialNum }, base)
    if (typeof answer === 'string' || answer.outcome !== 'changed') throw new Error(`${answer}`)
    expect(answer).toMatchObject({ isWhole: false, ranges: { count: 3 } })
    expect(answer.ranges.find('4000000000000002')?.[0]?.methodUrl).toBe('https://127.0.0.1/other')
    expect(await ask({ serialNum: book.serial() }, answer.ranges)).toEqual({ outcome: 'unchanged' })
  })

  test.each([
    ['pres-overlap', '205'],
    ['pres-delete-unknown', '206'],
    ['pres-broken', '201'],
    ['pres-other-id', '301'],
    ['pres-unknown-serial', '307'],
  ])('%s is refused with %s', async (fault, code) => {
    const base = await list()
    expect(await ask({ serialNum: book.serial(), fault }, base)).toBe(code)
    expect(base.find('4000000000000002')).toBeDefined()
  })
})
