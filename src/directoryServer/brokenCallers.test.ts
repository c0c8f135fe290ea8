import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openTestGateway } from '../../test/support/directoryServer/testGateway.ts'

/** Begins to post something, and is gone. */
const leave = (port: number, path: string) =>
  new Promise<void>(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf`
      socket.write(head, () => setTimeout(() => socket.destroy(), 20))
    })
    socket.on('close', () => resolve()).on('error', () => undefined)
  })

test('callers that leave in the middle disturb nobody', async () => {
  const gateway = await openTestGateway({ hasPlainPages: true, controlPort: 0 })
  try {
    const { controlPort = 0, issuer } = gateway.server
    await leave(Number(new URL(issuer.origin).port), '/scheme-a/challenge')
    await leave(controlPort, '/faults')
    expect((await fetch(`http://127.0.0.1:${controlPort}/counters`)).status).toBe(200)
    expect((await fetch(`${issuer.origin}/scheme-a/challenge`)).status).toBe(405)
  } finally {
    await gateway.close()
  }
})

test('a result that can go nowhere is lost, and says why', async () => {
  const gateway = await openTestGateway()
  try {
    for (const threeDSServerURL of ['http://127.0.0.1:9/results', 'https://127.0.0.1:9/results']) {
      const { json } = await gateway.authenticate('2223000000000007', { threeDSServerURL })
      expect(json).toMatchObject({ transStatus: 'C' })
      expect(await gateway.server.control.decide(String(json.acsTransID), 'Y')).toBe('Y')
    }
    expect(gateway.server.control.results()).toMatchObject([
      { fate: 'lost', said: 'ERR_INVALID_PROTOCOL' },
      { fate: 'lost', said: 'ECONNREFUSED' },
    ])
  } finally {
    await gateway.close()
  }
})
