/** Segments of paths, and the ids of orders and transactions that they are. */
export const keptIds: readonly (readonly [string, string])[] = [
  ['a%2Fb', 'a/b'],
  ['a%252Fb', 'a%2Fb'],
  ['%20a', ' a'],
  ['a%20', 'a '],
  ['a+b', 'a+b'],
  ['...', '...'],
  ["!$&'()*,;=:@~-_", "!$&'()*,;=:@~-_"],
  [encodeURIComponent('😀'.repeat(40)), '😀'.repeat(40)],
  [encodeURIComponent('é'.repeat(40)), 'é'.repeat(40)],
  ['%22%27%5C%3Cscript%3E', '"\'\\<script>'],
  ['__proto__', '__proto__'],
  ['%EF%BF%BD', '\ufffd'],
]

/** Segments that are no ids of orders and transactions. */
export const refusedIds: readonly string[] = [
  ...['%00', 'a%00b', '%0A', '%0d%0a', '%1F', '%7F', '%C2%85'],
  ...['%E2%80%A8', '%E2%80%A9', '%E2%80%AE', '%E2%81%A6'],
  ...['.', '..', '%2e', '%2E%2e', 'a'.repeat(41), encodeURIComponent('😀'.repeat(41))],
  '5123450000000008',
]

/** Segments that cannot even be read. */
export const notUtf8: readonly string[] = [
  ...['%zz', '%C3%28', '%E0%80%AF', '%ED%A0%80', '%', '%4', 'a%FFb', '%F5%80%80%80'],
]
