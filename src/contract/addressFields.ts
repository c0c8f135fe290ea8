// Which fields of what is stored are addresses. The paths and queries of those that merchants gave are the
// merchant's own, and may hold what lets somebody in: a cart, a session.

import { type FieldTree, fieldTree } from './fieldTree.ts'
import { isAddressType } from './kit/scalars.ts'

export const addressFields = (): FieldTree =>
  fieldTree(({ type }) => (isAddressType(type) ? true : undefined))
