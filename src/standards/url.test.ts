import { expect, test } from 'vitest'
import { isAddress, isUrl } from './url.ts'

test.each([
  'https://shop.example/return?a=1#b',
  'https://127.0.0.1:8443',
  'http://localhost',
  'http://LocalHost:3000/return',
  'http://127.0.0.1:8080/return?a=1',
  'http://127.8.9.10',
  'http://[::1]:8080/',
  'https://bücher.example/',
  'https://my_shop.example./',
  'https://[2001:db8::1]/',
])('%s is an address that payers may be sent to', value => {
  expect(isUrl(value)).toBe(true)
})

test('the answer is the same however often it was asked', () => {
  for (let time = 1; time <= 20_000; time += 1)
    if (!isUrl('https://bücher.example/')) expect.fail(`refused the ${time}th time`)
})

test.each([
  'http://shop.example/',
  'http://localhost.example/',
  'http://127.0.0.1.example/',
  'http://127.0.0.1@shop.example/',
  'http://@localhost/',
  'http://user:secret@localhost/',
  'http://192.168.0.1/',
  'http://0.0.0.0/',
  'http://[::ffff:127.0.0.1]/',
  'http:///localhost',
  'http://\\localhost',
  'HTTP://localhost',
  'ftp://localhost/',
  'https://a;b.example/',
  'https://a,b.example/',
  "https://a'b.example/",
  'https://*.example/',
  'https://a%3Bb.example/',
  'https://a;b.example:8443/back?c=d',
])('%s is not', value => {
  expect(isUrl(value)).toBe(false)
})

test('a name that may be of this machine is left to whoever can look it up', () => {
  for (const value of ['http://shop.local:3000/back', 'http://shop.example/', 'https://shop.example/'])
    expect(isAddress(value), value).toBe(true)
  for (const value of ['http://user@shop.local/', 'http:///shop', 'HTTP://shop.local', 'ftp://shop.local/'])
    expect(isAddress(value), value).toBe(false)
})
