// What the types and fields of messages between acquirers' hosts are called, for people who read them.

/**
 * The name of a field. Parts and private fields are each host's own: they have none here, and neither has
 * what countries and hosts agree on among themselves.
 */
export function hostFieldName(type: string, number: string): string {
  return (type.startsWith('1') ? names1993 : names1987).get(number) ?? ''
}

/** What the digits of a type say in all generations: class, task, and whether it is repeated. */
export function hostMessageWords(type: string): string | undefined {
  const [, kind = '', task = '', origin = ''] = type
  const [what, words] = [classWords[kind], taskWords[task]]
  if (what === undefined || words === undefined) return undefined
  return `${words.replace('…', what)}${/[135]/.test(origin) ? ', repeated' : ''}`
}

const classWords: Readonly<Record<string, string>> = {
  ...{ 1: 'authorization', 2: 'payment', 4: 'reversal', 5: 'totals', 6: 'administration', 8: 'network' },
}
const taskWords: Readonly<Record<string, string>> = {
  ...{ 0: '… request', 1: 'answer to … request', 2: '… advice', 3: 'answer to … advice' },
}

/** In every generation. */
const names = {
  ...{ 2: 'account number', 3: 'processing code', 4: 'amount', 7: 'transmission time', 11: 'trace number' },
  ...{ 14: 'expiry', 15: 'settlement date', 19: "acquirer's country", 23: 'card sequence number' },
  ...{ 32: 'acquiring institution', 33: 'forwarding institution', 35: 'track 2', 37: 'retrieval reference' },
  ...{ 38: 'authorization code', 41: 'terminal', 42: 'card acceptor', 43: 'name and place', 45: 'track 1' },
  ...{ 49: 'currency', 50: 'currency at settlement', 52: 'PIN block', 54: 'additional amounts' },
  ...{ 55: 'chip data', 64: 'check value', 74: 'credits, number', 75: 'credits reversed, number' },
  ...{ 76: 'debits, number', 77: 'debits reversed, number', 86: 'credits, amount' },
  ...{ 87: 'credits reversed, amount', 88: 'debits, amount', 89: 'debits reversed, amount' },
  ...{ 97: 'net settlement' },
}

const names1987: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...names,
    ...{ 12: 'local time', 13: 'local date', 18: 'merchant category', 22: 'entry mode', 25: 'condition' },
    ...{ 26: 'PIN capture code', 39: 'response code', 61: 'point-of-service data', 66: 'settlement code' },
    ...{ 70: 'network management code', 90: 'original data', 95: 'replacement amounts' },
  }),
)

const names1993: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...names,
    ...{ 12: 'local date and time', 22: 'point of service', 24: 'function code', 25: 'reason' },
    ...{ 26: 'merchant category', 30: 'original amounts', 39: 'action code' },
    ...{ 44: 'additional response data', 56: 'original data', 62: 'what the host remembers' },
  }),
)
