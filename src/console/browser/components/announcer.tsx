// Results of what a user did: shown for a while, and read out.

import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useWords } from '../language.tsx'
import { shellWords } from '../words/shell.ts'
import { Icon } from './icon.tsx'
import type { Tone } from './statusBadge.tsx'

type Announce = (text: string, tone?: Tone) => void

const AnnouncerContext = createContext<Announce>(() => undefined)

/** `announce('Refunded 5.00 EUR.', 'good')`. For what the user did, not for what the page shows anyway. */
export const useAnnounce = (): Announce => useContext(AnnouncerContext)

type Announcement = { readonly number: number; readonly text: string; readonly tone: Tone }

export function Announcer({ children }: { readonly children: ReactNode }) {
  const say = useWords(shellWords)
  const [current, setCurrent] = useState<Announcement>()
  const count = useRef(0)
  const announce = useCallback<Announce>((text, tone = 'good') => {
    count.current += 1
    setCurrent({ number: count.current, text, tone })
  }, [])
  useEffect(() => {
    if (!current) return undefined
    const timer = setTimeout(() => setCurrent(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [current])
  return (
    <AnnouncerContext value={announce}>
      {children}
      <div className="announcer" role="status" aria-live="polite">
        {current && (
          <Paper key={current.number} className={`announcement ${current.tone}`} shadow="lg" p="sm">
            <Group gap="sm" wrap="nowrap">
              <Icon name={current.tone === 'bad' ? 'alert' : 'check'} />
              <Text size="sm" flex={1}>
                {current.text}
              </Text>
              <CloseButton
                {...{ size: 'sm', onClick: () => setCurrent(undefined) }}
                aria-label={say('close')}
              />
            </Group>
          </Paper>
        )}
      </div>
    </AnnouncerContext>
  )
}

const shownMs = 8_000
