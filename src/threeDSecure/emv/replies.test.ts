import { expect, test } from 'vitest'
import { readMessage } from './codec.ts'
import { errorOf } from './messages/faults.ts'
import { erroOf, isLastOfNotice, oresOf, preqOf, rresOf } from './replies.ts'

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const ids = { threeDSServerTransID: id, acsTransID: id, dsTransID: id }

test('a result is received in the version and with the ids that it came with', () => {
  expect(JSON.parse(rresOf({ messageVersion: '2.3.1', ...ids, ...{ transStatus: 'Y' } }, '01'))).toEqual({
    messageType: 'RRes',
    messageVersion: '2.3.1',
    ...ids,
    resultsStatus: '01',
  })
})

test('an error repeats what could be read of the message it is about', () => {
  const reading = readMessage(JSON.stringify({ messageType: 'RReq', messageVersion: '2.3.1', ...ids }), {
    kinds: ['RReq'],
  })
  if (!('erro' in reading)) throw new Error('nothing was missing')
  expect(JSON.parse(erroOf(reading.erro, reading.about))).toMatchObject({
    ...{ messageType: 'Erro', messageVersion: '2.3.1', errorComponent: 'S', errorCode: '201', ...ids },
    errorMessageType: 'RReq',
    errorDetail: 'messageCategory,transStatus,interactionCounter',
  })
  expect(JSON.parse(erroOf(errorOf('101', 'not a JSON object')))).toEqual({
    ...{ messageType: 'Erro', messageVersion: '2.2.0', errorComponent: 'S', errorCode: '101' },
    errorDescription: 'The message cannot be read, or is not for this server.',
    errorDetail: 'not a JSON object',
  })
})

test('card ranges are asked for with what we have of them', () => {
  const question = { transactionId: id, referenceNumber: 'REF' }
  expect(
    JSON.parse(preqOf({ ...question, version: '2.2.0', serialNumber: '17', isFileWelcome: true })),
  ).toEqual({
    ...{ messageType: 'PReq', messageVersion: '2.2.0', threeDSServerRefNumber: 'REF' },
    ...{ threeDSServerTransID: id, serialNum: '17' },
  })
  expect(
    JSON.parse(preqOf({ ...question, version: '2.3.1', operatorId: 'OP', isFileWelcome: true })),
  ).toMatchObject({ threeDSServerOperatorID: 'OP', cardRangeDataDownloadInd: 'Y' })
})

test('a notice is answered under its own id', () => {
  expect(JSON.parse(oresOf(id, '01'))).toMatchObject({ messageType: 'ORes', dsTransID: id, opStatus: '01' })
})

test('a notice in several messages ends with the last', () => {
  const notice = { messageType: 'OReq', messageVersion: '2.3.1', dsTransID: id } as const
  expect(isLastOfNotice(notice)).toBe(true)
  for (const [seqNum, isLast] of [
    ['01', false],
    ['02', true],
  ] as const) {
    expect(isLastOfNotice({ ...notice, opSeq: { seqId: id, seqNum, seqTotal: '02' } })).toBe(isLast)
    expect(isLastOfNotice({ ...notice, seqNum, seqTotal: '2' })).toBe(isLast)
  }
})
