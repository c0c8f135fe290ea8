import { hash } from 'node:crypto'
import type { AcquirerAnswer, AcquirerAsk } from '../../acquirers/port.ts'
import { maskedNumber } from '../../standards/cardNumber.ts'
import { emvElement, emvTags } from '../../standards/emv.ts'
import { presentationIn } from './pointOfSale.ts'

/** What the issuer tells the chip; nothing to those who did not read one, or where nobody decided. */
export function issuerChipTags(ask: AcquirerAsk, answer: AcquirerAnswer): { readonly emvResponse?: string } {
  const { emv } = presentationIn(ask)
  if (emv === undefined || (answer.outcome !== 'approved' && answer.outcome !== 'declined')) return {}
  const code = hexOf(answer.acquirerCode)
  // Of the number only what answers show: tags that depend on all of it would let others find the rest.
  const account = ask.card ? maskedNumber(ask.card.number) : ''
  const basis = [emvTags(emv).get('9F26') ?? '', answer.acquirerCode, account].join('\n')
  const script =
    answer.gatewayCode === 'BLOCKED' ? blockingScript(responseCryptogram(`${basis}\nscript`)) : ''
  return { emvResponse: emvElement('8A', code) + emvElement('91', responseCryptogram(basis) + code) + script }
}

/** A script with one command, that of blocking the application. */
const blockingScript = (mac: string): string => emvElement('72', emvElement('86', `841E000008${mac}`))

/** Eight bytes that look like a cryptogram: there is no key of the card to make a real one with. */
const responseCryptogram = (basis: string): string => hash('sha256', basis).slice(0, 16).toUpperCase()

const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex').toUpperCase()
