import { expect, test } from 'vitest'
import { parseMailServer } from './smtpAddress.ts'

test.each([
  ['smtps://mail.example', { host: 'mail.example', port: 465, security: 'tls' }],
  ['smtp://mail.example/', { host: 'mail.example', port: 587, security: 'starttls' }],
  ['smtp+plain://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, security: 'none' }],
  ['smtp://[::1]:26', { host: '::1', port: 26, security: 'starttls' }],
  [
    'smtps://pay%40mail.example:p%2Fss@mail.example:4650',
    {
      ...{ host: 'mail.example', port: 4650, security: 'tls' },
      login: { user: 'pay@mail.example', password: 'p/ss' },
    },
  ],
])('%s', (text, server) => {
  expect(parseMailServer(text)).toEqual(server)
})

test.each([
  'mail.example',
  'https://mail.example',
  'smtp://',
  'smtp://user@mail.example',
  'smtp://:password@mail.example',
  'smtp://user:100%@mail.example',
  'smtp://mail.example/inbox',
  'smtp://mail.example?tls=off',
  'smtp://mail.example:99999',
])('%s is none', text => {
  expect(parseMailServer(text)).toBeUndefined()
})
