import { expect, test } from 'vitest'
import { readMessage } from '../../../src/threeDSecure/emv/codec.ts'
import { aboutBefore, eachKindAndVersion, goodMessages } from '../checker/goldens.ts'
import { mutantsOf } from '../checker/mutants.ts'
import { versions } from '../checker/seen.ts'
import { disagreementsOn } from './agreement.ts'

const heard = eachKindAndVersion.filter(([kind]) => ['ARes', 'RReq', 'CRes', 'PRes', 'OReq'].includes(kind))

test.each(heard)('every single fault of %s of %s gets the code that the tables demand', (kind, version) => {
  expect(disagreementsOn(kind, version)).toEqual([])
})

test.each(versions)(
  'an Erro of %s is taken for one whatever is wrong with it: it must not be answered',
  version => {
    const about = aboutBefore('Erro', version)
    const mutants = goodMessages('Erro', version).flatMap(message =>
      mutantsOf(JSON.stringify(message), about),
    )
    const others = mutants.filter(({ name, text, codes }) => {
      const isStillOne = !name.startsWith('messageType') && codes[0] !== '101'
      return isStillOne && 'erro' in readMessage(text, { kinds: ['ARes', 'Erro'], version })
    })
    expect(others.map(({ name }) => name)).toEqual([])
    expect(mutants.length).toBeGreaterThan(40)
  },
)
