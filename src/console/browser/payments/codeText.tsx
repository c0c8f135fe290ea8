import { VisuallyHidden } from '@mantine/core'
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

type GatewayCodeProps = {
  readonly code: string
  /** Where there is room for it, everybody sees the code; elsewhere readers say it, and pointers show it. */
  readonly isCodeShown?: boolean
}

/** What a gateway code is called, and the code as the API writes it, unless both are the same. */
export function GatewayCodeText({ code, isCodeShown = false }: GatewayCodeProps) {
  const say = useWords(outcomeWords)
  const name = useApiCodeName()(code)
  const known = gatewayCodes.find(one => one === code)
  const isSame = name.toUpperCase().replaceAll(' ', '_') === code
  const written = isCodeShown ? <bdi className="soft">{code}</bdi> : <VisuallyHidden>({code})</VisuallyHidden>
  return (
    <span title={known && `${code}: ${say(outcomeWordOf(known))}`}>
      {name}
      {!isSame && <> {written}</>}
    </span>
  )
}
