import { expect, test } from 'vitest'
import { unclearIn, withTlsProven } from './databaseAddress.ts'

const address = 'postgres://gateway:a-secret@db.example:5432/tollgate'

test.each([
  '',
  '?application_name=one',
  '?sslmode=disable',
  '?sslmode=require',
  '?sslmode=verify-full',
  '?sslmode=verify-full&sslrootcert=/etc/tollgate/database-authority.pem',
  '?target_session_attrs=read-write',
])('an address with %s is clear', query => {
  expect(unclearIn(`${address}${query}`)).toBeUndefined()
})

test.each([
  ['?sslmode=prefer', 'has sslmode=prefer: use verify-full'],
  ['?sslmode=allow', 'has sslmode=allow'],
  ['?sslmode=verify-ca&sslrootcert=/ca.pem', 'has sslmode=verify-ca'],
  ['?sslmode=no-verify', 'has sslmode=no-verify'],
  ['?sslmode=verify_full', 'has sslmode=…: use verify-full'],
  ['?ssl=true', 'has ssl=…'],
  ['?sslmode=require&uselibpqcompat=true', 'has uselibpqcompat=…'],
  ['?sslrootcert=/ca.pem', 'has sslrootcert without sslmode=verify-full'],
])('an address with %s would not do what is meant', (query, objection) => {
  expect(unclearIn(`${address}${query}`)).toContain(objection)
})

test('several hosts are refused, and a comma in a password is none of them', () => {
  expect(unclearIn('postgres://u:p@a:5432,b:5432/db?target_session_attrs=read-write')).toContain(
    'names several hosts',
  )
  expect(unclearIn('postgres://u:p,q@a:5432/db')).toBeUndefined()
  expect(unclearIn('postgres:///db?host=/run/postgresql')).toBeUndefined()
})

test('who requires TLS gets a server that proves who it is', () => {
  expect(withTlsProven(`${address}?sslmode=require&a=1`)).toBe(`${address}?sslmode=verify-full&a=1`)
  expect(withTlsProven(`${address}?sslmode=disable`)).toBe(`${address}?sslmode=disable`)
})
