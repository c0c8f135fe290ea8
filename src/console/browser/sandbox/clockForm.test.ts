import { expect, test } from 'vitest'
import { readDuration } from '../../../sandbox/control/duration.ts'
import { type ClockForm, clockCurl, clockInput, clockTarget, clockUnits } from './clockForm.ts'

const nowMs = Date.parse('2027-01-31T10:00:00Z')
const byDays: ClockForm = { isTo: false, unit: 'days', count: '8', to: undefined }
const shown = (form: ClockForm) => new Date(clockTarget(form, nowMs) ?? Number.NaN).toISOString()

test('by some units, the target is where the sandbox will be, at the end of a month too', () => {
  expect(clockInput(byDays)).toEqual({ days: 8 })
  expect(shown(byDays)).toBe('2027-02-08T10:00:00.000Z')
  expect(shown({ ...byDays, unit: 'months', count: '1' })).toBe('2027-02-28T10:00:00.000Z')
  expect(shown({ ...byDays, unit: 'months', count: '13' })).toBe('2028-02-29T10:00:00.000Z')
  expect(shown({ ...byDays, unit: 'minutes', count: '90' })).toBe('2027-01-31T11:30:00.000Z')
})

test('what cannot be done is not sent', () => {
  for (const count of ['', '0', '-1', '1.5', 'x']) expect(clockInput({ ...byDays, count })).toBeUndefined()
  expect(clockInput({ ...byDays, isTo: true })).toBeUndefined()
  const back = { ...byDays, isTo: true, to: '2027-01-01T00:00:00.000Z' }
  expect(clockInput(back)).toEqual({ to: '2027-01-01T00:00:00.000Z' })
  expect(clockCurl('http://127.0.0.1:8080', back, nowMs)).toBeUndefined()
})

test('the line for a shell has a duration that the control API reads', () => {
  const to = { ...byDays, isTo: true, to: '2027-02-01T10:00:00.000Z' }
  for (const form of [to, ...clockUnits.map(unit => ({ ...byDays, unit }))]) {
    const line = clockCurl('http://127.0.0.1:8080', form, nowMs)
    const [, advance = ''] = /"advance":"([^"]+)"/.exec(line ?? '') ?? []
    expect(readDuration(advance), line).toBeDefined()
  }
  expect(clockCurl('http://127.0.0.1:8080', byDays, nowMs)).toMatch(
    /^curl -X POST http:\/\/127\.0\.0\.1:8080\/sandbox\/clock .* -d '\{"advance":"P8D"\}'$/,
  )
})
