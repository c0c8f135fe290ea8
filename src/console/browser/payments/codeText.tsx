import { gatewayCodes } from '../../../standards/paymentCodes.ts'
import { StatusBadge, toneOf } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { codeWords, namedCode, readable } from './codeWords.ts'
import { outcomeWordOf, outcomeWords } from './outcomeWords.ts'

/** What a status, a result or a type is called. */
export function useCodeName(): (code: string) => string {
  const say = useWords(codeWords)
  return code => {
    const known = namedCode(code)
    return known ? say(known) : readable(code)
  }
}

export function CodeBadge({ code }: { readonly code: string }) {
  const name = useCodeName()
  return <StatusBadge tone={toneOf(code)}>{name(code)}</StatusBadge>
}

/** A gateway code; the sentence about it when one points at it. */
export function GatewayCodeText({ code }: { readonly code: string }) {
  const say = useWords(outcomeWords)
  const known = gatewayCodes.find(one => one === code)
  return <span title={known && say(outcomeWordOf(known))}>{readable(code)}</span>
}
