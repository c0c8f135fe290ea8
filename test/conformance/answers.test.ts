import { describe, expect, test } from 'vitest'
import { answerRows, type Row, titleOf } from './table.ts'
import { versionsOf } from './tours.ts'
import { answerField } from './validator.ts'

describe('every response field of the specification', () => {
  for (const row of answerRows) {
    test(titleOf(row), () => {
      const complaints = versionsOf(row).flatMap(({ operation, version }) =>
        differences(row, answerField(operation, version, row.field)).map(
          difference => `${operation} ${version}: ${difference}`,
        ),
      )
      expect(complaints, complaints.slice(0, 12).join('\n')).toEqual([])
    })
  }
})

// Gateway codes grow between the versions that are written down, so more than those listed may be declared.
const openLists = ['response.gatewayCode']

function differences(row: Row, declared: ReturnType<typeof answerField>): readonly string[] {
  if (!declared) return ['is not declared']
  const values = declared.values ?? []
  const { min, max } = row.bounds
  return [
    ...(declared.type === row.type ? [] : [`is ${declared.type}`]),
    ...(min === '' || declared.min === Number(min) ? [] : [`has min ${declared.min}`]),
    ...(max === '' || declared.max === Number(max) ? [] : [`has max ${declared.max}`]),
    ...row.values.filter(value => !values.includes(value)).map(value => `lacks ${value}`),
    ...(row.values.length === 0 || openLists.includes(row.field)
      ? []
      : values.filter(value => !row.values.includes(value)).map(value => `should not have ${value}`)),
  ]
}
