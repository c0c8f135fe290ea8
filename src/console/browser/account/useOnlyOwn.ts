// What a page keeps is of one user: it is forgotten when they are signed out, by whatever tab, or refused.

import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { keepOrdersOf } from '../shell/recentOrders.ts'

/** Nobody is signed in; undefined is not known yet. */
export const nobody = 'nobody'

/** Whether all that is kept is of this user: pages that would show something else must wait. */
export function useOnlyOwn(userId: string | undefined): boolean {
  const queries = useQueryClient()
  const [owner, setOwner] = useState(userId)
  useLayoutEffect(() => {
    if (userId === undefined) return
    // What the tab keeps is there also after it was loaded again, by whoever is signed in then.
    keepOrdersOf(userId)
    if (userId === owner) return
    // What the page keeps is not: the first to come in has nothing of others.
    if (owner !== undefined || userId === nobody)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'whoAmI' })
    setOwner(userId)
  }, [userId, owner, queries])
  return userId === undefined || userId === owner
}
