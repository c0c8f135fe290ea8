// How a payer was authenticated, as explain prints it: whom was asked, what was said, and on whose word the
// outcome rests.

import type { ExplainedAuthentication, ExplainedCode } from '../contract/explanation.ts'
import type { Content } from '../contract/kit/content.ts'
import { pairLines, printable } from './output.ts'

export function authenticationLines(told: ExplainedAuthentication | undefined): readonly string[] {
  if (!told) return []
  const { directoryServer, protocolVersion, prior, evidence = {} } = told
  const asked = `${directoryServer}, EMV 3-D Secure ${protocolVersion}`
  const rows = [
    ['directory server', asked],
    ['status', codeText(told.status)],
    ['reason', codeText(told.reason)],
    ['challenge', codeText(told.challengeCancel)],
    [
      'on whose word',
      `${authorities[told.saidBy]}${told.knownFrom === undefined ? '' : ` ${told.knownFrom}`}`,
    ],
    ["the gateway's id", told.serverTransactionId],
    ["directory server's id", told.dsTransactionId],
    ["issuer's id", told.acsTransactionId],
    ['reminded of', prior && priorText(prior)],
    ...Object.entries(evidence),
  ] as const
  const given = rows.filter(([, text]) => text !== undefined)
  return pairLines(given.map(([name, text]) => [printable(name), printable(text ?? '', textMax)] as const))
}

const textMax = 200

const codeText = (coded: ExplainedCode | undefined): string | undefined =>
  coded && `${coded.code}: ${coded.meaning}`

const authorities = {
  ISSUER: "The issuer's.",
  NOBODY: "Nobody's.",
  NOBODY_YET: 'Nobody has decided yet.',
} as const satisfies Record<ExplainedAuthentication['saidBy'], string>

const priorText = ({ time, acsTransactionId, wasChallenged }: Content): string =>
  `${acsTransactionId} of ${time}, ${wasChallenged ? 'with' : 'without'} a challenge`

type StepText = { readonly text: string; readonly used: readonly string[] }

/** `AReq to scheme-a, version 2.2.0`. */
export function sentWording(facts: Content): StepText {
  const { messageType, directoryServer, protocolVersion, text, isUncertain } = facts
  const parts = [
    `${messageType} to ${directoryServer}${erroWords(text)}`,
    ...(protocolVersion === undefined ? [] : [`version ${protocolVersion}`]),
    ...(isUncertain ? ['it may not have gone out'] : []),
  ]
  return {
    text: parts.join(', '),
    used: ['messageType', 'directoryServer', 'protocolVersion', 'text', 'code', 'isUncertain'],
  }
}

export const returnWording = (): StepText => ({
  text: "the payer's browser is back from the challenge; what it says proves nothing",
  used: [],
})

/** An answer or a result, and how often a result came. The ids are told below, unless they are others. */
export function receivedWording(facts: Content): StepText {
  const { messageType, directoryServer, transStatus, meaning, hasOtherIds, isRefused, text } = facts
  const { transStatusReason, reason, challengeCancel, cancelled, repeats, contradictions } = facts
  const parts = [
    `${messageType} from ${directoryServer}${erroWords(text)}${statusWords(transStatus, meaning)}`,
    ...(isRefused ? ['it breaks the rules of the protocol, and is not used'] : []),
    ...(transStatusReason === undefined ? [] : [`reason ${transStatusReason}, ${reason}`]),
    ...(challengeCancel === undefined ? [] : [`cancelled ${challengeCancel}, ${cancelled}`]),
    ...(hasOtherIds ? ['with other ids than the answer: it does not count'] : []),
    ...(repeats === undefined ? [] : [`it came again ${times(repeats)}`]),
    ...(contradictions === undefined
      ? []
      : [`it came with other words ${times(contradictions)}, and the first stands`]),
  ]
  const ids = hasOtherIds ? [] : ['acsTransactionId', 'dsTransactionId']
  return {
    text: parts.join('; '),
    used: [
      ...['messageType', 'directoryServer', 'transStatus', 'meaning', 'transStatusReason', 'reason'],
      ...['challengeCancel', 'cancelled', 'hasOtherIds', 'repeats', 'contradictions', ...ids],
      ...['isRefused', 'text', 'code'],
    ],
  }
}

const erroWords = (text: unknown): string =>
  text === undefined ? '' : `: ${String(text).replace(/^Erro /, '')}`

const statusWords = (transStatus: unknown, meaning: unknown): string =>
  transStatus === undefined ? '' : `: ${transStatus}, ${meaning}`

const times = (count: unknown): string => (count === 1 ? 'once' : `${count} times`)
