import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callConsole, signInAs } from '../support/console/consoleLogin.ts'
import { openGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
let neighbour: TestGateway
beforeAll(async () => {
  gateway = await openGateway('embedded')
  neighbour = await gateway.neighbour()
})
afterAll(async () => {
  await neighbour?.stop()
  await gateway?.stop()
})

const merchantId = 'TESTMERCHANT'
const password = 'correct horse battery'
const ticketOf = (path = ''): string => path.split('#')[1] ?? ''

test('the address of a sandbox signs in once', async () => {
  const ticket = ticketOf(gateway.consolePath?.())
  const entered = await callConsole(gateway, 'enterSandbox', { ticket })
  expect(entered.body).toEqual({ entered: true })
  const token = entered.token ?? ''
  const who = await callConsole(neighbour, 'whoAmI', {}, { token })
  expect(who.body).toMatchObject({ email: 'sandbox@localhost', role: 'OPERATOR', isSteppedUp: true })
  expect((await callConsole(gateway, 'enterSandbox', { ticket })).status).toBe(403)
  const another = await gateway.call('POST', '/sandbox/console', {}, { authorization: null })
  const next = await callConsole(gateway, 'enterSandbox', { ticket: ticketOf(String(another.body.path)) })
  expect(next.body).toEqual({ entered: true })
  // A page cannot ask for one.
  const page = await gateway.call(
    'POST',
    '/sandbox/console',
    {},
    {
      ...{ authorization: null, headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } },
    },
  )
  expect(page.status).toBe(403)
})

test('from an invitation to a session that somebody else ends, on two nodes', async () => {
  const boss = await signInAs(gateway.database, { role: 'ADMINISTRATOR', merchantId })
  const asBoss = (name: string, input: object) =>
    callConsole(gateway, name, { merchantId, ...input }, { token: boss.token })
  const email = 'new@shop.example'
  const invited = await asBoss('inviteUser', { email, role: 'OPERATIONS' })
  expect(invited.body).toMatchObject({ email, validHours: 72 })
  const token = ticketOf(invited.body.link)
  const shown = await callConsole(gateway, 'readInvitation', { token })
  expect(shown.body).toMatchObject({ email, role: 'OPERATIONS', merchantId })
  const { offer, text } = shown.body.totp
  const totp = new TOTP({ secret: text })
  // Whatever a browser had before: nobody chooses the token of a session.
  const fixed = 'f'.repeat(43)
  const accepted = await callConsole(
    neighbour,
    'acceptInvitation',
    { token, name: 'New', password, offer, code: totp.generate() },
    { token: fixed },
  )
  expect(accepted.body.recoveryCodes).toHaveLength(10)
  expect(accepted.token).not.toBe(fixed)
  const own = accepted.token ?? ''
  expect((await callConsole(gateway, 'whoAmI', {}, { token: fixed })).status).toBe(401)
  expect((await callConsole(gateway, 'whoAmI', {}, { token: own })).body).toMatchObject({
    email,
    name: 'New',
  })
  const again = await callConsole(gateway, 'readInvitation', { token })
  expect(again.body.error).toMatchObject({ field: 'token' })

  const [code = ''] = accepted.body.recoveryCodes
  const second = await callConsole(gateway, 'signIn', { email, password, code })
  expect(second.body).toEqual({ outcome: 'signedIn' })
  const sessions = await callConsole(gateway, 'mySessions', {}, { token: own })
  expect(sessions.body.sessions.map(({ isOwn }: { isOwn: boolean }) => isOwn).sort()).toEqual([false, true])

  const { body: listed } = await asBoss('users', {})
  const { userId } = listed.users.find((one: { email: string }) => one.email === email)
  const { body: theirs } = await asBoss('userSessions', { userId })
  const ended = theirs.sessions.find((one: { sessionId: string }) => one.sessionId)
  await asBoss('endUserSessions', { userId, sessionId: ended.sessionId })
  expect((await asBoss('userSessions', { userId })).body.sessions).toHaveLength(1)
  await asBoss('changeUser', { userId, role: 'READ_ONLY' })
  for (const [node, one] of [
    [gateway, own],
    [neighbour, own],
    [neighbour, second.token ?? ''],
  ] as const)
    expect((await callConsole(node, 'whoAmI', {}, { token: one })).status).toBe(401)
})

test('an administrator does nothing to users of another merchant, nor to operators', async () => {
  const boss = await signInAs(gateway.database, { role: 'ADMINISTRATOR', merchantId })
  const other = await signInAs(gateway.database, { role: 'DEVELOPER', merchantId: 'OTHERMERCHANT' })
  const operator = await signInAs(gateway.database, { role: 'OPERATOR' })
  for (const { userId, token } of [other, operator]) {
    for (const [name, input] of [
      ['changeUser', { isDisabled: true }],
      ['resetUser', {}],
      ['endUserSessions', {}],
      ['userSessions', {}],
    ] as const) {
      const answer = await callConsole(gateway, name, { merchantId, userId, ...input }, { token: boss.token })
      expect([name, answer.status, answer.body.error?.field]).toEqual([name, 400, 'userId'])
    }
    expect((await callConsole(gateway, 'whoAmI', {}, { token })).status).toBe(200)
  }
  const invited = { merchantId, email: 'x@shop.example', role: 'OPERATOR' }
  expect((await callConsole(gateway, 'inviteUser', invited, { token: boss.token })).status).toBe(400)
})

test('whoever signs out is out, and the browser forgets it', async () => {
  const { token } = await signInAs(gateway.database, { role: 'READ_ONLY' })
  const out = await callConsole(gateway, 'signOut', {}, { token })
  expect([out.body, out.token]).toEqual([{ signedOut: true }, ''])
  expect((await callConsole(neighbour, 'whoAmI', {}, { token })).status).toBe(401)
})

test('nobody ends a session of somebody else by its id', async () => {
  const one = await signInAs(gateway.database, { role: 'READ_ONLY' })
  const other = await signInAs(gateway.database, { role: 'READ_ONLY' })
  await callConsole(gateway, 'endMySession', { sessionId: other.sessionId }, { token: one.token })
  expect((await callConsole(gateway, 'whoAmI', {}, { token: other.token })).status).toBe(200)
  const odd = await callConsole(gateway, 'endMySession', { sessionId: 'x'.repeat(36) }, { token: one.token })
  expect(odd.status).toBe(400)
})

test('all nodes tell how far the audit log was verified, when and by whom', async () => {
  const operator = await signInAs(gateway.database, { role: 'OPERATOR', email: 'ada@gate.example' })
  const boss = await signInAs(gateway.database, { role: 'ADMINISTRATOR', merchantId })
  const seen = async (node: TestGateway) =>
    (await callConsole(node, 'merchantAuditVerification', { merchantId }, { token: boss.token })).body
  expect(await seen(gateway)).toEqual({ state: 'NONE', entries: 0 })
  const begun = await callConsole(gateway, 'verifyAudit', {}, { token: operator.token })
  expect(['RUNNING', 'INTACT']).toContain(begun.body.state)
  const intact = { state: 'INTACT', by: 'ada@gate.example (operator)', entries: expect.any(Number) }
  await expect.poll(() => seen(neighbour)).toMatchObject({ ...intact, endedAt: expect.any(String) })
  const verified = (await seen(gateway)).entries
  const newest = async () => {
    const { body } = await callConsole(gateway, 'gatewayAudit', { limit: 1 }, { token: operator.token })
    return body.entries[0]
  }
  await expect.poll(newest).toMatchObject({
    ...{ action: 'audit.verify', actor: 'ada@gate.example (operator)', details: { entries: verified } },
  })
  expect((await newest()).entryNo).toBe(verified + 1)
  const denied = await callConsole(gateway, 'verifyAudit', {}, { token: boss.token })
  expect(denied.body.error.cause).toBe('NOT_ALLOWED')
})
