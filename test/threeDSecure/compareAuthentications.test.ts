import { expect, test } from 'vitest'
import { compareAuthentications } from './compareAuthentications.ts'
import { directoryBooks } from './directoryBooks.ts'

const id = '00004284-5fda-859b-997f-f986a53f1114'
const ids = { threeDSServerTransID: id, acsTransID: 'acs', dsTransID: 'ds' }
const message = (content: object, direction: 'received' | 'sent' = 'sent') => ({
  ...{ atMs: 0, from: '', to: '', direction, scheme: 'scheme-a', kind: '', isDeliberate: false },
  text: JSON.stringify({ ...ids, ...content }),
})
const asked = message({ messageType: 'AReq' }, 'received')
const challenged = message({ messageType: 'ARes', transStatus: 'C' })
const proof = { transStatus: 'Y', authenticationValue: 'token', eci: '02' }
const known = message({ messageType: 'RReq', ...proof })
const unknown = message({ messageType: 'RReq', transStatus: 'N' })
const received = message({ messageType: 'RRes', resultsStatus: '01' }, 'received')
const error = message({ messageType: 'Erro' }, 'received')

const shown = (status: string, transactionStatus: string, hasProof: boolean) => ({
  transaction: { authenticationStatus: status },
  authentication: {
    '3ds2': { '3dsServerTransactionId': id, transactionStatus },
    '3ds': { transactionId: 'ds', ...(hasProof && { authenticationToken: 'token', acsEci: '02' }) },
  },
})
const successful = shown('AUTHENTICATION_SUCCESSFUL', 'Y', true)
const failed = shown('AUTHENTICATION_FAILED', 'N', false)
const paid = (proven: object) => ({ ...proven, result: 'SUCCESS' })

const judged = (seen: object, messages: readonly ReturnType<typeof message>[], payment?: object) =>
  compareAuthentications(
    [{ orderId: 'a1', shown: [{ ...seen }], ...(payment && { paid: { ...payment } }) }],
    directoryBooks([asked, challenged, ...messages]),
  )

test('a payer is who the first acknowledged result says', () => {
  expect(judged(successful, [known, received], paid(successful))).toEqual([])
  expect(judged(successful, [known, received, unknown, error])).toEqual([])
  expect(judged(failed, [unknown, received, known, error])).toEqual([])
  expect(judged(failed, [known, received])).toEqual(['a1: is AUTHENTICATION_FAILED, but Y was acknowledged'])
  expect(judged(successful, [unknown, received, known])).toHaveLength(2)
})

test('where nothing was acknowledged, the result may have come or not; nobody is known without one', () => {
  expect(judged(successful, [known])).toEqual([])
  expect(judged(failed, [known])).toEqual([])
  expect(judged(failed, [])).toEqual([])
  expect(judged(successful, [])).toHaveLength(1)
})

test('a result with other ids, another proof, and a question that was asked twice are found', () => {
  const other = message({ messageType: 'RReq', ...proof, acsTransID: 'another' })
  expect(judged(successful, [other])).toHaveLength(1)
  const forged = message({ messageType: 'RReq', ...proof, authenticationValue: 'other' })
  expect(judged(successful, [forged])).toHaveLength(1)
  expect(judged(successful, [known, received, asked])).toEqual([`${id} was asked for 2 times`])
})

test('a payment has the proof that was given for it, and without one it is none', () => {
  const withoutProof = paid(shown('', 'Y', false))
  expect(judged(successful, [known, received], withoutProof)).toHaveLength(1)
  expect(judged(failed, [unknown, received], paid(failed))).toHaveLength(1)
  expect(judged(failed, [unknown, received], { ...failed, result: 'FAILURE' })).toEqual([])
  expect(judged(successful, [known, received], paid(shown('', 'C', false)))).toHaveLength(2)
})

test('the acquirer hears of a payer what the issuer said', () => {
  const books = directoryBooks([asked, challenged, known, received])
  const heard = (...indicators: (string | undefined)[]) =>
    compareAuthentications([{ orderId: 'a1', shown: [successful], indicators }], books)
  expect(heard('02')).toEqual([])
  expect(heard('01')).toEqual(['a1: came to the acquirer with ECI 01 for 02'])
  expect(heard(undefined)).toHaveLength(1)
  const refused = { orderId: 'a1', shown: [failed], indicators: [undefined] }
  expect(compareAuthentications([refused], directoryBooks([asked, challenged, unknown, received]))).toEqual([
    'a1: came to the acquirer, though its payer is AUTHENTICATION_FAILED',
  ])
})

test('nodes that show different authentications are found', () => {
  const books = directoryBooks([asked, challenged, known])
  expect(compareAuthentications([{ orderId: 'a1', shown: [successful, failed] }], books)).toHaveLength(1)
})
