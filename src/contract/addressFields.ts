// Which fields of what is stored are addresses that merchants gave. Their paths and queries are the
// merchant's own, and may hold what lets somebody in: a cart, a session.

import { url } from './kit/scalars.ts'
import { fieldTree, type PersonalFields } from './personalFields.ts'

export const addressFields = (): PersonalFields => fieldTree(({ type }) => (type === url ? true : undefined))
