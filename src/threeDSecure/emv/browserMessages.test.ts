import { expect, test } from 'vitest'
import { creqOf, methodDataOf, methodDoneOf, readCres } from './browserMessages.ts'

const serverTransactionId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const acsTransactionId = 'd7c1ee99-9478-44a6-b1f2-391e29c6b340'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

test('the method frame gets the transaction and where to say that it is done, without padding', () => {
  const data = methodDataOf({
    serverTransactionId,
    notificationUrl: 'https://gateway.example/3ds/method/abc',
  })
  expect(data).toMatch(/^[\w-]+$/)
  expect(decoded(data)).toEqual({
    threeDSServerTransID: serverTransactionId,
    threeDSMethodNotificationURL: 'https://gateway.example/3ds/method/abc',
  })
})

test('the end of a method frame is read with and without padding, and is none if it says none', () => {
  const done = { threeDSServerTransID: serverTransactionId, more: 17 }
  expect(methodDoneOf(encoded(done))).toBe(serverTransactionId)
  const padded = Buffer.from(JSON.stringify(done))
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  expect(padded).toMatch(/=$/)
  expect(methodDoneOf(padded)).toBe(serverTransactionId)
  for (const text of ['', 'x', '!', encoded([]), encoded({ threeDSServerTransID: 5 }), 'A'.repeat(200_000)])
    expect(methodDoneOf(text)).toBeUndefined()
})

test('a challenge request names the size of its window, and is the same each time', () => {
  const challenge = { version: '2.2.0', serverTransactionId, acsTransactionId } as const
  const creq = creqOf({ ...challenge, windowSize: '500_X_600' })
  expect(decoded(creq)).toEqual({
    messageType: 'CReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: serverTransactionId,
    acsTransID: acsTransactionId,
    challengeWindowSize: '03',
  })
  expect(creqOf({ ...challenge, windowSize: '500_X_600' })).toBe(creq)
  for (const windowSize of [undefined, 'constructor', 5])
    expect(decoded(creqOf({ ...challenge, windowSize }))).toMatchObject({ challengeWindowSize: '05' })
})

test('what comes back is a result, an error, or nothing that can be read', () => {
  const ids = { threeDSServerTransID: serverTransactionId, acsTransID: acsTransactionId }
  const cres = { messageType: 'CRes', messageVersion: '2.2.0', ...ids, transStatus: 'Y' }
  expect(readCres(encoded(cres), '2.2.0')).toEqual({ message: cres })
  const erro = { messageType: 'Erro', messageVersion: '2.2.0', errorCode: '402' }
  expect(readCres(encoded(erro), '2.2.0')).toEqual({ message: erro })
  expect(readCres(encoded({ ...cres, transStatus: 'A' }), '2.2.0')).toMatchObject({
    erro: { errorCode: '203' },
  })
  expect(readCres('not base64!', '2.2.0')).toMatchObject({ erro: { errorCode: '101' } })
})
