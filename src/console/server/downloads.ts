// Downloads under way: few at once, and none for longer than its session.

import type { HttpReply } from '../../http/transport/reply.ts'
import { busy, type Rejection } from '../../orders/rejection.ts'

/** A list that may be sent, and whether it still may. */
export type OpenedList = {
  readonly sessionId: string
  readonly lines: AsyncIterable<string>
  readonly mayGoOn: () => Promise<boolean>
}

const perSessionMax = 2
const downloadsMax = 8

/** A download takes as long as its client does, so they are counted here and not in the load. */
export function createDownloads(lookEveryMs = 5_000) {
  const underWay: string[] = []
  async function* counted({ sessionId, lines, mayGoOn }: OpenedList, ended: AbortController) {
    underWay.push(sessionId)
    const watch = setInterval(() => void endUnless(mayGoOn, ended), lookEveryMs).unref()
    try {
      yield* lines
    } finally {
      clearInterval(watch)
      underWay.splice(underWay.indexOf(sessionId), 1)
    }
  }
  return (name: string, opened: OpenedList): HttpReply | Rejection => {
    const own = underWay.filter(one => one === opened.sessionId).length
    if (own >= perSessionMax || underWay.length >= downloadsMax)
      return busy('Too many downloads are under way.', 5)
    const ended = new AbortController()
    return {
      status: 200,
      body: '',
      stream: counted(opened, ended),
      cutOff: ended.signal,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    }
  }
}

/**
 * Whoever reads slowly, or nothing at all, asks for no further page, at which it would end. A database that
 * is away ends nothing: the next page needs it, too.
 */
async function endUnless(mayGoOn: OpenedList['mayGoOn'], ended: AbortController): Promise<void> {
  const mayStill = await mayGoOn().catch(() => true)
  if (!mayStill) ended.abort()
}
