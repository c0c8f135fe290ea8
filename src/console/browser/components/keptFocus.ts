// The focus of a list that changes its form: its elements are made anew, and who was in one of its rows stays
// there. Each row carries its key in `data-row`.

import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Where the focus was: the row, and which of its parts that can have it, counted from 0. */
export type FocusInRow = { readonly row: string; readonly part: number }

/** For each form; `kept` outlives them. Its result is the `ref` of what the rows lie in. */
export function useKeptFocus<Place extends HTMLElement>(
  kept: RefObject<FocusInRow | undefined>,
): RefObject<Place | null> {
  const place = useRef<Place>(null)
  useLayoutEffect(() => {
    if (place.current && kept.current) focusIn(place.current, kept.current)
    kept.current = undefined
    // Before the form is gone; it may have got its rows only later.
    return () => {
      kept.current = place.current ? focusOf(place.current) : undefined
    }
  }, [kept])
  return place
}

function focusOf(form: HTMLElement): FocusInRow | undefined {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !form.contains(activeElement)) return undefined
  const row = activeElement.closest<HTMLElement>('[data-row]')
  return row ? { row: row.dataset.row ?? '', part: partsOf(row).indexOf(activeElement) } : undefined
}

/** The link of the row is its first part, and stands for one that the other form does not show. */
function focusIn(form: HTMLElement, { row: key, part }: FocusInRow): void {
  const row = [...form.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset.row === key)
  const parts = row ? partsOf(row) : []
  const found = parts[part] ?? parts[0]
  found?.focus()
}

const partsOf = (row: HTMLElement): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]'),
]
