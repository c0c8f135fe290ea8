// Downloads of whole lists as CSV: the only answers of the console that are no calls.

import type { Route } from '../../http/api/routes.ts'
import { exportPath } from '../api/apiPath.ts'
import { type ConsoleCallName, consoleCalls } from '../api/calls.ts'
import { type ExportName, exportCalls, filterNames } from '../api/exports.ts'
import { type ConsoleApiOptions, ofOwnPage } from './consoleApi.ts'
import { createDownloads } from './downloads.ts'
import { exportedLists, type PagedList } from './exportedLists.ts'
import { type ExportSessions, openExport } from './openExport.ts'

type ExportOptions = ExportSessions & Pick<ConsoleApiOptions, 'handlers'>

/**
 * `GET /console/export/orders?merchantId=…` with the filters of a search, and so on for every list. Whoever
 * may make the call may download its answers. How far it is, the browser sees by the rows that have arrived:
 * a count in advance would have to read everything twice.
 */
export function exportRoutes(options: ExportOptions): readonly Route[] {
  const download = createDownloads()
  const routeOf = <Name extends ConsoleCallName>(name: string, call: Name, list: PagedList<Name>): Route => ({
    ...{ method: 'GET', path: `${exportPath}/${name}`, under: 'root', access: 'public' },
    checkOrigin: ofOwnPage(options.isSecure),
    readsCookie: true,
    query: filterNames(consoleCalls[call]),
    async handler(http) {
      const handler = options.handlers[call]
      const opened = await openExport({ ...options, handler, call, list, http })
      return 'lines' in opened ? download(name, opened) : opened
    },
  })
  const names = Object.keys(exportCalls).filter((name): name is ExportName => name in exportCalls)
  return names.map(name => routeOf<ConsoleCallName>(name, exportCalls[name], exportedLists[name]))
}
