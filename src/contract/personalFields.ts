// Which fields of what is stored are data of a person who pays: what an erasure takes away.

import { type FieldTree, fieldTree } from './fieldTree.ts'

export const personalFields = (): FieldTree => fieldTree(({ personal }) => personal)
