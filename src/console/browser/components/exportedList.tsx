// A list that is read part by part, with the button that downloads all of it: both are narrowed by one input.

import type { ReactNode } from 'react'
import type { ConsoleAnswer } from '../../api/calls.ts'
import { type ExportInput, type ExportName, exportCalls } from '../../api/exports.ts'
import { useConsoleList } from '../queries.ts'
import { ExportButton } from './exportButton.tsx'

type ExportedListOptions = Parameters<typeof useConsoleList>[3] & {
  /** Of the download, without its ending. */
  readonly fileName: string
}

export function useExportedList<Name extends ExportName>(
  name: Name,
  input: ExportInput<Name>,
  nextOf: (answer: ConsoleAnswer<(typeof exportCalls)[Name]>) => Partial<ExportInput<Name>> | undefined,
  { fileName, ...options }: ExportedListOptions,
) {
  const list = useConsoleList<(typeof exportCalls)[Name]>(exportCalls[name], input, nextOf, options)
  const download: ReactNode = <ExportButton {...{ list: name, input, fileName }} />
  return [list, download] as const
}
