// The response codes (field 39) of the acquirer host: two characters in 1987, three digits in 1993. Where the
// dialect's own table gives a code another meaning, a code of that table is taken.

import type { Dialect } from '../acquirers/iso8583/dialects/dialect.ts'
import type { GatewayCode } from '../orders/transaction.ts'
import { gatewayCodes } from '../standards/paymentCodes.ts'
import { isApproval, replyFor } from './testCards.ts'

export type HostCodes = {
  /** The code for a decision. */
  of(gatewayCode: GatewayCode): string
  /** A code of the 1987 standard, as this generation writes it. */
  written(code1987: string): string
  readonly reversalAccepted: string
  readonly approved: string
  readonly partial: string
  readonly notFound: string
  readonly invalid: string
  readonly wrongOriginalAmount: string
  readonly duplicate: string
  readonly format: string
  readonly notSignedOn: string
}

/** 1993 for 1987. */
const codes1993: ReadonlyMap<string, string> = new Map([
  ['00', '000'],
  ['01', '107'],
  ['04', '200'],
  ['05', '100'],
  ['06', '199'],
  ['09', '923'],
  ['10', '002'],
  ['12', '902'],
  ['13', '110'],
  ['25', '914'],
  ['30', '904'],
  ['51', '116'],
  ['54', '101'],
  ['55', '117'],
  ['62', '104'],
  ['64', '110'],
  ['68', '911'],
  ['81', '199'],
  ['91', '907'],
  ['94', '913'],
  ['96', '909'],
])

export function createHostCodes(dialect: Dialect): HostCodes {
  const is1993 = dialect.generation === '1993'
  const written = (code: string) => (is1993 ? (codes1993.get(code) ?? '199') : code)
  const byDecision = new Map(
    gatewayCodes.map(gatewayCode => [
      gatewayCode,
      isApproval(gatewayCode) && gatewayCode !== 'PARTIALLY_APPROVED'
        ? written('00')
        : codeMeaning(dialect, gatewayCode, written(replyFor(gatewayCode).acquirerCode)),
    ]),
  )
  return {
    of: gatewayCode => byDecision.get(gatewayCode) ?? written('05'),
    written,
    reversalAccepted: is1993 ? '400' : '00',
    approved: written('00'),
    partial: written('10'),
    notFound: written('25'),
    invalid: written('12'),
    wrongOriginalAmount: written('64'),
    duplicate: written('94'),
    format: written('30'),
    notSignedOn: written('91'),
  }
}

function codeMeaning({ responseCodes }: Dialect, gatewayCode: GatewayCode, usual: string): string {
  if (responseCodes[usual]?.gatewayCode === gatewayCode) return usual
  const [other] =
    Object.entries(responseCodes).find(([, meaning]) => meaning.gatewayCode === gatewayCode) ?? []
  return other ?? usual
}
