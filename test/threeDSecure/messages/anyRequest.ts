import fc from 'fast-check'
import { expect } from 'vitest'
import { readMessage as readByDirectory } from '../../../src/directoryServer/readMessage.ts'
import { authenticationRequestTable } from '../../../src/directoryServer/tables/areq.ts'
import { areqOf, type RequestFacts } from '../../../src/threeDSecure/emv/areq.ts'
import { writeMessage } from '../../../src/threeDSecure/emv/codec.ts'
import { protocolVersions } from '../../../src/threeDSecure/emv/settings.ts'
import { judgeSender } from '../checker/judgement.ts'
import { anyParticulars } from './anyParticulars.ts'

const id = '8a880dc0-d2d2-8067-bcb1-b08d1690b26e'
const nowMs = Date.UTC(2026, 10, 16, 19, 30)

/** What every browser with a script says; what is generated may say it otherwise. */
const wholeDevice = {
  ...{ browser: 'Agent/5.0', ipAddress: '198.51.100.7' },
  browserDetails: {
    ...{ acceptHeaders: 'text/html', colorDepth: 24, javaEnabled: false, language: 'en-GB' },
    ...{ screenHeight: 900, screenWidth: 1440, timeZone: 0, acceptLanguage: 'en-GB,en;q=0.9' },
  },
}

type Given = Readonly<Record<string, unknown>>
const within = (value: unknown): Given => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Most devices are whole: else nearly nothing would get past the browser's required values. */
function completed(particulars: Given): Given {
  const device = within(particulars.device)
  const browserDetails = { ...wholeDevice.browserDetails, ...within(device.browserDetails) }
  return { ...particulars, device: { ...wholeDevice, ...device, browserDetails } }
}

const anyFacts = fc
  .record(
    {
      particulars: fc
        .tuple(anyParticulars(), fc.integer({ min: 0, max: 9 }))
        .map(([given, whole]) => (whole > 0 ? completed(given) : given)),
      cardNumber: fc.constantFrom(
        '5123450000000008',
        '4508750015741019',
        '4000000000000',
        '6799990100000000019',
      ),
      expiry: fc.record({ month: fc.integer({ min: 1, max: 12 }), year: fc.integer({ min: 0, max: 99 }) }),
      cardholderName: fc.constantFrom(
        'JO DOE',
        'X',
        'José Núñez',
        '山田太郎',
        ' ',
        'a'.repeat(256),
        'N/A 😀',
      ),
      amount: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
      currency: fc.constantFrom('USD', 'JPY', 'KWD', 'EUR'),
      methodCompletion: fc.constantFrom('Y' as const, 'N' as const, 'U' as const),
      earlierMethodRun: fc.constant(id),
      prior: fc.record({
        ...{
          acsTransactionId: fc.constantFrom(id, id.toUpperCase(), 'none'),
          dsTransactionId: fc.constant(id),
        },
        ...{ wasChallenged: fc.boolean(), atMs: fc.integer({ min: 0, max: nowMs }) },
      }),
      channel: fc.constantFrom('PAYER_BROWSER', 'PAYER_BROWSER', 'MERCHANT_REQUESTED'),
    },
    {
      requiredKeys: ['particulars', 'cardNumber', 'amount', 'currency', 'methodCompletion', 'channel'],
    },
  )
  .map(ask => ({
    ...ask,
    serverTransactionId: id,
    challengeCallback: 'https://pay.example/3ds/callback/abc',
  }))

const around: Omit<RequestFacts, 'ask' | 'version'> = {
  merchant: {
    ...{ merchantId: 'M', directoryServer: 'scheme-a', requestorId: 'REQ', requestorName: 'Shop' },
    ...{ requestorUrl: 'https://shop.example', acquirerBin: '412345', acquirerMerchantId: 'ACQ-M' },
    ...{ acquirerCountry: 'GBR', category: '5999', country: 'IRL', name: 'Shop Limited' },
  },
  directoryServer: {
    results: { address: 'https://results.example/a', port: 1, certificate: '', key: '' },
  },
  server: { referenceNumber: 'REF' },
  nowMs,
}

const purposes = ['PAYMENT_TRANSACTION', 'ADD_CARD', 'MAINTAIN_CARD'] as const
const cases = protocolVersions.flatMap(version => purposes.map(purpose => ({ version, purpose })))

/** Without these no browser's request can be written, and nothing is made up. */
const texts = /^device\.(?:browser|browserDetails\.(?:acceptHeaders|language|acceptLanguage))$/
const ofScript = /^device\.browserDetails\.(?:colorDepth|javaEnabled|screenHeight|screenWidth|timeZone)$/

/** Text may be such that nothing is left of it; of numbers and flags any will do. */
function isExcused(name: string, { version, ask }: Pick<RequestFacts, 'version' | 'ask'>): boolean {
  if (ask.channel === 'MERCHANT_REQUESTED') return version === '2.1.0' && name === 'authentication.channel'
  return texts.test(name) || (ofScript.test(name) && valueAt(ask.particulars, name) === undefined)
}

const valueAt = (particulars: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => within(value)[name], particulars)

/**
 * Holds requests against the third reader and the directory server's own, each case in all versions and for
 * all purposes; returns how many requests there were.
 */
export function requestsThatAllTake(numRuns: number): number {
  let written = 0
  fc.assert(
    fc.property(anyFacts, given => {
      for (const { version, purpose } of cases) {
        const facts = { ...around, version, ask: { ...given, purpose } }
        const composed = areqOf(facts)
        if ('lacks' in composed) {
          expect(composed.lacks.filter(name => !isExcused(name, facts))).toEqual([])
          continue
        }
        written++
        const text = writeMessage('AReq', version, composed.content)
        const findings = judgeSender(text, { version, atMs: nowMs })
        if (findings.length > 0) expect([version, purpose, findings]).toEqual([])
        const taken = readByDirectory(text, {
          tables: { AReq: authenticationRequestTable },
          versions: [version],
        })
        if ('error' in taken) expect([version, purpose, taken.error]).toEqual([])
      }
    }),
    { numRuns },
  )
  return written
}

export const casesEach: number = cases.length
