// What requests have in the place of what belongs there.

import { basic, passwords } from '../journeys/client.ts'

export const segmentsOfOthers = [
  ...([
    '',
    '.',
    '..',
    '%2e%2e',
    '%00',
    'a%00b',
    '%0d%0aX:y',
    '%7F',
    '%C2%85',
    '%E2%80%A8',
    '%E2%80%AE',
  ] as const),
  ...([
    '%zz',
    '%C3%28',
    '%E0%80%AF',
    '%ED%A0%80',
    '%',
    '%F0%9F%98%80',
    'a%2Fb',
    'a%252Fb',
    '%20a',
    'a+b',
  ] as const),
  ...([
    '0',
    '101',
    '055',
    'abc',
    '-1',
    '55.0',
    '1e1',
    'OTHERMERCHANT',
    'NOBODY',
    '__proto__',
    'constructor',
  ] as const),
  ...([
    '5123450000000008',
    '5123%2045%2000000%200008',
    "'%20or%201=1--",
    '%3Cscript%3E',
    '$%7Bx%7D',
  ] as const),
  ...([
    'a'.repeat(41),
    '%F0%9F%98%80'.repeat(41),
    'a'.repeat(2_000),
    'MERCHANT',
    'explain',
    'notifications',
  ] as const),
] as const

export const endings = [
  '/',
  '//',
  '?',
  '?amount=1',
  '?_method=DELETE',
  '/explain',
  '/more',
  '?a=1&a=2',
  '/../x',
  '#x',
  ';x',
] as const

export const methods = [
  'POST',
  'PUT',
  'GET',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
] as const

export const slips = ['/', '%', '%2', '\\', '//', '*', '"', '<', '|', '^', '`', '{'] as const

export const otherCredentials = [
  ...([
    undefined,
    'Basic',
    'Basic ',
    'Basic !!!',
    'Bearer x',
    `Basic ${'A'.repeat(9_000)}`,
    'basic x:y',
  ] as const),
  ...([
    basic('merchant.NOBODY', 'x'),
    basic('TESTMERCHANT', 'x'),
    basic('merchant.TESTMERCHANT\0', 'x'),
  ] as const),
  ...([
    basic('merchant.', ''),
    basic('', ''),
    `Basic ${Buffer.from('merchant.NOBODY').toString('base64')}`,
  ] as const),
  basic('merchant.__proto__', passwords.TESTMERCHANT ?? ''),
] as const

export const otherHeaders = [
  ...[[], ['Content-Type: text/html'], ['Content-Type: application/vnd.x+json'], ['Content-Type: ,']],
  ...[
    ['Content-Type: application/json; charset=utf-16'],
    ['Content-Type: application/json; charset="utf-8"'],
  ],
  ...[
    ['Content-Type: multipart/form-data; boundary=x'],
    ['Content-Encoding: gzip'],
    ['Content-Encoding: br'],
  ],
  ...[
    ['Expect: 100-continue'],
    ['Expect: tea'],
    ['Connection: close'],
    ['Connection: Upgrade', 'Upgrade: h2c'],
  ],
  ...[['X-Forwarded-For: 10.0.0.1'], ['X-Forwarded-For: é'], ['Forwarded: for="[::1"'], ['Origin: null']],
  ...[['Origin: https://evil.example'], ['Sec-Fetch-Site: cross-site'], ['Cookie: tollgate-console=x']],
  ...[['Host: evil.example'], ['Host: 127.0.0.1'], ['X: a\tb'], ['X: \x01'], ['X\0: 1'], ['X: é']],
  ...[['X : 1']],
  ...[
    ['Content-Length: 5'],
    ['Transfer-Encoding: chunked'],
    ['Transfer-Encoding: xchunked'],
    ['TE: trailers'],
  ],
  ...[
    [`X: ${'a'.repeat(17_000)}`],
    Array<string>(120).fill('X: 1'),
    ['X: 1', ' folded'],
    ['Range: bytes=0-'],
  ],
  ...[
    ['Authorization: Basic x'],
    ['Accept: text/html'],
    ['Accept-Encoding: gzip;q=0, *'],
    ['Max-Forwards: 0'],
  ],
] as const satisfies readonly (readonly string[])[]

export const pieces = [
  ...([
    '',
    '\r\n',
    '\r\n\r\n',
    '\n',
    '\r',
    '\0',
    '%00',
    ': ',
    '"',
    '{',
    '\\ud800',
    '\xff',
    '\x16\x03\x01',
  ] as const),
  ...([
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'GET / HTTP/1.1\r\n',
    'HTTP/2.0',
    'Host: x\r\n',
  ] as const),
] as const

export const tokensOfPages = [
  'x',
  '%00',
  'a'.repeat(43),
  '..',
  '%E2%80%AE',
  '5123450000000008',
  `${'A'.repeat(42)}=`,
] as const

export const forms = [
  '',
  'a=b',
  'cres=e30',
  'PaRes=%',
  'a=%zz',
  'a=1&a=2',
  'threeDSSessionData=%00',
  `x=${'y'.repeat(3_000)}`,
  '\xff',
] as const

export const pages = [
  ...([
    '/3ds/method/{token}',
    '/3ds/callback/{token}',
    '/pay/redirect/{token}',
    '/checkout/pay/{token}',
  ] as const),
  ...(['/form/field/{token}', '/form/version/55/merchant/{token}/session.js', '/static/{token}'] as const),
  ...([
    '/console/{token}',
    '/console/api/{token}',
    '/console/api/whoAmI',
    '/console/api/findOrders',
  ] as const),
  ...([
    '/sandbox/provider/{token}',
    '/sandbox/acs/challenge',
    '/sandbox/acs/decision',
    '/demo/api/{token}',
  ] as const),
  ...([
    '/live',
    '/ready',
    '/docs/version/{token}',
    '/{token}',
    '/checkout/version/{token}/checkout.js',
  ] as const),
] as const
