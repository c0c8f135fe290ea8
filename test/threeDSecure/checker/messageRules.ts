import type { Finding } from './findings.ts'
import { isArray, isObject, type JsonObject } from './json.ts'
import { type Rule, ruleThat } from './rule.ts'
import { kinds, type Seen, textIn, textsIn } from './seen.ts'

const status = ({ message }: Seen) => textIn(message, 'transStatus')
const wishes = ({ areq }: Seen) => textsIn(areq, 'threeDSRequestorChallengeInd')

const ofRequests: readonly Rule[] = [
  ruleThat(
    ['AReq'],
    { code: '203', fields: ['messageCategory'], why: '2.1.0 has no payments without the payer' },
    ({ version, message }) =>
      version === '2.1.0' && message.deviceChannel === '03' && message.messageCategory === '01',
  ),
  ruleThat(
    ['AReq'],
    { code: '203', fields: ['threeDSCompInd'], why: 'a method run used again counts as finished' },
    ({ version, message }) =>
      version === '2.3.1' && message.threeDSMethodId !== undefined && message.threeDSCompInd !== 'Y',
  ),
  ruleThat(
    ['AReq'],
    { code: '203', fields: ['purchaseDate'], why: 'more than 30 minutes off' },
    ({ version, message, about: { atMs } }) =>
      version === '2.3.1' && atMs !== undefined && minutesOff(textIn(message, 'purchaseDate'), atMs) > 30,
  ),
]

function minutesOff(date: string | undefined, atMs: number): number {
  const written = date?.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
  const off = Math.abs(Date.parse(written ?? '') - atMs) / 60_000
  return Number.isNaN(off) ? 0 : off
}

const ofStatus = (why: string) => ({ code: '203', fields: ['transStatus'], why })

/** Which answers a request can get. Decoupled and on-device confirmation are never asked for here. */
const ofAnswers: readonly Rule[] = [
  ruleThat(
    ['ARes'],
    ofStatus('no challenge where only data was shared'),
    seen => status(seen) === 'C' && wishes(seen).includes('06'),
  ),
  ruleThat(
    ['ARes'],
    ofStatus('no challenge where there is no payer'),
    seen => ['C', 'S'].includes(status(seen) ?? '') && textIn(seen.areq, 'deviceChannel') === '03',
  ),
  ruleThat(
    ['ARes'],
    ofStatus('information only where an exemption or data sharing was asked for'),
    seen =>
      status(seen) === 'I' &&
      seen.areq !== undefined &&
      seen.about.isInformationByRule !== true &&
      !wishes(seen).some(wish => ['05', '06', '07'].includes(wish)),
  ),
  ruleThat(
    ['ARes'],
    ofStatus('decoupled authentication was not asked for'),
    seen =>
      status(seen) === 'D' && !['Y', 'B'].includes(textIn(seen.areq, 'threeDSRequestorDecReqInd') ?? ''),
  ),
  ruleThat(
    ['ARes'],
    ofStatus('confirmation on the device was not offered'),
    seen => status(seen) === 'S' && textIn(seen.areq, 'threeDSRequestorSpcSupport') !== 'Y',
  ),
]

const ofResults: readonly Rule[] = [
  ruleThat(
    ['RReq'],
    ofStatus('decoupled authentication was not asked for'),
    seen =>
      status(seen) === 'D' && !['F', 'B'].includes(textIn(seen.areq, 'threeDSRequestorDecReqInd') ?? ''),
  ),
  ruleThat(
    ['RReq'],
    { code: '203', fields: ['challengeCancel'], why: 'a challenge that timed out was ended by the clock' },
    ({ message }) =>
      message.transStatusReason === '14' &&
      message.challengeCancel !== undefined &&
      !['04', '05'].includes(textIn(message, 'challengeCancel') ?? ''),
  ),
  ruleThat(
    ['RReq'],
    { code: '203', fields: ['messageCategory'], why: 'not the category that was asked for' },
    ({ message, areq }) => areq !== undefined && message.messageCategory !== areq.messageCategory,
  ),
]

const inAll = 81_920

const ofExtensions: readonly Rule[] = [
  { kinds, findings: seen => criticalUnknown(seen) },
  ruleThat(
    kinds,
    { code: '203', fields: ['messageExtension'], why: 'all extensions together are too long' },
    ({ message }) =>
      isArray(message.messageExtension) && JSON.stringify(message.messageExtension).length > inAll,
  ),
]

function criticalUnknown({ message, about }: Seen): readonly Finding[] {
  const given = message.messageExtension
  const extensions: readonly JsonObject[] = isArray(given) ? given.filter(isObject) : []
  const unknown = extensions
    .filter(({ criticalityIndicator }) => criticalityIndicator === true)
    .flatMap(extension => textIn(extension, 'id') ?? [])
    .filter(id => !about.extensions?.includes(id))
  return unknown.length > 0 ? [{ code: '202', fields: unknown, why: 'critical and not understood' }] : []
}

export const messageRules: readonly Rule[] = [...ofRequests, ...ofAnswers, ...ofResults, ...ofExtensions]
