/** What is wrong with a message, in the words of an Erro. */
export interface Finding {
  /** An errorCode; 'sender' where a receiver has to take it, and the sender should not have written it. */
  readonly code: string
  /** parent.child; ids of extensions for 202. */
  readonly fields: readonly string[]
  readonly why: string
  /** Codes that the tables leave open beside it. */
  readonly orElse?: readonly string[]
}

/** What a receiver can find without reading on comes first. */
const order = [
  '101',
  '102',
  '204',
  '202',
  '201',
  '207',
  '203',
  '304',
  '205',
  '206',
  '301',
  '305',
  '312',
  '313',
]

const rank = ({ code }: Finding): number => {
  const place = order.indexOf(code)
  return place === -1 ? order.length : place
}

export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((one, other) => rank(one) - rank(other))
