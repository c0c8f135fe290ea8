import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { get, openTestListener, pause, put } from '../../../test/support/http/testClient.ts'

test('while a node drains it answers everybody, and each answer is the last of its connection', async () => {
  let isDraining = false
  const { sendRaw, listener } = await openTestListener({ isDraining: () => isDraining })
  expect((await sendRaw(put('{}'))).first?.headers.connection).not.toBe('close')
  isDraining = true
  const { answers, isClosed } = await sendRaw([put('{}'), put('{}')], 3_000)
  expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[201, 'close']])
  expect(isClosed).toBe(true)
  expect((await sendRaw(get('/live'))).first?.status).toBe(200)
  await listener.close()
})

test('what closes waits for the first request of who has just come, and lets go who rested', async () => {
  const { listener, port, sendRaw } = await openTestListener()
  const resting = sendRaw(get('/live'), 3_000)
  const fresh = connect(port, '127.0.0.1')
  let heard = ''
  fresh.setEncoding('utf8').on('data', text => {
    heard += text
  })
  await new Promise(resolve => fresh.once('connect', resolve))
  await pause(50)
  const closed = listener.close()
  expect((await resting).isClosed).toBe(true)
  fresh.write(put('{}'))
  await Promise.all([closed, new Promise(resolve => fresh.once('close', resolve))])
  expect(heard).toMatch(/^HTTP\/1\.1 201 /)
  expect(heard).toMatch(/\r\nConnection: close\r\n/i)
})

test('who comes and says nothing holds nobody up for long', async () => {
  const { listener, port } = await openTestListener({ limits: { lingerMs: 50 } })
  const silent = connect(port, '127.0.0.1')
  await new Promise(resolve => silent.once('connect', resolve))
  await pause(20)
  const startedMs = performance.now()
  await listener.close()
  expect(performance.now() - startedMs).toBeLessThan(2_000)
  silent.destroy()
})
