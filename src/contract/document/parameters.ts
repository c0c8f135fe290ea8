import { alphanumeric, ascii, text } from '../kit/scalars.ts'
import type { Scalar } from '../kit/vocabulary.ts'

/** What stands in a path between braces (spec 2.1). */
export type PathParameter = { readonly name: string; readonly type: Scalar; readonly doc: string }

const free = 'Any characters except controls; not "." or "..".'

const declared: readonly PathParameter[] = [
  { name: 'merchantId', type: alphanumeric(1, 40, '-_'), doc: 'Your merchant id.' },
  {
    name: 'orderid',
    type: text(1, 40),
    doc: `Your identifier of the order, unique among your orders. ${free}`,
  },
  {
    name: 'transactionid',
    type: text(1, 40),
    doc: `Your identifier of the transaction, unique in its order; a failed attempt needs a new one. ${free}`,
  },
  { name: 'sessionId', type: ascii(31, 35), doc: 'The session, as the answer that created it named it.' },
  { name: 'tokenid', type: alphanumeric(1, 40), doc: 'The token card details are saved under.' },
  { name: '3DSecureId', type: ascii(1, 64), doc: 'Your identifier of the enrollment check.' },
]

/** The parameters of a path, in the order in which they stand in it. */
export function parametersOf(path: string): readonly PathParameter[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => {
    const parameter = declared.find(each => each.name === name)
    if (!parameter) throw new Error(`The path ${path} has the parameter ${name}, which nobody describes`)
    return parameter
  })
}

/** Only generators see the names of path parameters, and some need them to start with a letter. */
export const generatorName = (name: string): string => name.replace(/^3D/, 'threeD')
export const generatorPath = (path: string): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => `{${generatorName(name)}}`)
