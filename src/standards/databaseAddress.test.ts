import { expect, test } from 'vitest'
import { hostsIn, unsupportedOptionIn, withFirstHost, withVerifiedTls } from './databaseAddress.ts'

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
  expect(unsupportedOptionIn(`${address}${query}`)).toBeUndefined()
})

test.each([
  ['?sslmode=prefer', 'has sslmode=prefer: use verify-full'],
  ['?sslmode=allow', 'has sslmode=allow'],
  ['?sslmode=verify-ca&sslrootcert=/ca.pem', 'has sslmode=verify-ca'],
  ['?sslmode=no-verify', 'has sslmode=no-verify'],
  ['?sslmode=verify_full', 'has sslmode=…: use verify-full'],
  ['?ssl=true', 'has ssl=…'],
  ['?application_name=one?two&sslmode=no-verify', 'has sslmode=no-verify'],
  ['?sslmode=require&uselibpqcompat=true', 'has uselibpqcompat=…'],
  ['?sslmode=verify-full&sslmode=no-verify', 'says sslmode twice'],
  ['?host=x&host=a,b', 'says host twice'],
  ['#?sslmode=verify-full', 'has a # in it: write %23'],
  ['?application_name=one#&sslmode=verify-full', 'has a # in it'],
  ['?sslrootcert=/ca.pem', 'has sslrootcert without sslmode=verify-full'],
])('an address with %s would not do what is meant', (query, objection) => {
  expect(unsupportedOptionIn(`${address}${query}`)).toContain(objection)
})

test('several hosts are read in their order, each with its port', () => {
  const several = 'postgres://u:p,q@a:5433,[::1],%2Frun%2Fpostgresql:6000/db?target_session_attrs=read-write'
  expect(unsupportedOptionIn(several)).toBeUndefined()
  expect(hostsIn(several)).toEqual([
    { host: 'a', port: 5433 },
    { host: '::1', port: 5432 },
    { host: '/run/postgresql', port: 6000 },
  ])
  expect(withFirstHost(several)).toBe('postgres://u:p,q@a:5433/db?target_session_attrs=read-write')
  expect(withFirstHost('postgres://a,b@a,b/a,b')).toBe('postgres://a,b@a/a,b')
  expect(withFirstHost(address)).toBe(address)
})

test('a comma in a password names no host, and a socket is none of several', () => {
  expect(hostsIn('postgres://u:p,q@a:5432/db')).toHaveLength(1)
  expect(unsupportedOptionIn('postgres://u:p,q@a:5432/db')).toBeUndefined()
  expect(unsupportedOptionIn('postgres:///db?host=/run/postgresql')).toBeUndefined()
})

test.each([
  [
    'a:5432,b:5432/db?target_session_attrs=any',
    'has target_session_attrs=any: a gateway writes, so read-write',
  ],
  ['a:5432/db?target_session_attrs=prefer-standby', 'has target_session_attrs=prefer-standby'],
  ['a:5432/db?target_session_attrs=a-secret', 'has target_session_attrs=…'],
  ['a:5432,b:5432/db?load_balance_hosts=random', 'has load_balance_hosts=…'],
  ['a:5432,,b:5432/db', 'has an entry among its hosts that is not like name:5432'],
  ['a:5432,b:port/db', 'has an entry among its hosts'],
  ['/db?host=a,b', 'names several hosts in its query: write them as user@a:5432,b:5432/database'],
  ['a,b/db?port=5433', 'names hosts twice'],
])('hosts as in %s would not be found as they are meant', (rest, objection) => {
  expect(unsupportedOptionIn(`postgres://u:a-secret@${rest}`)).toContain(objection)
})

test('who requires TLS gets a server that proves who it is', () => {
  expect(withVerifiedTls(`${address}?sslmode=require&a=1`)).toBe(`${address}?sslmode=verify-full&a=1`)
  expect(withVerifiedTls(`${address}?sslmode=disable`)).toBe(`${address}?sslmode=disable`)
})
