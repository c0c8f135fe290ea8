import { describe, expect, test } from 'vitest'
import { faultsOf } from './goldenFaults.ts'
import {
  aboutBefore,
  browserRequest,
  challenged,
  eachKindAndVersion,
  goodMessages,
  merchantRequest,
} from './goldens.ts'
import type { JsonObject } from './json.ts'
import { judge, judgeSender } from './judgement.ts'
import type { About } from './seen.ts'

describe.each(eachKindAndVersion)('%s in %s', (kind, version) => {
  const good = goodMessages(kind, version)
  const about = aboutBefore(kind, version)

  test('good ones are taken, and were written with care', () => {
    expect(good.length).toBeGreaterThanOrEqual(2)
    for (const message of good) {
      expect(judge(JSON.stringify(message), about)).toEqual([])
      expect(judgeSender(JSON.stringify(message), about)).toEqual([])
    }
  })

  const faults = faultsOf(kind, version)

  test('there are at least five ways to be wrong', () => {
    expect(faults.length).toBeGreaterThanOrEqual(5)
  })

  test.each(faults)('$what', ({ of = 0, change, code, fields }) => {
    const message = { ...good[of], ...change }
    expect(judge(JSON.stringify(message), about).map(codeAndFields)).toEqual([{ code, fields }])
  })
})

const codeAndFields = ({ code, fields }: { readonly code: string; readonly fields: readonly string[] }) => ({
  code,
  fields,
})
const codesOf = (text: string, about?: About) => judge(text, about).map(({ code }) => code)
const written = (message: JsonObject) => JSON.stringify(message)

describe('what is no message', () => {
  test.each(['', 'hello', '[]', '"AReq"', '{}', '{"messageType":"XReq","messageVersion":"2.2.0"}'])(
    '%s',
    text => {
      expect(codesOf(text)).toEqual(['101'])
    },
  )

  test('a message for somebody else', () => {
    expect(codesOf(written(browserRequest('2.2.0')), { expected: ['ARes', 'RReq', 'PRes', 'Erro'] })).toEqual(
      ['101'],
    )
  })

  test('a note before there were notes', () => {
    expect(codesOf('{"messageType":"OReq","messageVersion":"2.2.0"}')).toEqual(['101'])
  })

  test('a version that nobody has', () => {
    expect(codesOf(written({ ...browserRequest('2.2.0'), messageVersion: '2.9.0' }))).toEqual(['102'])
  })
})

test('a name twice in one object is a fault wherever it is, the same name in two objects is none', () => {
  const text = written(browserRequest('2.2.0'))
  expect(judge(text.replace('"mcc":', '"mcc":"5942","mcc":'))).toEqual([
    { code: '204', fields: ['mcc'], why: 'is there twice' },
  ])
  expect(judge(text.replace('"cc":', '"cc":"49","cc":'))[0]?.fields).toEqual(['mobilePhone.cc'])
  expect(judge(text.replace('"note":', '"note":"{,\\"","note":'))[0]?.fields).toEqual([
    'messageExtension.data.note',
  ])
})

test('what no table knows is passed over, and a careful sender does not write it', () => {
  const stray = {
    ...browserRequest('2.2.0'),
    browserTz: '60',
    acceptLanguage: ['de'],
    acctInfo: { age: '1' },
  }
  expect(judge(written(stray))).toEqual([])
  expect(judgeSender(written(stray)).map(({ fields }) => fields)).toEqual([
    ['acctInfo.age'],
    ['browserTz'],
    ['acceptLanguage'],
  ])
})

test('a careful sender writes what every receiver takes', () => {
  const daring = {
    ...browserRequest('2.3.1'),
    browserLanguage: 'zh-Hant-TW',
    browserColorDepth: '30',
    homePhone: { cc: '1', subscriber: '1234567890123' },
    notificationURL: 'https://pay.gateway.example/callback?id=17',
    threeDSRequestorDecReqInd: 'Y',
    threeDSRequestorSpcSupport: 'Y',
  }
  expect(judge(written(daring))).toEqual([])
  expect(
    judgeSender(written(daring))
      .flatMap(({ fields }) => fields)
      .sort(),
  ).toEqual([
    'browserColorDepth',
    'browserLanguage',
    'homePhone.subscriber',
    'notificationURL',
    'threeDSRequestorDecReqInd',
    'threeDSRequestorSpcSupport',
  ])
})

test('payments without their payer came with 2.2.0', () => {
  const asked = { ...merchantRequest('2.2.0'), messageVersion: '2.1.0' }
  expect(judge(written(asked)).map(codeAndFields)).toEqual([{ code: '203', fields: ['messageCategory'] }])
})

test('the bounds of many ranges have two names', () => {
  const [prepared = {}] = goodMessages('PRes', '2.3.1')
  const acsProtocolVersions = [{ version: '2.3.1' }]
  const entry = (start: string, end: string) => ({ ranges: [{ start, end }], acsProtocolVersions })
  const [one, other] = [entry('5000000000000', '5000000000009'), entry('5000000000010', '5000000000019')]
  expect(judgeSender(written({ ...prepared, cardRangeData: [one, other] }))).toEqual([])
  expect(codesOf(written({ ...prepared, cardRangeData: [one, one] }))).toEqual(['205'])
  expect(codesOf(written({ ...prepared, cardRangeData: [entry('50', '5000000000009')] }))).toEqual(['203'])
})

test('an extension that must be understood is refused unless it is', () => {
  const extension = { name: 'must', id: 'X-must', criticalityIndicator: true, data: { a: '1' } }
  const text = written({ ...challenged('2.2.0'), messageExtension: [extension] })
  expect(judge(text).map(codeAndFields)).toEqual([{ code: '202', fields: ['X-must'] }])
  expect(judge(text, { extensions: ['X-must'] })).toEqual([])
})

test('on one machine addresses may be plain', () => {
  const text = written({
    ...browserRequest('2.2.0'),
    notificationURL: 'http://127.0.0.1:8080/3ds/callback/1',
  })
  expect(codesOf(text)).toEqual(['203'])
  expect(codesOf(text, { isLoopbackAllowed: true })).toEqual([])
})

test('a purchase date is held against the clock from 2.3.1', () => {
  const text = written(browserRequest('2.3.1'))
  expect(codesOf(text, { atMs: Date.UTC(2026, 10, 16, 18, 59) })).toEqual([])
  expect(codesOf(text, { atMs: Date.UTC(2026, 10, 16, 19, 1) })).toEqual(['203'])
  expect(codesOf(written(browserRequest('2.2.0')), { atMs: 0 })).toEqual([])
})

describe('what the request decides about its answer', () => {
  const request = browserRequest('2.2.0')
  const afterWish = (wish: string): About => ({
    conversation: { areq: written({ ...request, threeDSRequestorChallengeInd: wish }) },
  })
  const informed = written({ ...answer(challenged('2.2.0')), transStatus: 'I' })

  test('no challenge after data sharing, and none without a payer', () => {
    expect(codesOf(written(challenged('2.2.0')), afterWish('06'))).toEqual(['203'])
    const alone = { conversation: { areq: written(merchantRequest('2.2.0')) } }
    expect(codesOf(written(challenged('2.2.0')), alone)).toEqual(['203'])
  })

  test.each(['05', '06', '07'])('information after %s', wish => {
    expect(codesOf(informed, afterWish(wish))).toEqual([])
  })

  test('information after any other wish only by the rule of a directory server', () => {
    expect(codesOf(informed, afterWish('04'))).toEqual(['203'])
    expect(codesOf(informed, { ...afterWish('04'), isInformationByRule: true })).toEqual([])
  })

  test('a non-payment needs neither a status nor a proof', () => {
    const about = { conversation: { areq: written({ ...request, messageCategory: '02' }) } }
    expect(codesOf(written({ ...answer(challenged('2.2.0')), transStatus: 'Y' }), about)).toEqual([])
    expect(codesOf(written(answer(challenged('2.2.0'))), about)).toEqual([])
  })
})

/** An answer without what belongs to a challenge. */
function answer(message: JsonObject): JsonObject {
  const { transStatus: _, acsURL: __, acsChallengeMandated: ___, authenticationType: ____, ...rest } = message
  return rest
}

describe('results that nobody waits for', () => {
  test.each(['2.2.0', '2.3.1'] as const)('in %s', version => {
    const [passed = {}, abandoned = {}] = goodMessages('RReq', version)
    const [frictionless = {}] = goodMessages('ARes', version)
    const [areq, ares] = [written(browserRequest(version)), written(challenged(version))]
    const again = (rreq: JsonObject) => ({ conversation: { areq, ares, rreq: written(rreq) } })
    const isRecent = version === '2.3.1'
    expect(codesOf(written(passed), again(passed))).toEqual(isRecent ? ['312'] : [])
    expect(codesOf(written(passed), again(abandoned))).toEqual([isRecent ? '312' : '301'])
    const unasked = { conversation: { areq, ares: written(frictionless) } }
    expect(codesOf(written(passed), unasked)).toEqual([isRecent ? '313' : '301'])
  })
})
