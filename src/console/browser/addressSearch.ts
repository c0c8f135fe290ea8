// The part of the address behind the `?`: the state of lists and figures, so that a link shows the same.

import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

export type AddressSearch = Readonly<Record<string, string>>

/**
 * `change({ status: 'FAILED', after: undefined })` sets some and removes others. Typing replaces the address,
 * choosing (`isStep`) adds one to go back to.
 */
export function useAddressSearch(): readonly [
  AddressSearch,
  (changed: Readonly<Record<string, string | undefined>>, isStep?: boolean) => void,
] {
  const searched = useSearch()
  const [, navigate] = useLocation()
  // Of the address itself: the router decodes it, and values may contain what looks encoded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells that the address has changed
  const search = useMemo(() => Object.fromEntries(new URLSearchParams(location.search)), [searched])
  const change = useCallback(
    (changed: Readonly<Record<string, string | undefined>>, isStep = false) => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(changed))
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      const text = String(next)
      navigate(text ? `${location.pathname}?${text}` : location.pathname, { replace: !isStep })
    },
    [navigate],
  )
  return [search, change]
}
