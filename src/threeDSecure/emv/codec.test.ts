import { describe, expect, test } from 'vitest'
import { readMessage, writeMessage } from './codec.ts'

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const dsId = '1F9A3C77-5B0E-4B4F-9D2A-0C7E5A6B1D11'
const acsId = 'd7c1ee99-9478-44a6-b1f2-391e29c6b340'
const proof = 'AAECAwQFBgcICQoLDA0ODxAREhM='
const asked = { messageCategory: '01', deviceChannel: '02', threeDSServerTransID: id }

const ares = {
  messageType: 'ARes',
  messageVersion: '2.2.0',
  threeDSServerTransID: id,
  dsTransID: dsId,
  acsTransID: acsId,
  acsReferenceNumber: 'ACS-1',
  dsReferenceNumber: 'DS-1',
  transStatus: 'Y',
  authenticationValue: proof,
  eci: '05',
}
const challenge = {
  ...ares,
  transStatus: 'C',
  authenticationValue: undefined,
  acsURL: 'https://acs.example/challenge',
  acsChallengeMandated: 'N',
  authenticationType: '02',
}
const rreq = {
  messageType: 'RReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: id,
  dsTransID: dsId,
  acsTransID: acsId,
  messageCategory: '01',
  transStatus: 'N',
  transStatusReason: '01',
  authenticationType: '02',
  interactionCounter: '01',
}

const read = (message: object, expected: object = {}) =>
  readMessage(JSON.stringify(message), {
    kinds: ['ARes', 'RReq', 'PRes', 'OReq', 'Erro'],
    asked,
    ...expected,
  })
const told = (message: object, expected: object = {}) => {
  const reading = read(message, expected)
  return 'erro' in reading
    ? `${reading.erro.errorCode} ${reading.erro.errorDetail}`
    : reading.message.messageType
}

describe('reading', () => {
  test('an answer is read with what we do not know, and ids in capitals', () => {
    const reading = read({
      ...ares,
      threeDSServerTransID: id.toUpperCase(),
      somethingNew: { of: ['others'] },
    })
    expect(reading).toEqual({
      message: { ...ares, threeDSServerTransID: id.toUpperCase(), somethingNew: { of: ['others'] } },
    })
  })

  test('what is no message, or none for us, is 101', () => {
    for (const text of ['', 'nothing', '[]', '"ARes"', 'null', '{"messageType":"ARes"'])
      expect(readMessage(text, { kinds: ['ARes'] })).toMatchObject({ erro: { errorCode: '101' }, about: {} })
    expect(told({ ...ares, messageType: 'AReq' })).toBe('101 messageType')
    expect(told({ ...ares, messageType: 'constructor' })).toBe('101 messageType')
    expect(told({ messageType: 'OReq', messageVersion: '2.2.0' })).toBe('101 messageType')
  })

  test('a version that nobody speaks is 102 with ours; another one than the request had is 203', () => {
    expect(told({ ...ares, messageVersion: '2.9.0' })).toBe('102 2.1.0,2.2.0,2.3.1')
    expect(told({ ...ares, messageVersion: '2.1.0' }, { versions: ['2.2.0', '2.3.1'] })).toBe(
      '102 2.2.0,2.3.1',
    )
    expect(told({ ...ares, messageVersion: '2.1.0' }, { version: '2.2.0' })).toBe('203 messageVersion')
    expect(told({ ...ares, messageVersion: 2.2 })).toBe('203 messageVersion')
    expect(told({ ...ares, messageVersion: '' })).toBe('201 messageVersion')
  })

  test('an answer about another transaction is 301', () => {
    expect(told({ ...ares, threeDSServerTransID: acsId })).toBe('301 threeDSServerTransID')
  })

  test('missing, empty and null are 201 where a value is needed, and 203 where it is not', () => {
    for (const nothing of [undefined, '', null]) {
      expect(told({ ...ares, acsTransID: nothing, authenticationValue: nothing })).toBe(
        '201 acsTransID,authenticationValue',
      )
      expect(told({ ...ares, acsOperatorID: nothing })).toBe(
        nothing === undefined ? 'ARes' : '203 acsOperatorID',
      )
    }
    expect(told({ ...ares, transStatus: 'U', authenticationValue: undefined })).toBe('201 transStatusReason')
    const notPaid = { asked: { ...asked, messageCategory: '02' } }
    expect(told({ ...ares, transStatus: undefined, authenticationValue: undefined }, notPaid)).toBe('ARes')
  })

  test('a number where text belongs is 203, and the parts of objects are named by their parents', () => {
    expect(told({ ...ares, eci: 5, transStatus: 'Y' })).toBe('203 eci')
    const v231 = {
      ...ares,
      messageVersion: '2.3.1',
      cardholderInfo: { text: 'x'.repeat(129), issuerImage: 1 },
    }
    expect(told(v231)).toBe('203 cardholderInfo.text,cardholderInfo.issuerImage')
    expect(told({ ...ares, messageExtension: [{ name: 'n', id: 'i', data: { a: 1 } }] })).toBe(
      '201 messageExtension.criticalityIndicator',
    )
  })

  test('a name that is there twice is 204; from 2.3.1 on also an element of a list', () => {
    const text = JSON.stringify(ares).replace('"eci"', '"eci":"06","eci"')
    expect(readMessage(text, { kinds: ['ARes'] })).toMatchObject({
      erro: { errorCode: '204', errorDetail: 'eci' },
      about: { messageType: 'ARes', messageVersion: '2.2.0', acsTransID: acsId },
    })
    const again = { ...challenge, messageVersion: '2.3.1', authenticationMethod: ['02', '02'] }
    expect(told(again)).toBe('204 authenticationMethod')
  })

  test('an extension that must be understood is 202, any other is none of our business', () => {
    const extension = { name: 'n', id: 'A000-1', criticalityIndicator: false, data: { a: 1 } }
    expect(told({ ...ares, messageExtension: [extension] })).toBe('ARes')
    expect(told({ ...ares, messageExtension: [{ ...extension, criticalityIndicator: true }] })).toBe(
      '202 A000-1',
    )
    // What else is wrong with it only its inventor could tell.
    const empty = { ...extension, criticalityIndicator: true, data: {} }
    expect(told({ ...ares, messageExtension: [empty] })).toBe('202 A000-1')
    const many = Array.from({ length: 11 }, () => extension)
    expect(told({ ...ares, messageExtension: many })).toBe('203 messageExtension')
  })

  test('a reserved value is 207 in 2.3.1 and 203 before; those of schemes are theirs', () => {
    const refused = { ...ares, transStatus: 'N', transStatusReason: '31', authenticationValue: undefined }
    expect(told(refused)).toBe('203 transStatusReason')
    expect(told({ ...refused, messageVersion: '2.3.1' })).toBe('207 transStatusReason')
    expect(told({ ...refused, transStatusReason: '81' })).toBe('ARes')
    expect(told({ ...refused, transStatusReason: '27' })).toBe('203 transStatusReason')
    expect(told({ ...refused, transStatusReason: '27', messageVersion: '2.3.1' })).toBe('ARes')
  })

  test('a status that was not asked for is 203', () => {
    expect(told(challenge)).toBe('ARes')
    expect(told(challenge, { asked: { ...asked, threeDSRequestorChallengeInd: '06' } })).toBe(
      '203 transStatus',
    )
    expect(told(challenge, { asked: { ...asked, deviceChannel: '03' } })).toBe('203 transStatus')
    const informed = { ...ares, transStatus: 'I', authenticationValue: undefined }
    expect(told(informed)).toBe('203 transStatus')
    expect(told(informed, { asked: { ...asked, threeDSRequestorChallengeInd: '05' } })).toBe('ARes')
    const wishes = { ...asked, threeDSRequestorChallengeInd: ['07', '02'] }
    expect(told({ ...informed, messageVersion: '2.3.1' }, { asked: wishes })).toBe('ARes')
    expect(told({ ...ares, transStatus: 'D' })).toBe('203 transStatus')
    expect(told({ ...ares, transStatus: 'S', messageVersion: '2.3.1' })).toBe('203 transStatus')
    for (const transStatus of ['C', 'D', 'I', 'S'])
      expect(told({ ...rreq, transStatus })).toBe('203 transStatus')
  })

  test('a challenge needs its address and how it is made', () => {
    const { acsURL: _, authenticationType: __, ...bare } = challenge
    expect(told(bare)).toBe('201 acsURL,authenticationType')
    expect(told({ ...challenge, acsURL: 'http://acs.example/' })).toBe('203 acsURL')
    expect(told({ ...challenge, messageVersion: '2.3.1' })).toBe('201 authenticationMethod')
  })

  test('a result that timed out says who gave up', () => {
    expect(told({ ...rreq, transStatusReason: '14' })).toBe('201 challengeCancel')
    expect(told({ ...rreq, transStatusReason: '14', challengeCancel: '01' })).toBe('203 challengeCancel')
    for (const challengeCancel of ['04', '05'])
      expect(told({ ...rreq, transStatusReason: '14', challengeCancel })).toBe('RReq')
    expect(told({ ...rreq, challengeCancel: '01' })).toBe('RReq')
    expect(told({ ...rreq, challengeCancel: '09' })).toBe('203 challengeCancel')
  })

  test('what we know of the transaction is told with the error, also where nothing could be read', () => {
    const reading = readMessage('nothing', { kinds: ['ARes'], version: '2.3.1', asked })
    expect(reading).toMatchObject({ about: { messageVersion: '2.3.1', threeDSServerTransID: id } })
    const other = { ...ares, threeDSServerTransID: acsId }
    expect(read(other)).toMatchObject({ about: { threeDSServerTransID: id, dsTransID: dsId } })
  })

  test('an error is read whatever else is wrong with it: it is never answered', () => {
    const erro = {
      messageType: 'Erro',
      messageVersion: '1.9',
      errorCode: '999',
      errorDetail: '',
      dsTransID: 5,
    }
    expect(read(erro, { version: '2.3.1' })).toEqual({
      message: { messageType: 'Erro', messageVersion: '2.3.1', errorCode: '999' },
    })
    expect(read({ ...erro, errorCode: 5 })).not.toHaveProperty('erro')
  })
})

describe('writing', () => {
  const rres = { threeDSServerTransID: id, acsTransID: acsId, dsTransID: dsId, resultsStatus: '01' }

  test('a message begins with its type and version, in the order of its table', () => {
    const { resultsStatus, ...ids } = rres
    expect(writeMessage('RRes', '2.2.0', { resultsStatus, messageExtension: undefined, ...ids })).toBe(
      JSON.stringify({ messageType: 'RRes', messageVersion: '2.2.0', ...rres }),
    )
  })

  test('what the table does not allow throws, and the error has names without values', () => {
    const wrong = { ...rres, resultsStatus: 'secret' }
    expect(() => writeMessage('RRes', '2.2.0', wrong)).toThrow(
      'a written RRes of 2.2.0 is wrong: 203 resultsStatus',
    )
    expect(() => writeMessage('RRes', '2.2.0', { ...rres, resultsStatus: '04' })).toThrow('203 resultsStatus')
    expect(writeMessage('RRes', '2.3.1', { ...rres, resultsStatus: '04' })).toContain('"04"')
    const extended = { ...rres, somethingNew: '1' }
    expect(() => writeMessage('RRes', '2.2.0', extended)).toThrow('203 somethingNew')
    expect(() => writeMessage('ORes', '2.2.0', { dsTransID: dsId, opStatus: '01' })).toThrow('101')
  })
})
