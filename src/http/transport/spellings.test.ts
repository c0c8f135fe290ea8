import { afterAll, expect, test } from 'vitest'
import { get, openTestListener, transactionPath } from '../../../test/support/http/testClient.ts'

const gate = await openTestListener()
afterAll(() => gate.listener.close())

test.each([
  '/%6cive',
  '/liv%65',
  transactionPath.replace('/api/', '/%61pi/'),
  transactionPath.replace('/merchant/', '/%6Derchant/'),
  transactionPath.replace('/order/', '/orde%72/'),
  transactionPath.replace('/transaction/', '/%74ransaction/'),
  transactionPath.replace('/55/', '/%355/'),
])('what is fixed in a path is not found in another spelling: %s', async path => {
  expect((await gate.sendRaw(get(path))).first?.status).toBe(404)
})

test('an id is the same in every spelling', async () => {
  await gate.sendRaw(get(transactionPath.replace('/O1/', '/%4f%31/')))
  expect(gate.calls.at(-1)?.params).toMatchObject({ orderid: 'O1' })
})
