import { describe, expect, test } from 'vitest'
import { judgeRun } from './conversations.ts'
import { browserRequest, challenged, goodMessages } from './goldens.ts'
import type { JsonObject } from './json.ts'
import type { Kind, Version } from './seen.ts'
import { createRecorder, type Taken } from './taken.ts'

const startMs = Date.UTC(2026, 10, 16, 18, 30)
const [us, them, payer] = ['server', 'directory server', 'browser'] as const

/** A message some seconds after the start. */
const sent = (from: string, to: string, seconds: number, message: JsonObject): Taken => ({
  from,
  to,
  atMs: startMs + seconds * 1000,
  text: JSON.stringify(message),
})

const first = (kind: Kind, version: Version): JsonObject => goodMessages(kind, version)[0] ?? {}

/** A payment with a challenge as it should be, after a look at the ranges. */
function payment(version: Version) {
  const fresh = { threeDSServerTransID: '11111111-2222-4333-8444-555555555555' }
  return {
    preq: sent(us, them, -60, { ...first('PReq', version), ...fresh }),
    pres: sent(them, us, -59, { ...first('PRes', version), ...fresh }),
    areq: sent(us, them, 0, browserRequest(version)),
    ares: sent(them, us, 1, challenged(version)),
    creq: sent(payer, them, 20, first('CReq', version)),
    rreq: sent(them, us, 95, first('RReq', version)),
    rres: sent(us, them, 96, first('RRes', version)),
    cres: sent(payer, us, 97, first('CRes', version)),
  }
}

const inTime = (run: Readonly<Record<string, Taken>>) =>
  Object.values(run).sort((one, other) => one.atMs - other.atMs)
const codesOf = (run: readonly Taken[]) => judgeRun(run).map(({ code }) => code)
const later = (taken: Taken, seconds: number): Taken => ({ ...taken, atMs: taken.atMs + seconds * 1000 })
const changed = (taken: Taken, change: JsonObject): Taken => ({
  ...taken,
  text: JSON.stringify({ ...JSON.parse(taken.text), ...change }),
})

describe.each(['2.1.0', '2.2.0', '2.3.1'] as const)('a run in %s', version => {
  const run = payment(version)

  test('that went as it should has no findings', () => {
    const recorder = createRecorder()
    for (const taken of inTime(run)) recorder.take(taken)
    expect(recorder.taken()).toHaveLength(8)
    expect(judgeRun(recorder.taken())).toEqual([])
  })

  test('an AReq a second time', () => {
    expect(codesOf([...inTime(run), later(run.areq, 200)])).toEqual(['requestTwice'])
  })

  test('a first CReq after 31 seconds', () => {
    expect(codesOf(inTime({ ...run, creq: later(run.ares, 29.9) }))).not.toContain('challengeLate')
    expect(codesOf(inTime({ ...run, creq: later(run.creq, 12) }))).toEqual(['challengeLate'])
  })

  test('an RRes after four seconds, and none', () => {
    expect(codesOf(inTime({ ...run, rres: later(run.rres, 3) }))).toEqual(['resultLate'])
    const { rres: _, ...unanswered } = run
    expect(codesOf(inTime(unanswered))).toEqual(['resultUnanswered'])
  })

  test('answers and results out of nowhere', () => {
    const { preq, pres, areq, ares, creq, cres } = run
    expect(codesOf([pres])).toEqual(['outOfOrder'])
    expect(codesOf([preq, pres, pres])).toEqual(['answerTwice'])
    expect(codesOf([ares])).toContain('outOfOrder')
    expect(codesOf([areq, ares, cres])).toEqual(['outOfOrder'])
    expect(codesOf([areq, creq])).toContain('outOfOrder')
  })

  test('a fault that somebody made on purpose has to be noticed, with the right code', () => {
    const { areq } = run
    const ares = { ...changed(run.ares, { transStatus: 'D', acsDecConInd: 'Y' }), isDeliberate: true }
    const refusal = (errorCode: string) =>
      sent(us, them, 2, {
        ...first('Erro', version),
        errorCode,
        errorComponent: 'S',
        errorMessageType: 'ARes',
      })
    expect(codesOf([areq, ares])).toEqual(['faultPassed'])
    expect(codesOf([areq, ares, refusal('201')])).toEqual(['faultPassed'])
    expect(codesOf([areq, ares, refusal('203')])).toEqual([])
    expect(codesOf([areq, run.ares, refusal('203')])).toEqual(['complaintOfNothing'])
  })

  test('an Erro that answers an Erro', () => {
    const erro = { ...first('Erro', version), errorCode: '403', errorMessageType: 'AReq' }
    const answer = { ...erro, errorMessageType: 'Erro' }
    expect(codesOf([run.areq, sent(them, us, 1, erro)])).toEqual([])
    expect(codesOf([run.areq, sent(them, us, 1, erro), sent(us, them, 2, answer)])).toEqual(['erroAnswered'])
  })
})

test('each message is judged with what went before it, and its sender by care', () => {
  const { areq, ares, rreq, rres } = payment('2.2.0')
  const other = changed(rreq, { acsTransID: '99999999-2222-4333-8444-555555555555' })
  expect(codesOf([areq, ares, other, rres])).toEqual(['301', '301', 'faultPassed'])
  expect(judgeRun([changed(areq, { browserTz: '1' })])).toEqual([
    expect.objectContaining({ code: 'sender', fields: ['browserTz'], index: 0, kind: 'AReq' }),
  ])
})

test('a purchase date is held against the time of the message from 2.3.1', () => {
  const { areq } = payment('2.3.1')
  expect(codesOf([later(areq, 1_900)])).toEqual(['203'])
  expect(judgeRun([later(areq, 1_900)], { isClockApart: true })).toEqual([])
})

describe('how often ranges may be asked for', () => {
  const asked = (seconds: number, id: string, change: JsonObject = {}, version: Version = '2.2.0') => {
    const threeDSServerTransID = `11111111-2222-4333-8444-${id.padStart(12, '0')}`
    return [
      sent(us, them, seconds, { ...first('PReq', version), ...change, threeDSServerTransID }),
      sent(them, us, seconds + 1, { ...first('PRes', version), threeDSServerTransID }),
    ]
  }

  test('not twice in an hour, and of another directory server at once', () => {
    expect(codesOf([...asked(0, '1'), ...asked(3_599, '2')])).toEqual(['preparationTooOften'])
    expect(codesOf([...asked(0, '1'), ...asked(3_601, '2')])).toEqual([])
    const elsewhere = asked(5, '2').map(taken =>
      taken.from === us ? { ...taken, to: 'another' } : { ...taken, from: 'another' },
    )
    expect(codesOf([...asked(0, '1'), ...elsewhere])).toEqual([])
  })

  test('from 2.3.1 the whole list twice a day, changes hourly', () => {
    const hours = 3_600
    expect(codesOf([...asked(0, '1', {}, '2.3.1'), ...asked(2 * hours, '2', {}, '2.3.1')])).toEqual([
      'preparationTooOften',
    ])
    const changes = asked(2 * hours, '2', { serialNum: 'serial17' }, '2.3.1')
    expect(codesOf([...asked(0, '1', {}, '2.3.1'), ...changes])).toEqual([])
  })

  test('at once after a number that the directory server does not know', () => {
    const [request] = asked(0, '1', { serialNum: 'old' })
    const refusal = { ...first('Erro', '2.2.0'), errorCode: '307', errorMessageType: 'PReq' }
    const threeDSServerTransID = '11111111-2222-4333-8444-000000000001'
    const refused = sent(them, us, 1, { ...refusal, threeDSServerTransID })
    expect(codesOf([...(request ? [request] : []), refused, ...asked(2, '2')])).toEqual([])
  })

  test('never with the id of an earlier question', () => {
    expect(codesOf([...asked(0, '1'), ...asked(4_000, '1')])).toEqual(['idTwice', 'answerTwice'])
  })
})

describe('a note in two parts', () => {
  const parts = goodMessages('OReq', '2.3.1').map((part, index) => sent(them, us, index, part))
  const receipt = sent(us, them, 2, first('ORes', '2.3.1'))

  test('is receipted once, after the last', () => {
    expect(judgeRun([...parts, receipt])).toEqual([])
    expect(codesOf(parts)).toEqual(['noteUnanswered'])
    expect(codesOf([...parts, receipt, later(receipt, 1)])).toEqual(['outOfOrder'])
    expect(codesOf([...parts.slice(0, 1), receipt])).toEqual(['outOfOrder'])
  })

  test('is receipted by its own id, whichever way its parts are counted', () => {
    const other = changed(receipt, { dsTransID: '99999999-2222-4333-8444-555555555555' })
    expect(codesOf([...parts, other])).toEqual(['noteUnanswered', 'outOfOrder'])
    const opSeq = (seqNum: string) => ({ opSeq: { seqNum, seqTotal: '2' }, seqNum: '1', seqTotal: '1' })
    const counted = parts.map((part, index) => changed(part, opSeq(String(index + 1))))
    expect(judgeRun([...counted, receipt])).toEqual([])
    expect(codesOf(counted.slice(0, 1))).toEqual([])
  })
})
