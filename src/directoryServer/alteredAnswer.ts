// An answer to an authentication request (ARes) with a fault on command.

import { randomUUID } from 'node:crypto'
import type { answerFaults, HitFault } from './faults.ts'
import { methodField } from './issuer.ts'
import type { WireMessage } from './tables/forms.ts'
import type { SpokenVersion } from './versions.ts'

export type AnswerFault = HitFault<keyof typeof answerFaults>

/** The status that a fault puts in the place of the issuer's. */
export function forcedStatus(fault: AnswerFault | undefined): string | undefined {
  switch (fault?.name) {
    case 'ares-challenge':
      return 'C'
    case 'ares-decoupled':
      return 'D'
    case 'ares-spc':
      return 'S'
    case 'ares-information':
      return 'I'
    default:
      return undefined
  }
}

export function alteredAnswer(
  answer: WireMessage,
  fault: AnswerFault | undefined,
  version: SpokenVersion,
): string {
  const text = JSON.stringify({ ...answer, ...(fault && alteration(answer, fault, version)) })
  // No object can say it twice.
  return fault?.name === 'ares-twice' ? text.replace(/^\{/, '{"transStatus":"Y",') : text
}

function alteration(
  answer: WireMessage,
  { name }: AnswerFault,
  version: SpokenVersion,
): Readonly<Record<string, unknown>> {
  switch (name) {
    case 'ares-wrong-id':
      return { threeDSServerTransID: randomUUID() }
    case 'ares-decoupled':
      return { acsChallengeMandated: 'Y', acsDecConInd: 'Y', ...methodField(version) }
    case 'ares-number':
      return { eci: Number(answer.eci ?? 7), transStatusReason: 1 }
    case 'ares-extra':
      return { unheardOf: 'value', nested: { unheardOf: [1, true, null] }, eci2: '99' }
    case 'ares-critical':
      return {
        messageExtension: [
          { name: 'unheard of', id: 'A000000999-001', criticalityIndicator: true, data: {} },
        ],
      }
    case 'ares-missing':
      return { dsTransID: undefined }
    case 'ares-version':
      return { messageVersion: version === '2.2.0' ? '2.3.1' : '2.2.0' }
    case 'ares-reason':
      return { transStatus: 'N', transStatusReason: '79' }
    default:
      return {}
  }
}
