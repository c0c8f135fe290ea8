// A list as a file: how many entries have arrived, and a way to stop.

import { Button, Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ExportInput, ExportName } from '../../api/exports.ts'
import { CallRefused } from '../callAnswer.ts'
import { useWords } from '../language.tsx'
import { exportWords } from '../words/exports.ts'
import { useAnnounce } from './announcer.tsx'
import { downloadCsv } from './downloadCsv.ts'
import { Icon } from './icon.tsx'

type ExportButtonProps<Name extends ExportName> = {
  readonly list: Name
  /** What the list is narrowed to now. */
  readonly input: ExportInput<Name>
  /** Without its ending. */
  readonly fileName: string
}

export function ExportButton<Name extends ExportName>({ list, input, fileName }: ExportButtonProps<Name>) {
  const say = useWords(exportWords)
  const announce = useAnnounce()
  const [rows, setRows] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    const ending = new AbortController()
    running.current = ending
    setRows(0)
    const request = { list, query: { ...input }, fileName: `${fileName}.csv` }
    try {
      const count = await downloadCsv({ ...request, signal: ending.signal, onProgress: setRows })
      announce(say('exported', { count }))
    } catch (error) {
      if (!ending.signal.aborted)
        announce(error instanceof CallRefused ? error.message : say('broken'), 'bad')
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
