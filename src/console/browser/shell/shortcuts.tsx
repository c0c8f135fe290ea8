// Shortcuts of single keys, and of `g` and then a key: pages declare theirs, `?` lists them.

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { usePreferences } from '../preferences/preferences.tsx'

export type Shortcut = {
  /** `c`, `?`, or `g p`: one after the other. */
  readonly keys: string
  readonly label: string
  readonly act: () => void
}

type Shortcuts = {
  readonly add: (shortcut: Shortcut) => () => void
  readonly list: () => readonly Shortcut[]
}

const ShortcutsContext = createContext<Shortcuts>({ add: () => () => undefined, list: () => [] })

export const useShortcuts = (): Shortcuts => useContext(ShortcutsContext)

/** For as long as the component is shown. */
export function useShortcut(keys: string, label: string, act: () => void): void {
  const { add } = useShortcuts()
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => add({ keys, label, act: () => latest.current() }), [add, keys, label])
}

export function ShortcutsProvider({ children }: { readonly children: ReactNode }) {
  const { hasShortcuts } = usePreferences().preferences
  const [known] = useState(() => new Set<Shortcut>())
  const shortcuts = useMemo<Shortcuts>(
    () => ({
      add(shortcut) {
        known.add(shortcut)
        return () => known.delete(shortcut)
      },
      list: () => [...known],
    }),
    [known],
  )
  useEffect(() => (hasShortcuts ? listen(() => [...known]) : undefined), [known, hasShortcuts])
  return <ShortcutsContext value={shortcuts}>{children}</ShortcutsContext>
}

/** Returns what ends it. Two keys of a sequence are at most a second apart. */
function listen(list: () => readonly Shortcut[]): () => void {
  let before = ''
  let forgetting: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    if (document.querySelector('[role=dialog][aria-modal=true]')) return
    const sequence = before ? `${before} ${event.key}` : event.key
    before = ''
    clearTimeout(forgetting)
    // The newest wins: it belongs to the page that is shown.
    const shortcut = list().findLast(({ keys }) => keys === sequence)
    if (shortcut) {
      event.preventDefault()
      shortcut.act()
    } else if (list().some(({ keys }) => keys.startsWith(`${event.key} `))) {
      before = event.key
      forgetting = setTimeout(() => {
        before = ''
      }, 1_000)
    }
  }
  document.addEventListener('keydown', onKey)
  return () => {
    clearTimeout(forgetting)
    document.removeEventListener('keydown', onKey)
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=listbox], [role=menu]') !== null)
