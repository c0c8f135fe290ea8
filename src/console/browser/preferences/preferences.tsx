// What somebody wants in this browser: language and shortcuts. The colour scheme is the component library's.

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { type ConsoleLocale, consoleLocales } from '../words/consoleLocales.ts'

export type Preferences = {
  readonly language: ConsoleLocale | 'auto'
  /** Shortcuts of a single letter disturb people who speak to their computer: they can be switched off. */
  readonly hasShortcuts: boolean
}

type KnownPreferences = {
  readonly preferences: Preferences
  readonly change: (changed: Partial<Preferences>) => void
}

const initial: Preferences = { language: 'auto', hasShortcuts: true }

const PreferencesContext = createContext<KnownPreferences>({ preferences: initial, change: () => undefined })

export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(readPreferences)
  const change = useCallback((changed: Partial<Preferences>) => {
    setPreferences(known => {
      const next = { ...known, ...changed }
      writePreferences(next)
      return next
    })
  }, [])
  const known = useMemo(() => ({ preferences, change }), [preferences, change])
  return <PreferencesContext value={known}>{children}</PreferencesContext>
}

export const usePreferences = (): KnownPreferences => useContext(PreferencesContext)

const key = 'tollgate-console-preferences'

/** A browser may refuse to keep anything: then they last as long as the page. */
function readPreferences(): Preferences {
  try {
    const kept: Partial<Record<keyof Preferences, unknown>> = JSON.parse(localStorage.getItem(key) ?? '{}')
    const language = consoleLocales.find(locale => locale === kept.language) ?? 'auto'
    return { language, hasShortcuts: kept.hasShortcuts !== false }
  } catch {
    return initial
  }
}

function writePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Kept as long as the page.
  }
}
