import { expect } from 'vitest'
import { passesLuhn } from '../../src/standards/luhn.ts'
import type { Answer, Body } from './client.ts'
import { expectWholeOrder, expectWholeTransaction } from './whole.ts'

type Asked = { readonly method: string; readonly path: string; readonly bytes: Buffer | undefined }

/** What holds for every answer: headers, the form of errors, what is always there, and no card number. */
export function expectLawful(asked: Asked, answer: Answer): void {
  const { status, headers, text, body } = answer
  const story = `${asked.method} ${asked.path} → ${status} ${text.slice(0, 2000)}`
  expect(headers['cache-control'], story).toBe('no-store')
  expect(headers['content-type'], story).toBe('application/json;charset=utf-8')
  expect(headers['x-content-type-options'], story).toBe('nosniff')
  if (asked.path.startsWith('/api/')) expect(headers['access-control-allow-origin'], story).toBe('*')
  if (status >= 400) expectLawfulError(answer, story)
  else if (status !== 204) expectLawfulSuccess(asked.path, body, story)
  for (const number of cardNumbersIn(asked.bytes?.toString('latin1') ?? ''))
    expect(text.includes(number), `${story} repeats a card number`).toBe(false)
  expect(text.includes('"securityCode"'), `${story} shows a security code`).toBe(false)
}

function expectLawfulSuccess(path: string, body: Body, story: string): void {
  expect(body.result, story).not.toBe('ERROR')
  const place = /\/version\/(\d+)\/merchant\/[^/]+\/order\/[^/]+(\/transaction\/[^/]+)?\/?$/.exec(path)
  if (place === null) return
  const version = Number(place[1])
  if (place[2] === undefined) expectWholeOrder(body, { version, story })
  else expectWholeTransaction(body, { version, story })
}

/** Which parts of an error go together (spec 7), and with which status. */
function expectLawfulError({ status, headers, body }: Answer, story: string): void {
  expect(body.result, story).toBe('ERROR')
  expect(['correlationId', 'error', 'result'], story).toEqual(expect.arrayContaining(Object.keys(body)))
  const error = body.error as Body
  const { cause, explanation, field, validationType, supportCode } = error
  expect(parts, story).toEqual(expect.arrayContaining(Object.keys(error)))
  expect(cause, story).toBe(causes[status] ?? 'INVALID_REQUEST')
  const isExplained = cause === 'INVALID_REQUEST' || cause === 'SERVER_BUSY'
  expectText(explanation, isExplained ? 1000 : 0, story)
  expectText(supportCode, isExplained ? 0 : 100, story)
  expectText(field, field === undefined || cause !== 'INVALID_REQUEST' ? 0 : 100, story)
  expect(validationType === undefined, story).toBe(field === undefined)
  if (field !== undefined) expect(['INVALID', 'MISSING', 'UNSUPPORTED'], story).toContain(validationType)
  if (cause === 'SERVER_BUSY') expect(Number(headers['retry-after']), story).toBeGreaterThanOrEqual(1)
  if (status === 401) expect(headers['www-authenticate'], story).toMatch(/^Basic /)
  if (status === 405) expect(headers.allow, story).toMatch(/^[A-Z, ]+$/)
}

const parts = ['cause', 'explanation', 'field', 'validationType', 'supportCode']

/** All other refusals are the request's own fault. */
const causes: Readonly<Record<number, string>> = {
  403: 'REQUEST_REJECTED',
  429: 'SERVER_BUSY',
  500: 'SERVER_FAILED',
  501: 'SERVER_FAILED',
  503: 'SERVER_BUSY',
}

function expectText(value: unknown, lengthMax: number, story: string): void {
  const length = value === undefined ? 0 : [...String(value)].length
  if (lengthMax === 0) expect(value, story).toBeUndefined()
  else expect(typeof value === 'string' && length >= 1 && length <= lengthMax, story).toBe(true)
}

function cardNumbersIn(text: string): readonly string[] {
  return (text.match(/\d{13,19}/g) ?? []).filter(passesLuhn)
}
