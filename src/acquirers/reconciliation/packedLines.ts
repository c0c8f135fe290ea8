// Lines of a clearing file, each as one short text: a file has a million of them, and almost all have their
// equal, so that nobody looks at them again.

import { type ClearingMovement, type IdentityName, identityNames, knownKind } from './movements.ts'

/** What stands in the key is left out. */
export const packLine = ({ line, kind, amount, currency, date, identity }: ClearingMovement): string =>
  // Joined, so that it is one flat text: parts of others would keep those alive.
  [line, kind, amount, currency, date ?? '', identity.traceNumber ?? ''].join('\n')

/** The inverse, given the key and the names of its parts. */
export function unpackLine(text: string, key: string, names: readonly IdentityName[]): ClearingMovement {
  const [line = '', kind = '', amount = '', currency = '', date = '', traceNumber = ''] = text.split('\n')
  const parts = key.split('\n')
  const values = new Map(names.map((name, index) => [name, parts[index] ?? '']))
  if (traceNumber !== '') values.set('traceNumber', traceNumber)
  return {
    line: Number(line),
    ...{ kind: knownKind(kind), amount: BigInt(amount), currency },
    // In the order in which they are shown.
    identity: Object.fromEntries(
      identityNames.flatMap(name => {
        const value = values.get(name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ...(date !== '' && { date }),
  }
}
