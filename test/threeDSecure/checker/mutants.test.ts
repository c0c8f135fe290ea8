import { describe, expect, test } from 'vitest'
import { aboutBefore, eachKindAndVersion, goodMessages } from './goldens.ts'
import { judge } from './judgement.ts'
import { mutantsOf } from './mutants.ts'

describe.each(eachKindAndVersion)('mutants of %s in %s', (kind, version) => {
  const about = aboutBefore(kind, version)

  test('get the code that the tables demand, and what is no fault gets none', () => {
    // The requests of one version differ in a few fields: one of them is enough here.
    const good = goodMessages(kind, version).slice(0, kind === 'AReq' ? 1 : undefined)
    const wrong = good.flatMap(message =>
      mutantsOf(JSON.stringify(message), about).flatMap(({ name, text, codes }) => {
        const found = judge(text, about).map(({ code }) => code)
        const isAsDemanded =
          codes.length === 0
            ? found.length === 0
            : found.length > 0 && found.every(code => codes.includes(code))
        return isAsDemanded ? [] : [`${name} demands ${codes}, found ${found}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

test('a message has hundreds of mutants, of every sort', () => {
  const [request = {}] = goodMessages('AReq', '2.3.1')
  const mutants = mutantsOf(JSON.stringify(request))
  expect(mutants.length).toBeGreaterThan(500)
  expect(new Set(mutants.map(({ text }) => text)).size).toBe(mutants.length)
  const sorts = new Set(mutants.map(({ codes: [code = 'none'] }) => code))
  expect([...sorts].sort()).toEqual(['101', '102', '201', '202', '203', '204', '207', '304', 'none'])
  const names = new Set(mutants.map(({ name }) => name))
  expect(names).toContain('mobilePhone.cc: missing')
  expect(names).toContain('threeDSRequestorChallengeInd: an element twice')
})
