// The list as a file: how many orders have arrived, and a way to stop.

import { Button, Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAnnounce } from '../components/announcer.tsx'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { downloadCsv } from './downloadCsv.ts'
import { listWords } from './listWords.ts'

type ExportButtonProps = {
  readonly merchantId: string
  /** What the list is narrowed to now. */
  readonly input: () => Readonly<Record<string, string>>
}

export function ExportButton({ merchantId, input }: ExportButtonProps) {
  const say = useWords(listWords)
  const announce = useAnnounce()
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    const ending = new AbortController()
    running.current = ending
    setRows(0)
    const request = { list: 'orders', query: input(), fileName: `payments-${merchantId}.csv` }
    try {
      const count = await downloadCsv({ ...request, signal: ending.signal, onProgress: setRows })
      announce(say('exported', { count }))
    } catch (error) {
      if (!ending.signal.aborted) announce(error instanceof Error ? error.message : String(error), 'bad')
    } finally {
      setRows(undefined)
    }
  }
  if (rows !== undefined)
    return (
      <Button variant="default" onClick={() => running.current?.abort()} aria-label={say('stopExport')}>
        {say('exporting', { count: rows })}
      </Button>
    )
  return (
    <Tooltip label={say('exportHint')}>
      <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={start}>
        {say('export')}
      </Button>
    </Tooltip>
  )
}
