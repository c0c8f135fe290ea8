// Where our reader and the tables of the checker differ.

import { readMessage } from '../../../src/threeDSecure/emv/codec.ts'
import type { MessageKind } from '../../../src/threeDSecure/emv/messages/catalogue.ts'
import type { ProtocolVersion } from '../../../src/threeDSecure/emv/settings.ts'
import { aboutBefore, goodMessages } from '../checker/goldens.ts'
import { mutantsOf } from '../checker/mutants.ts'

/** Our reader with what it knows where such a message comes: the request before it, and its ids. */
function readerOf(kind: MessageKind, version: ProtocolVersion) {
  const { areq = '{}', ares = '{}', preq = '{}' } = aboutBefore(kind, version).conversation ?? {}
  const asked = JSON.parse(areq)
  const { threeDSServerTransID, acsTransID, dsTransID } = {
    ...JSON.parse(preq),
    ...asked,
    ...JSON.parse(ares),
  }
  const ids = { threeDSServerTransID, acsTransID, dsTransID }
  return (text: string) => {
    const reading = readMessage(text, { kinds: [kind], version, ids, ...(kind === 'ARes' && { asked }) })
    return 'erro' in reading ? reading.erro : undefined
  }
}

/** Of these the checker names the field that has them, and we their ids or nothing. */
const isNamedOtherwise = (code: string) => ['101', '102', '202'].includes(code)

/** An object whose only field is missing is empty itself. */
const isIn = (fields: readonly string[], name: string) =>
  fields.some(field => field === name || field.startsWith(`${name}.`))

/** Good messages are read, and every single fault gets a code that is demanded and names the field. */
export function disagreementsOn(kind: MessageKind, version: ProtocolVersion): readonly string[] {
  const about = aboutBefore(kind, version)
  const read = readerOf(kind, version)
  return goodMessages(kind, version).flatMap(message => {
    const good = JSON.stringify(message)
    const mutants = mutantsOf(good, about).flatMap(({ name, text, codes, fields, mayPass }) => {
      // Ranges are read as a stream, elsewhere.
      if (name.startsWith('cardRangeData')) return []
      const erro = read(text)
      if (erro === undefined)
        return codes.length === 0 || mayPass ? [] : [`${name}: demands ${codes}, was read`]
      const { errorCode, errorDetail } = erro
      const isNamed = isNamedOtherwise(errorCode) || errorDetail.split(',').some(each => isIn(fields, each))
      return codes.includes(errorCode) && isNamed
        ? []
        : [`${name}: demands ${codes} ${fields}, got ${errorCode} ${errorDetail}`]
    })
    const erro = read(good)
    return erro === undefined ? mutants : [...mutants, `good, got ${erro.errorCode} ${erro.errorDetail}`]
  })
}
