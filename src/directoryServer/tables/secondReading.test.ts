import { describe, expect, test } from 'vitest'
import { goodMessages } from '../../../test/threeDSecure/checker/goldens.ts'
import { mutantsOf } from '../../../test/threeDSecure/checker/mutants.ts'
import { readMessage } from '../readMessage.ts'
import { spokenVersions } from '../versions.ts'
import { authenticationRequestTable } from './areq.ts'
import {
  challengeRequestTable,
  errorTable,
  preparationRequestTable,
  resultsResponseTable,
} from './otherMessages.ts'

const tables = {
  ...{ AReq: authenticationRequestTable, PReq: preparationRequestTable, CReq: challengeRequestTable },
  ...{ RRes: resultsResponseTable, Erro: errorTable },
} as const

const kinds = ['AReq', 'PReq', 'CReq', 'RRes', 'Erro'] as const
const cases = kinds.flatMap(kind => spokenVersions.map(version => [kind, version] as const))

/** The tables here and those of the judge of messages were written by two readers of the same facts. */
describe.each(cases)('%s of %s', (kind, version) => {
  const codeOf = (text: string) => {
    const read = readMessage(text, { tables: { [kind]: tables[kind] }, versions: [version] })
    return 'error' in read ? read.error.code : undefined
  }

  test('what is good is taken, and each mutant is refused as the other reader wants it', () => {
    // The requests of one version differ in a few fields: mutants of one of them are enough here.
    const differences = goodMessages(kind, version).flatMap((message, index) => {
      const good = codeOf(JSON.stringify(message))
      const own = good === undefined ? [] : [`a good message: ${good}`]
      if (kind === 'AReq' && index > 0) return own
      const others = mutantsOf(JSON.stringify(message)).flatMap(({ name, text, codes, mayPass }) => {
        const code = codeOf(text)
        const isAgreed = code === undefined ? codes.length === 0 || mayPass : codes.includes(code)
        return isAgreed ? [] : [`${name}: ${code ?? 'taken'} instead of ${codes.join(' or ') || 'taken'}`]
      })
      return [...own, ...others]
    })
    expect([...new Set(differences)]).toEqual([])
  })
})
