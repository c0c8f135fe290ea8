import { gatewayCodes } from '../../../standards/paymentCodes.ts'
import { StatusBadge, toneOf } from '../components/statusBadge.tsx'
import { useWords } from '../language.tsx'
import { apiCodeWords, isApiCode } from './apiCodeWords.ts'
import { codeWords, namedCode, readable } from './codeWords.ts'
import { outcomeWordOf, outcomeWords } from './outcomeWords.ts'

/** What a status, a result or a type is called, or else a code of the API. */
export function useCodeName(): (code: string) => string {
  const say = useWords(codeWords)
  const apiName = useApiCodeName()
  return code => {
    const known = namedCode(code)
    return known ? say(known) : apiName(code)
  }
}

/** What a gateway code is called, where it could be taken for a status. */
export function useApiCodeName(): (code: string) => string {
  const say = useWords(apiCodeWords)
  return code => (isApiCode(code) ? say(code) : readable(code))
}

export function CodeBadge({ code }: { readonly code: string }) {
  const name = useCodeName()
  return <StatusBadge tone={toneOf(code)}>{name(code)}</StatusBadge>
}

/** A gateway code; as the API writes it, and the sentence about it, when one points at it. */
export function GatewayCodeText({ code }: { readonly code: string }) {
  const say = useWords(outcomeWords)
  const name = useApiCodeName()
  const known = gatewayCodes.find(one => one === code)
  return <span title={known && `${code}: ${say(outcomeWordOf(known))}`}>{name(code)}</span>
}
