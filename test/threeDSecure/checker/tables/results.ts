import * as form from '../forms.ts'
import { onChannels, requiredIf, row } from '../rows.ts'
import { isPayment, type Seen, textIn } from '../seen.ts'
import type { Condition, Row } from '../shapes.ts'
import { messageExtension } from './extension.ts'

const { array, codes, oneOf, text } = form

const status = (...values: readonly string[]) => {
  const wanted = new Set(values)
  return ({ message }: Seen) => wanted.has(textIn(message, 'transStatus') ?? '')
}

/** The proof of a payment goes with Y and A; a directory server may have one for I and for non-payments. */
const ofProof: Condition = seen => {
  if (!isPayment(seen) || status('I')(seen)) return 'optional'
  if (status('Y', 'A')(seen)) return 'required'
  return status('N', 'U', 'R', 'C', 'D', 'S')(seen) ? 'excluded' : 'optional'
}

const reasons = [codes('01-21 80-99'), codes('01-26 80-99'), codes('01-30 80-99')] as const
const proofs = [form.base64OfTwentyBytes, form.base64OfTwentyBytes, text(1, 4000)] as const
const noticeText = text(1, 128)
const notices = [
  noticeText,
  noticeText,
  form.object(
    row('text', 'OOO', noticeText),
    row('issuerImage', 'OOO', form.any),
    row('paymentSystemImage', 'OOO', form.any),
  ),
] as const
const methods = array(codes('01-16'), 1, 99)

const ids: readonly Row[] = ['threeDSServerTransID', 'dsTransID', 'acsTransID'].map(name =>
  row(name, 'RRR', form.uuid),
)

const judgement: readonly Row[] = [
  row(
    'transStatusReason',
    'CCC',
    reasons,
    requiredIf(seen => isPayment(seen) && status('N', 'U', 'R')(seen)),
  ),
  row('authenticationValue', 'CCC', proofs, ofProof),
  row('eci', 'CCC', text(2, 2)),
  row('cardholderInfo', 'OCC', notices),
  row('transStatusReasonInfo', '--O', text(1, 256)),
  row('whiteListStatus', '-O-', oneOf('Y', 'N', 'E', 'P', 'R', 'U')),
  row('whiteListStatusSource', '-O-', codes('01-03')),
  row('trustListStatus', '--O', oneOf('Y', 'N', 'E', 'P', 'R', 'U')),
  row('trustListStatusSource', '--O', codes('01-03')),
  row('deviceBindingStatus', '--O', form.any),
  row('deviceBindingStatusSource', '--O', form.any),
  messageExtension,
]

const ofChallenge = requiredIf(status('C', 'D'))

export const ares: readonly Row[] = [
  row('messageType', 'RRR', oneOf('ARes')),
  row('messageVersion', 'RRR', form.protocolVersion),
  ...ids,
  row('acsReferenceNumber', 'RRR', text(1, 32)),
  row('dsReferenceNumber', 'RRR', text(1, 32)),
  row('acsOperatorID', 'CCC', text(1, 32)),
  row(
    'transStatus',
    'CCC',
    [
      oneOf('Y', 'N', 'U', 'A', 'C', 'R'),
      oneOf('Y', 'N', 'U', 'A', 'C', 'R', 'D', 'I'),
      oneOf('Y', 'N', 'U', 'A', 'C', 'R', 'D', 'I', 'S'),
    ],
    requiredIf(isPayment),
  ),
  ...judgement,
  ...onChannels(['02', '03'], row('acsURL', 'CCC', form.address(2048, 'https'), requiredIf(status('C')))),
  row('acsChallengeMandated', 'CCC', oneOf('Y', 'N'), ofChallenge),
  row('authenticationType', 'CC-', [codes('01-04'), codes('01-04'), form.any], ofChallenge),
  row('authenticationMethod', '--C', methods, ofChallenge),
  row('acsDecConInd', '-CC', oneOf('Y', 'N'), requiredIf(status('D'))),
  row('transChallengeExemption', '--O', form.listed('05', '08', '10', '11', '79')),
  ...['spcTransData', 'webAuthnCredList', 'cardSecurityCodeStatus', 'broadInfo'].map(name =>
    row(name, '--O', form.any),
  ),
]

const ofDecision = requiredIf(status('Y', 'N'))
const isDecoupled = ({ ares }: Seen) => textIn(ares, 'acsDecConInd') === 'Y'

export const rreq: readonly Row[] = [
  row('messageType', 'RRR', oneOf('RReq')),
  row('messageVersion', 'RRR', form.protocolVersion),
  ...ids,
  row('messageCategory', 'RRR', codes('01-02 80-99')),
  row(
    'transStatus',
    'CCC',
    [oneOf('Y', 'N', 'U', 'A', 'R'), oneOf('Y', 'N', 'U', 'A', 'R'), oneOf('Y', 'N', 'U', 'A', 'R', 'D')],
    requiredIf(isPayment),
  ),
  ...judgement,
  row('authenticationType', 'CC-', [codes('01-04'), codes('01-04'), form.any], ofDecision),
  row('authenticationMethod', '--C', methods, ofDecision),
  row('interactionCounter', 'RCC', form.digits(2, 2), seen => (isDecoupled(seen) ? 'optional' : 'required')),
  row(
    'challengeCancel',
    'CCC',
    [codes('01 03-08'), codes('01 03-08'), codes('01 03-10')],
    requiredIf(({ message }) => textIn(message, 'transStatusReason') === '14'),
  ),
  row(
    'challengeErrorReporting',
    '--C',
    { type: 'object', rows: [] },
    requiredIf(({ message }) => ['09', '10'].includes(textIn(message, 'challengeCancel') ?? '')),
  ),
]

export const rres: readonly Row[] = [
  row('messageType', 'RRR', oneOf('RRes')),
  row('messageVersion', 'RRR', form.protocolVersion),
  ...ids,
  row('resultsStatus', 'RRR', [codes('01-03'), codes('01-03'), codes('01-04')]),
  messageExtension,
]
