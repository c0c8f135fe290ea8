import { describe, expect, test } from 'vitest'
import { bodyWith, parentOf, pathOf } from './body.ts'
import { type Finding, isMissed, judgeField } from './judge.ts'
import { samplesOf } from './samples.ts'
import { type Row, requestRows, titleOf } from './table.ts'
import { mandatoryIn, newsAt, strangersTo, versionsOf } from './tours.ts'

describe('every request field of the specification', () => {
  for (const row of requestRows) {
    test(titleOf(row), () => {
      const complaints = [...valueComplaints(row), ...presenceComplaints(row), ...strangerComplaints(row)]
      expect(complaints, complaints.slice(0, 12).join('\n')).toEqual([])
    })
  }
})

describe('lists', () => {
  for (const row of requestRows.filter(({ field }) => field.endsWith('[n]'))) {
    const longest = row.field === 'order.item[n]' || row.field === 'transaction.item[n]' ? 1_000 : 99
    test(`spec 10 ${row.field} holds at most ${longest}`, () => {
      for (const { operation, version } of versionsOf(row)) {
        const verdict = (length: number) => judgeList({ row, operation, version, length })?.validationType
        expect([operation, version, verdict(longest)]).toEqual([operation, version, undefined])
        expect([operation, version, verdict(longest + 1)]).toEqual([operation, version, 'INVALID'])
      }
    })
  }
})

test('spec 2.3 order.custom names are 1 to 99 letters and digits', () => {
  const verdict = (name: string) => {
    const field = `order.custom.${name}`
    const body = { order: { custom: { [name]: 'x' } } }
    return judgeField({ operation: 'AUTHORIZE', version: 55, body, field })
  }
  for (const name of ['a', 'Z9', 'x'.repeat(99)]) expect(verdict(name)).toBeUndefined()
  for (const name of ['x'.repeat(100), 'a-b', 'a b', 'é', '_']) expect(verdict(name)).toBeDefined()
})

test('a field nobody has heard of is UNSUPPORTED, at the top and inside a group', () => {
  for (const field of ['surprise', 'order.surprise', 'sourceOfFunds.provided.card.surprise']) {
    const finding = judgeField({ operation: 'AUTHORIZE', version: 55, body: bodyWith(field, 'x'), field })
    expect(finding).toMatchObject({ field, validationType: 'UNSUPPORTED' })
  }
})

function valueComplaints(row: Row): readonly string[] {
  const { accepted, refused, known = [] } = samplesOf(row)
  const trials = [
    ...trialsOf(row, accepted, verdict => (verdict === undefined ? undefined : 'taken')),
    ...trialsOf(row, refused, (verdict, value) => (isRefusal(verdict, value) ? undefined : 'INVALID')),
    ...trialsOf(row, known, verdict => (verdict === 'UNSUPPORTED' ? 'known' : undefined)),
  ]
  const field = pathOf(row.field)
  return versionsOf(row).flatMap(({ operation, version }) =>
    trials.flatMap(({ value, body, wanted }) => {
      const verdict = judgeField({ operation, version, body, field })?.validationType
      const wish = wanted(verdict, value)
      return wish
        ? [`${operation} ${version}: ${shown(value)} should be ${wish}, was ${verdict ?? 'taken'}`]
        : []
    }),
  )
}

type Verdict = Finding['validationType'] | undefined
type Wanted = (verdict: Verdict, value: unknown) => string | undefined

function trialsOf(row: Row, values: readonly unknown[], wanted: Wanted) {
  return values.map(value => ({ value, body: bodyWith(row.field, value), wanted }))
}

// Where a text is expected, a group may be refused for what is in it.
function isRefusal(verdict: Verdict, value: unknown): boolean {
  return verdict === 'INVALID' || (verdict === 'UNSUPPORTED' && typeof value === 'object')
}

function presenceComplaints(row: Row): readonly string[] {
  return mandatoryIn(row).flatMap(({ operation, version, companion }) => {
    const body = companion ? bodyWith(companion.field, samplesOf(companion).accepted[0]) : {}
    const beside = companion ? `beside ${companion.field}` : 'in an empty request'
    return isMissed({ operation, version, body, field: pathOf(row.field) })
      ? []
      : [`${operation} ${version}: should be MISSING ${beside}`]
  })
}

// A field that an operation does not have, or has not yet, is no less refused for being well-formed.
function strangerComplaints(row: Row): readonly string[] {
  return [...strangersTo(row), ...newsAt(row)].flatMap(({ operation, version }) => {
    const body = bodyWith(row.field, someValue(row))
    const verdict = judgeField({ operation, version, body, field: pathOf(row.field) })?.validationType
    return verdict === 'UNSUPPORTED' ? [] : [`${operation} ${version}: should be UNSUPPORTED, was ${verdict}`]
  })
}

function judgeList({ row, operation, version, length }: ListQuestion) {
  const field = row.field.slice(0, -3)
  const body = bodyWith(field, Array(length).fill(someValue(row)))
  return judgeField({ operation, version, body, field: pathOf(field) })
}

type ListQuestion = {
  readonly row: Row
  readonly operation: string
  readonly version: number
  readonly length: number
}

// For a group: one of its own fields, so that it is not empty and thus absent.
function someValue(row: Row): unknown {
  if (row.type !== 'group') {
    const { accepted, known = [] } = samplesOf(row)
    return accepted[0] ?? known[0]
  }
  const child = requestRows.find(({ field, type }) => parentOf(field) === row.field && type !== 'group')
  return child ? bodyWith(child.field.slice(row.field.length + 1), someValue(child)) : innerGroup(row)
}

function innerGroup(row: Row): unknown {
  const child = requestRows.find(({ field }) => parentOf(field) === row.field)
  return child ? bodyWith(child.field.slice(row.field.length + 1), someValue(child)) : {}
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 50)}… (${[...text].length - 2})` : text
}
