// Lines of a clearing file, each as one short text: a file has a million of them, and almost all have their
// equal, so that nobody looks at them again.

import { type ClearingMovement, type IdentityName, knownKind } from './movements.ts'

/** What stands in the key is left out. */
export const packLine = ({ line, kind, amount, currency, date, identity }: ClearingMovement): string =>
  // Joined, so that it is one flat text: parts of others would keep those alive.
  [line, kind, amount, currency, date ?? '', identity.traceNumber ?? ''].join('\n')

/** The inverse, given the key and the names of its parts. */
export function unpackLine(text: string, key: string, names: readonly IdentityName[]): ClearingMovement {
  const [line = '', kind = '', amount = '', currency = '', date = '', traceNumber = ''] = text.split('\n')
  const parts = key.split('\n')
  return {
    line: Number(line),
    ...{ kind: knownKind(kind), amount: BigInt(amount), currency },
    identity: {
      ...Object.fromEntries(names.map((name, index) => [name, parts[index] ?? ''])),
      ...(traceNumber !== '' && { traceNumber }),
    },
    ...(date !== '' && { date }),
  }
}
