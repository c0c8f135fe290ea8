import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DirectoryFault } from '../../src/directoryServer/faults.ts'
import { createPoster } from '../../src/directoryServer/resultPost.ts'
import type { ChallengeEnd } from '../../src/directoryServer/verdicts.ts'
import { openShop, type Page, type Shop, submit } from './browser.ts'
import { cardholder, cardThat, explained, explanation, later, told } from './cardholder.ts'
import { type Directories, device, openDirectories, registerMerchants } from './directories.ts'
import { changesOf, directoryFigures } from './directoryFigures.ts'
import { openGateway, type TestGateway } from './gateway.ts'
import { valueAt } from './whole.ts'

const pending = { result: 'PENDING', authenticationStatus: 'AUTHENTICATION_PENDING' }
const successful = { result: 'SUCCESS', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' }
const failed = { result: 'FAILURE', authenticationStatus: 'AUTHENTICATION_FAILED' }
/** Of the same scheme; the first one's issuer does not speak 2.3.1. */
const versions = [
  ['2.2.0', cardThat.isChallenged],
  ['2.3.1', cardThat.isLookedAtAndChallenged],
] as const
const cardOfOtherScheme = '4440000042200014'

describe('the result of a challenge', () => {
  let directories: Directories
  let gateway: TestGateway
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    directories = await openDirectories()
    gateway = await openGateway('external', { threeDSecureServer: directories.file })
    await registerMerchants(gateway, directories)
  })
  afterEach(() => directories.control.clearFaults())
  afterAll(async () => {
    await gateway?.stop()
    await directories?.close()
    await shop?.close()
  })

  const begun = async (card: string = cardThat.isChallenged) => {
    const payer = cardholder(gateway, card)
    const answer = await payer.begin({ device, authentication: { redirectResponseUrl: shop.address } })
    const id = String(valueAt(answer.body, 'authentication.3ds2.3dsServerTransactionId'))
    const acsId = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
    return { ...payer, answer, id, acsId }
  }
  type Challenged = Awaited<ReturnType<typeof begun>>
  const challenged = async (card?: string): Promise<Challenged> => {
    const payer = await begun(card)
    expect(told(payer.answer), payer.answer.text).toMatchObject(pending)
    return payer
  }
  const becomes = (payer: Challenged, expected: object) =>
    expect.poll(async () => told(await payer.shown()), { timeout: 5_000 }).toMatchObject(expected)
  /** What the gateway said to each delivery for a payer. */
  const said = ({ id }: Challenged) =>
    directories.control
      .results()
      .filter(({ threeDSServerTransID }) => threeDSServerTransID === id)
      .map(({ said }) => said)
  const ended = (payer: Challenged, end: ChallengeEnd, fault: DirectoryFault, ms?: number) =>
    directories.misbehaving(async () => {
      directories.control.fault(fault, { next: 1, ...(ms !== undefined && { ms }) })
      await directories.control.decide(payer.acsId, end)
    })
  /** The browser comes back, and says what it likes. */
  const returns = ({ id, acsId }: Challenged, transStatus: string): Promise<Page> => {
    const address = directories.control
      .messages()
      .filter(({ kind, content }) => kind === 'AReq' && content.threeDSServerTransID === id)
      .map(({ content }) => String(content.notificationURL))
    const cres = { messageType: 'CRes', messageVersion: '2.2.0', transStatus }
    const text = JSON.stringify({ ...cres, threeDSServerTransID: id, acsTransID: acsId })
    const fields = { cres: Buffer.from(text).toString('base64url') }
    return submit({ address: String(address[0]), fields })
  }

  /** The gateway's complaint about the last answer is on its way when the merchant has its own. */
  const complaint = () => {
    const id = directories.lastRequest().threeDSServerTransID
    const isIt = ({ kind, content }: { kind: string; content: Readonly<Record<string, unknown>> }) =>
      kind === 'Erro' && content.threeDSServerTransID === id
    return expect.poll(() => directories.control.messages().some(isIt)).toBe(true)
  }

  test('before the answer that wants the challenge: it is held, and decides when that is there', async () => {
    directories.control.fault('rreq-before-ares', { next: 1 })
    const payer = await directories.misbehaving(() => begun())
    expect(said(payer)).toEqual(['01'])
    expect(told(payer.answer), payer.answer.text).toMatchObject(successful)
    expect(valueAt(payer.answer.body, 'authentication.redirect.html')).toContain('FrictionLess')
    expect(told(await payer.shown())).toMatchObject(successful)
  })

  test('before the answer with other ids: that one never counts, and the right one does', async () => {
    directories.control.fault('slow', { next: 1, on: 'AReq', ms: 1_500 })
    const payer = cardholder(gateway, cardThat.isChallenged)
    const begun = await payer.initiate()
    const id = String(valueAt(begun.body, 'authentication.3ds2.3dsServerTransactionId'))
    const answering = payer.authenticate({ device })
    const isAsked = () =>
      directories.control
        .messages()
        .some(({ kind, content }) => kind === 'AReq' && content.threeDSServerTransID === id)
    await expect.poll(isAsked).toBe(true)
    const wrong = { threeDSServerTransID: id, acsTransID: randomUUID(), dsTransID: randomUUID() }
    expect(await posted(directories, wrong)).toMatchObject({ messageType: 'RRes', resultsStatus: '01' })
    const answer = await answering
    expect(told(answer), answer.text).toMatchObject(pending)
    const acsId = String(valueAt(answer.body, 'authentication.3ds2.acsTransactionId'))
    // Now that there is an answer, the same is told what is wrong with it.
    expect(await posted(directories, wrong)).toMatchObject({ messageType: 'Erro', errorCode: '301' })
    expect(told(await payer.shown())).toMatchObject(pending)
    await directories.control.decide(acsId, 'N')
    const challenged = { ...payer, answer, id, acsId }
    await becomes(challenged, failed)
    expect(said(challenged)).toEqual(['01'])
  })

  test('before the browser comes back: the browser brings nothing new, not even a lie', async () => {
    const payer = await challenged()
    await directories.control.decide(payer.acsId, 'N')
    await becomes(payer, failed)
    expect(said(payer)).toEqual(['01'])
    expect((await returns(payer, 'Y')).form?.fields).toMatchObject({ result: 'FAILURE' })
    expect(told(await payer.shown())).toMatchObject(failed)
  })

  test('a moment after the browser came back: the browser is held until it is there', async () => {
    const payer = await challenged()
    await ended(payer, 'Y', 'rreq-after-return', 1_000)
    expect((await returns(payer, 'Y')).form?.fields).toMatchObject({ result: 'SUCCESS' })
    expect(told(await payer.shown())).toMatchObject(successful)
  })

  test('long after the browser came back with a Y: nothing is known until then', async () => {
    const payer = await challenged()
    await ended(payer, 'N', 'rreq-after-return', 5_000)
    expect((await returns(payer, 'Y')).form?.fields).toMatchObject({ result: 'PENDING' })
    expect(told(await payer.shown())).toMatchObject(pending)
    await becomes(payer, failed)
  })

  test.each(versions)('twice (%s): it is there once', async (version, card) => {
    const payer = await challenged(card)
    await ended(payer, 'Y', 'rreq-twice')
    expect(said(payer)).toEqual(version === '2.3.1' ? ['01', '312'] : ['01', '01'])
    await becomes(payer, successful)
  })

  test.each(versions)('with another content (%s): the first one stands', async (version, card) => {
    const payer = await challenged(card)
    await ended(payer, 'N', 'rreq-contradicted')
    expect(said(payer)).toEqual(['01', version === '2.3.1' ? '312' : '301'])
    await becomes(payer, failed)
  })

  test.each([
    ['rreq-wrong-server', '301'],
    ['rreq-other-ids', '301'],
    ['rreq-unknown', '301'],
    ['rreq-challenge', '203'],
    ['rreq-missing', '201'],
  ] as const)('refused: %s, %s', async (fault, code) => {
    // The other directory server learns where its results are wanted.
    await cardholder(gateway, cardOfOtherScheme).begin({ device })
    const payer = await challenged()
    await ended(payer, 'Y', fault)
    expect(said(payer)).toEqual([code])
    expect(told(await payer.shown())).toMatchObject(pending)
    expect((await returns(payer, 'Y')).form?.fields).toMatchObject({ result: 'PENDING' })
  })

  test.each([
    'rreq-wrong-certificate',
    'rreq-expired-certificate',
    'rreq-own-certificate',
    'rreq-no-certificate',
  ] as const)('never read: %s', async fault => {
    const payer = await challenged()
    const lines = gateway.lines.length
    await ended(payer, 'Y', fault)
    const [delivered] = directories.control.results().slice(-1)
    expect(delivered).toMatchObject({ threeDSServerTransID: payer.id, fate: 'lost' })
    expect(told(await payer.shown())).toMatchObject(pending)
    expect(gateway.lines.slice(lines).filter(line => line.includes('result refused'))).toEqual([])
  })

  test('never, and late: when patience ends the payer has failed, and what comes then is kept', async () => {
    const never = await challenged()
    const late = await challenged()
    const cancelled = await challenged()
    await ended(never, 'Y', 'rreq-never')
    await ended(late, 'Y', 'rreq-late')
    await directories.control.decide(cancelled.acsId, 'neverCame')
    expect(said(cancelled)).toEqual(['02'])
    await later(gateway, 'PT19M')
    for (const payer of [never, late]) expect(told(await payer.shown())).toMatchObject(pending)
    await later(gateway, 'PT2M')
    for (const payer of [never, late]) {
      const shown = await payer.shown()
      expect(told(shown)).toMatchObject(failed)
      // Nobody said why, so nobody makes it up.
      expect(valueAt(shown.body, 'authentication.3ds2')).toMatchObject({ transactionStatus: 'N' })
      expect(valueAt(shown.body, 'authentication.3ds2.statusReasonCode')).toBeUndefined()
      const { body } = await explanation(gateway, payer.orderId, 'auth')
      expect(body.authentication).toMatchObject({
        ...{ saidBy: 'NOBODY', status: { code: 'N' }, directoryServer: 'scheme-a' },
        knownFrom: 'No result (RReq) came in 20 minutes: the payer has failed.',
      })
    }
    await directories.misbehaving(async () => {
      directories.control.shiftClock(12 * 60_000 + 1_000)
      await expect.poll(() => said(late)).toEqual(['01'])
    })
    directories.control.shiftClock(0)
    expect(told(await late.shown())).toMatchObject(failed)
    expect(valueAt(await late.shown(), 'body.authentication.3ds.authenticationToken')).toBeUndefined()
  })

  test('explain tells who was asked, each message and on whose word it rests', async () => {
    const story = async (card: string) => {
      const payer = await begun(card)
      if (payer.answer.body.result === 'PENDING') await directories.control.decide(payer.acsId, 'cancelled')
      await expect.poll(async () => told(await payer.shown()).result).not.toBe('PENDING')
      const { body, text } = await explanation(gateway, payer.orderId, 'auth')
      expect(text).not.toContain(card)
      const token = valueAt(payer.answer.body, 'authentication.3ds.authenticationToken')
      if (token !== undefined) expect(text).not.toContain(token)
      const steps = await explained(gateway, payer.orderId, 'auth')
      const messages = steps.filter(({ step }) => /^MESSAGE|^BROWSER|^SETTLED/.test(String(step)))
      const spoken = messages.map(({ step, messageType, transStatus, code }) =>
        [step, messageType, transStatus ?? code].filter(word => word !== undefined).join(' '),
      )
      return { messages: spoken, authentication: body.authentication, decidedBy: body.decidedBy }
    }
    const known = await story(cardThat.isKnown)
    expect(known).toMatchObject({
      messages: ['MESSAGE_SENT AReq', 'MESSAGE_RECEIVED ARes Y'],
      authentication: {
        ...{ directoryServer: 'scheme-a', protocolVersion: '2.2.0', evidence: { eci: '02' } },
        ...{
          saidBy: 'ISSUER',
          status: { code: 'Y', meaning: 'authenticated' },
          knownFrom: 'The answer (ARes).',
        },
      },
    })
    expect(await story(cardThat.isChallenged)).toMatchObject({
      messages: [
        ...['MESSAGE_SENT AReq', 'MESSAGE_RECEIVED ARes C', 'MESSAGE_RECEIVED RReq N', 'SETTLED_BY_RESULT'],
      ],
      authentication: {
        ...{ reason: { code: '26' }, challengeCancel: { code: '01', meaning: 'the payer cancelled' } },
        knownFrom: 'The result (RReq) of the challenge.',
      },
      decidedBy: 'ISSUER',
    })
    const once = { next: 1, on: 'AReq' } as const
    for (const [fault, setting, messages] of [
      ['erro', once, ['MESSAGE_SENT AReq', 'MESSAGE_RECEIVED Erro 403']],
      ['drop-answer', once, ['MESSAGE_SENT AReq']],
      ['refuse-connections', { probability: 1 }, []],
      [
        'ares-decoupled',
        { next: 1 },
        ['MESSAGE_SENT AReq', 'MESSAGE_RECEIVED ARes', 'MESSAGE_SENT Erro 203'],
      ],
    ] as const) {
      directories.control.fault(fault, setting)
      const authentication = { saidBy: 'NOBODY', directoryServer: 'scheme-a' }
      const failing = await directories.misbehaving(() => story(cardThat.isKnown))
      expect(failing, fault).toMatchObject({ messages, authentication, decidedBy: 'GATEWAY' })
      directories.control.clearFaults()
    }
    await complaint()
  })

  test('operators can tell what went on from the figures', async () => {
    const story = async (act: (payer: Challenged) => Promise<unknown>, card?: string) => {
      const payer = await challenged(card)
      const before = await directoryFigures(gateway)
      await act(payer)
      return changesOf(before, await directoryFigures(gateway))
    }
    const results = (kind: string) => `directory_results_total scheme-a ${kind}`
    const awaited = 'challenge_returns_total scheme-a resultAwaited'
    const after = await story(async payer => {
      await ended(payer, 'Y', 'rreq-after-return', 1_000)
      await returns(payer, 'Y')
    })
    expect(after).toEqual({ [awaited]: 1, [results('afterReturn')]: 1 })
    expect(await story(payer => returns(payer, 'Y'))).toEqual({ [awaited]: 1 })
    const [old, recent] = versions.map(([, card]) => card)
    expect(await story(payer => ended(payer, 'Y', 'rreq-twice'), old)).toEqual({
      ...{ [results('beforeReturn')]: 1, [results('repeated')]: 1 },
    })
    expect(await story(payer => ended(payer, 'N', 'rreq-contradicted'), recent)).toEqual({
      ...{ [results('beforeReturn')]: 1, [results('contradictory')]: 1 },
      'directory_errors_total scheme-a sent 312': 1,
    })
    expect(await story(payer => ended(payer, 'Y', 'rreq-other-ids'))).toEqual({
      ...{ [results('refused')]: 1, 'directory_errors_total scheme-a sent 301': 1 },
    })
    const complained = await story(payer => ended(payer, 'Y', 'rreq-complaint'))
    expect(complained).toMatchObject({ 'directory_errors_total scheme-a received 402': 1 })
    const refusal = await story(async () => {
      for (const [fault, setting] of [
        ['erro', { code: '305', on: 'AReq' }],
        ['drop-answer', { on: 'AReq' }],
        ['ares-decoupled', {}],
      ] as const) {
        directories.control.fault(fault, { ...setting, next: 1 })
        await directories.misbehaving(() => begun())
      }
      await complaint()
    })
    const answers = 'directory_answer_duration_seconds_count scheme-a'
    expect(refusal).toEqual({
      ...{ [`${answers} erro`]: 1, [`${answers} wrong`]: 1, [`${answers} silent`]: 1 },
      ...{ 'directory_errors_total scheme-a received 305': 1, 'directory_errors_total scheme-a sent 203': 1 },
    })
  })

  test('the third reader misses answers only where nobody was let in', () => {
    const findings = directories.findings()
    expect(findings.filter(({ code }) => code === 'resultUnanswered')).toHaveLength(4)
    expect(findings.filter(({ code }) => code !== 'resultUnanswered')).toEqual([])
    expect(directories.control.counters().repeatedRequests).toBe(0)
  })
})

/** A result (Y) by hand, as the first scheme delivers it; what the gateway says. */
async function posted({ folder, file }: Directories, ids: object): Promise<unknown> {
  const text = (name: string) => readFile(join(folder, 'scheme-a', name), 'utf8')
  const identity = {
    certificatePem: await text('directory-client.pem'),
    keyPem: await text('directory-client-key.pem'),
    authoritiesPem: await text('authority.pem'),
  }
  const poster = createPoster(identity, () => performance.now())
  const result = {
    ...{ messageType: 'RReq', messageVersion: '2.2.0', messageCategory: '01', transStatus: 'Y', eci: '02' },
    ...{ authenticationValue: 'AAECAwQFBgcICQoLDA0ODxAREhM=', authenticationType: '02' },
    ...{ interactionCounter: '01', ...ids },
  }
  const address = String(file.directoryServers[0]?.results.address)
  const fate = await poster.post(address, JSON.stringify(result), 3_000)
  poster.close()
  return fate.state === 'answered' ? JSON.parse(fate.text) : fate
}
