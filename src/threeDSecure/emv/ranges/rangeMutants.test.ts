import { describe, expect, test } from 'vitest'
import { aboutBefore, goodMessages } from '../../../../test/threeDSecure/checker/goldens.ts'
import { mutantsOf } from '../../../../test/threeDSecure/checker/mutants.ts'
import { protocolVersions } from '../settings.ts'
import { readRangeAnswer } from './rangeAnswer.ts'
import { RangeRefusal } from './rangeRefusal.ts'
import { RangeUpdate } from './rangeUpdate.ts'

// Answers that are wrong in one place, by the tables of those who judge every message of the tests.

/** The list that the answers are changes of. */
const base = (() => {
  const update = new RangeUpdate()
  update.hear({
    ...{ startRange: '4000000000000000', endRange: '4000000999999999' },
    ...{ acsStartProtocolVersion: '2.2.0', acsEndProtocolVersion: '2.2.0' },
  })
  return update.whole({ serialNumber: 'serial16', directoryVersions: ['2.2.0'], addresses: [] })
})()

const openFile = () => {
  throw new Error('no file')
}

async function* bodyOf(text: string) {
  yield Buffer.from(text)
}

describe.each(protocolVersions)('mutants of answers in %s', version => {
  const about = aboutBefore('PRes', version)
  const [good = {}] = goodMessages('PRes', version)
  const question = { version, serialNumber: 'serial16' }
  const transactionId = `${good.threeDSServerTransID}`
  const codeOf = async (text: string) =>
    readRangeAnswer(bodyOf(text), { question, transactionId, base: await base, openFile }).then(
      () => 'taken',
      error => (error instanceof RangeRefusal ? error.code : `${error}`),
    )

  test('get the code that the tables demand, and what is no fault is taken', async () => {
    expect(await codeOf(JSON.stringify(good))).toBe('taken')
    const mutants = mutantsOf(JSON.stringify(good), about)
    const wrong: string[] = []
    for (const { name, text, codes, mayPass } of mutants) {
      const found = await codeOf(text)
      const isRight = found === 'taken' ? codes.length === 0 || mayPass : codes.includes(found)
      if (!isRight) wrong.push(`${name} demands ${codes.join(' or ') || 'nothing'}, found ${found}`)
    }
    expect(mutants.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })
})
