import type { Page } from 'playwright-core'
import type { ConsoleAnswer, ConsoleCallName } from '../../src/console/api/calls.ts'

/** What hosts, nodes, files and operators could write, in one text; with a word that no line can hold. */
const text = `"><img src=x onerror=alert(1)> javascript:alert(2) 1.00\u202e\u200b ${'W'.repeat(10_000)}`
const time = '2026-11-17T10:00:00.000Z'
const money = { count: 1, amount: '1.00' }
const totals = { debit: money, debitReversed: money, credit: money, creditReversed: money }
const order = { merchantId: text, orderId: text, transactionId: text }

type Answers = { readonly [Name in ConsoleCallName]?: ConsoleAnswer<Name> }

/** Every text of others that pages above merchants show, and some of a merchant's that a caller writes. */
const answers: Answers = {
  merchants: {
    merchants: [{ merchantId: text, createdAt: time, passwords: 1, certificates: 1, standing: 'OPEN' }],
  },
  merchantProfile: {
    ...{ merchantId: text, cell: 0, createdAt: time, standing: 'SUSPENDED' },
    settings: [{ name: text, value: text, doc: text, isUsual: false }],
  },
  gatewayLinks: {
    links: [
      {
        ...{ link: text, nodeId: text, ageMs: 1, health: 'TROUBLE', trouble: text, owed: 1 },
        status: { text },
      },
    ],
    stranded: [{ link: text, count: 1, oldestMs: 1 }],
    events: [{ link: text, what: text, time, nodeId: text }],
  },
  directoryServers: { directoryServers: [{ name: text, nextInMs: 1, failures: 1, failure: text }] },
  gatewayKeys: {
    generations: [{ number: 1, startedAt: time }],
    wrappings: [{ keyId: text, keys: 1, newestAt: time }],
  },
  gatewayNodes: { nodes: [{ nodeId: text, beats: text }] },
  obligations: {
    obligations: [
      {
        ...{ ...order, obligation: 'reversal', attempts: 1, unsent: 0, link: text },
        ...{ owedSince: time, nextAttemptAt: time },
      },
    ],
  },
  businessDates: {
    dates: [
      {
        ...{ link: text, date: '2026-11-15', state: 'done', attempts: 1 },
        exchanges: [{ currency: 'USD', state: text, code: text, askedBy: text, askedAt: time, debit: money }],
      },
    ],
  },
  compareBusinessDate: {
    ...{ link: text, date: '2026-11-15', isWhole: false, lines: 1, same: 0 },
    totals: [{ whose: 'file', currency: 'USD', ...totals }],
    findings: [{ type: text, currency: text, explanation: text, isTrouble: true }],
    differences: [
      {
        ...{ type: text, explanation: text, advice: text, ...order, amount: '1.00', currency: 'USD' },
        file: { line: 1, amount: '1.00', currency: 'USD' },
      },
    ],
  },
  gatewayAudit: {
    entries: [
      { entryNo: 2, time, actor: text, action: text, merchantId: text, details: { text }, digest: text },
      {
        entryNo: 1,
        time,
        actor: text,
        action: 'user.invite',
        details: { user: text, role: text },
        digest: text,
      },
    ],
  },
  auditVerification: { state: 'BROKEN', entries: 1, by: text, startedAt: time, endedAt: time, why: text },
  mySessions: {
    sessions: [
      {
        ...{ sessionId: 'one', address: text, agent: text, isOwn: false },
        ...{ createdAtMs: 1, seenAtMs: 1, expiresAtMs: 1 },
      },
    ],
  },
  developerSettings: {
    ...{ passwords: [], secrets: [] },
    certificates: [{ fingerprint: text, subject: text, createdAt: time, notAfter: time }],
    notifications: { isOn: true, address: text, secretOrigins: [text] },
  },
  explainDelivery: {
    ...{ notificationId: text, orderId: text, transactionId: text, sequence: 1, time, state: 'WAITING' },
    ...{ target: text, body: text, attempts: [{ attempt: 1, time, target: text, tookMs: 1, reason: text }] },
  },
  replayCalls: {
    ...{ version: 100, calls: 1, notKept: 1 },
    operations: [
      {
        ...{ operation: text, calls: 1, refused: 1, taken: 1 },
        reasons: [{ calls: 1, key: text, field: text, validationType: 'INVALID', explanation: text }],
        answers: [{ calls: 1, key: text, field: text, kind: 'changed', from: text, to: text }],
      },
    ],
  },
  examineIntegration: {
    ...{ calls: 1, rehearsed: 1, outcomes: 2 },
    found: [
      {
        ...{ id: 'refused-request-repeated', severity: 'warning', count: 1 },
        evidence: [
          {
            ...{ atMs: 1, orderId: text, transactionId: text, requestId: text },
            what: { name: 'thirdTime', values: { operation: text, explanation: text } },
          },
        ],
      },
    ],
    missing: [
      { name: text, command: text, what: text, how: { name: 'triggers', values: { command: text } } },
    ],
  },
  explainCall: {
    ...{ key: text, time, method: text, path: text, version: 100, operation: text, orderId: text },
    ...{ status: 400, ms: 1, outcome: 'REFUSED', correlationId: text, supportCode: text, curl: text },
    ...{ error: { cause: text, explanation: text, field: text }, body: { [text]: text } },
  },
}

export const hostilePlaces = [
  ...['merchants', 'merchant/ANY', 'links', 'directory-servers', 'keys', 'nodes', 'obligations'],
  ...['reconciliation', 'business-date/2026-11-15%20north', 'audit', 'audit/2', 'audit/1'],
].map(place => `gateway/${place}`)
export const hostilePlacesOf = (merchantId: string): readonly string[] =>
  ['developers', 'notifications/1', 'requests/1.1', 'requests/replay', 'doctor'].map(
    place => `${merchantId}/${place}`,
  )

/** The server answers as if all of them had been written. */
export async function answerHostile(page: Page): Promise<void> {
  for (const [name, answer] of Object.entries(answers))
    await page.route(`**/console/api/${name}`, route => route.fulfill({ json: answer }))
}
