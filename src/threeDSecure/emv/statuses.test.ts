import { expect, test } from 'vitest'
import { contentOf, isPassedOn, resultOf } from './statuses.ts'

const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const ids = { acsTransactionId: id, dsTransactionId: id, protocolVersion: '2.2.0' }
const setting = { ids, exemptionReasons: ['81'] }
const proof = 'AAECAwQFBgcICQoLDA0ODxAREhM='
const head = { threeDSServerTransID: id, acsTransID: id, dsTransID: id } as const
const ares = {
  ...({ messageType: 'ARes', messageVersion: '2.2.0', ...head } as const),
  ...{ acsReferenceNumber: 'ACS', dsReferenceNumber: 'DS' },
}

test('an authenticated payer: the proof and the indicator are passed on as they came', () => {
  const content = contentOf({ ...ares, transStatus: 'Y', eci: '05', authenticationValue: proof })
  expect(content.proof).toBe(proof)
  expect(JSON.stringify(content.values)).not.toContain(proof)
  const result = resultOf(content, setting)
  expect(result).toMatchObject({ ...ids, transactionStatus: 'Y', eci: '05', authenticationToken: proof })
  expect(result.evidence).toEqual({
    ...{ messageVersion: '2.2.0', transStatus: 'Y', eci: '05' },
    ...{ acsReferenceNumber: 'ACS', dsReferenceNumber: 'DS' },
  })
})

test('a notice of the issuer is kept in the forms of all versions', () => {
  const refused = { ...ares, transStatus: 'N', transStatusReason: '11' }
  for (const cardholderInfo of ['Call us', { text: 'Call us', issuerImage: 'https://bank.example/i.png' }])
    expect(resultOf(contentOf({ ...refused, cardholderInfo }), setting)).toMatchObject({
      transactionStatus: 'N',
      statusReasonCode: '11',
      cardholderInfo: 'Call us',
    })
})

test('an issuer that repeats the card number is not quoted: nobody may keep or show it', () => {
  const number = '5123450000000008'
  const refused = { ...ares, transStatus: 'N', transStatusReason: '11', acsOperatorID: `BANK ${number}` }
  for (const text of [`Card ${number} is blocked`, 'Card 5123 4500 0000 0008 is blocked'])
    for (const cardholderInfo of [text, { text }]) {
      const content = contentOf({ ...refused, cardholderInfo, transStatusReasonInfo: text })
      expect(content.values).toEqual({
        ...{ messageVersion: '2.2.0', transStatus: 'N', transStatusReason: '11' },
        ...{ acsReferenceNumber: 'ACS', dsReferenceNumber: 'DS' },
      })
    }
})

test('who ended a challenge, and by which means, is kept for disputes', () => {
  const rreq = {
    ...({ messageType: 'RReq', messageVersion: '2.3.1', ...head, messageCategory: '01' } as const),
    ...{ transStatus: 'N', transStatusReason: '01', challengeCancel: '01', interactionCounter: '02' },
    authenticationMethod: ['02', '07'],
  }
  expect(resultOf(contentOf(rreq), setting).evidence).toMatchObject({
    ...{ challengeCancel: '01', interactionCounter: '02', authenticationMethod: '02,07' },
  })
})

test('an exemption is accepted by I, or by the reasons that this directory server has for it', () => {
  const judged = (transStatus: string, transStatusReason?: string, wish?: unknown) =>
    resultOf(contentOf({ ...ares, transStatus, transStatusReason }), { ...setting, wish }).isExempt
  expect(judged('I', undefined, '05')).toBe(true)
  expect(judged('I', undefined, ['07', '02'])).toBe(true)
  expect(judged('N', '81')).toBe(true)
  expect(judged('N', '82')).toBeUndefined()
  expect(judged('U', '81')).toBeUndefined()
  expect(judged('I', undefined, '06')).toBeUndefined()
  expect(judged('I', undefined, ['06'])).toBeUndefined()
})

test('what the API has no room for is not passed on, and what says nothing proves nothing', () => {
  expect(isPassedOn('A'.repeat(44))).toBe(false)
  expect(isPassedOn(undefined)).toBe(false)
  expect(
    resultOf(contentOf({ ...ares, transStatus: 'Y', authenticationValue: 'A'.repeat(44) }), setting),
  ).not.toHaveProperty('authenticationToken')
  expect(resultOf(contentOf({ ...ares, eci: 'N2' }), setting)).toMatchObject({ transactionStatus: 'U' })
  expect(resultOf(contentOf({ ...ares, eci: 'N2' }), setting)).not.toHaveProperty('eci')
})
