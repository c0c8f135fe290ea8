// What logs, operators and merchants see of texts that directory servers and issuers wrote. They may repeat
// what they were sent: what could be card data is not shown.

import { holdsCardData } from '../../standards/cardDataInText.ts'

/** On one line, and not longer than people read. */
export function shownText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return holdsCardData(line) ? '(not shown: it could be card data)' : line.slice(0, charactersMax)
}

const charactersMax = 300

type Erro = {
  readonly errorCode?: string | undefined
  readonly errorComponent?: string | undefined
  readonly errorDetail?: string | undefined
}

/** Its code, who says so, and which fields. */
export function erroText({ errorCode = 'without a code', errorComponent, errorDetail }: Erro): string {
  const by = errorComponent === undefined ? '' : ` of ${components.get(errorComponent) ?? errorComponent}`
  return `Erro ${errorCode}${by}${errorDetail === undefined ? '' : `: ${shownText(errorDetail)}`}`
}

const components: ReadonlyMap<string, string> = new Map([
  ['A', 'the access control server'],
  ['C', "the app's 3-D Secure software"],
  ['D', 'the directory server'],
  ['S', 'the 3-D Secure server'],
])
