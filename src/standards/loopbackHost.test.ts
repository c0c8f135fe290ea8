import { expect, test } from 'vitest'
import { isLoopbackHost } from './url.ts'

test.each(['localhost', '127.0.0.1', '127.255.0.200', '[::1]'])('%s is this machine', host => {
  expect(isLoopbackHost(host)).toBe(true)
})

test.each([
  '',
  'localhost.example',
  '127.0.0.1.example',
  '127.1',
  '127.0.0.256',
  '128.0.0.1',
  '::1',
  '0.0.0.0',
])('%s may be another machine', host => {
  expect(isLoopbackHost(host)).toBe(false)
})
