// Downloads of whole lists as CSV: the only answers of the console that are no calls.

import type { Route } from '../../http/api/routes.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { busy, type Rejection } from '../../orders/rejection.ts'
import { exportPath } from '../api/apiPath.ts'
import { type ConsoleCallName, consoleCalls } from '../api/calls.ts'
import { type ExportName, exportCalls, filterNames } from '../api/exports.ts'
import { type ConsoleApiOptions, ofOwnPage } from './consoleApi.ts'
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
      return 'lines' in opened ? download(opened.sessionId, name, opened.lines) : opened
    },
  })
  const names = Object.keys(exportCalls).filter((name): name is ExportName => name in exportCalls)
  return names.map(name => routeOf<ConsoleCallName>(name, exportCalls[name], exportedLists[name]))
}

const perSessionMax = 2
const downloadsMax = 8

/** A download takes as long as its client does, so they are counted here and not in the load. */
function createDownloads() {
  const underWay: string[] = []
  async function* counted(sessionId: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
    underWay.push(sessionId)
    try {
      yield* lines
    } finally {
      underWay.splice(underWay.indexOf(sessionId), 1)
    }
  }
  return (sessionId: string, name: string, lines: AsyncIterable<string>): HttpReply | Rejection => {
    const own = underWay.filter(one => one === sessionId).length
    if (own >= perSessionMax || underWay.length >= downloadsMax)
      return busy('Too many downloads are under way.', 5)
    return {
      status: 200,
      body: '',
      stream: counted(sessionId, lines),
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    }
  }
}
