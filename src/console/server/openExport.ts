// A whole list, read page by page while it is sent.

import type { Content } from '../../contract/kit/content.ts'
import type { RouteCall } from '../../http/api/routes.ts'
import type { HttpRefusal } from '../../http/transport/refusals.ts'
import type { HttpReply } from '../../http/transport/reply.ts'
import { isRejection, type Rejection } from '../../orders/rejection.ts'
import type { ConsoleCall } from '../api/call.ts'
import { type ConsoleCallName, type ConsoleInput, consoleCalls } from '../api/calls.ts'
import { csvBeginning, csvLine } from '../search/csv.ts'
import type { UserStore } from '../users/port.ts'
import {
  admitCall,
  type ConsoleApiOptions,
  type ConsoleHandlers,
  type HandledCall,
  isWithCookie,
  mayCall,
} from './consoleApi.ts'
import type { OpenedList } from './downloads.ts'
import type { ListPage, PagedList } from './exportedLists.ts'

export type ExportSessions = Pick<ConsoleApiOptions, 'findSession' | 'isSecure'> &
  Pick<UserStore, 'findOpenSession'>

type ListToOpen<Name extends ConsoleCallName> = ExportSessions & {
  readonly call: Name
  readonly handler: ConsoleHandlers[Name]
  readonly list: PagedList<Name>
  readonly http: Pick<RouteCall, 'cookie' | 'query'> & HandledCall<unknown>['http']
}

/** The first page is read before anything is answered: what is wrong with the input is refused as ever. */
export async function openExport<Name extends ConsoleCallName>({
  call,
  handler,
  list,
  http,
  ...sessions
}: ListToOpen<Name>): Promise<OpenedList | HttpReply | HttpRefusal | Rejection> {
  const declared = consoleCalls[call]
  const message = messageOf(declared, http.query)
  const admitted = await admitCall<ConsoleInput<Name>>(sessions, declared, http, message)
  if (!('signedIn' in admitted)) return admitted
  const { input, signedIn } = admitted
  const pageOf = async (place: Partial<ConsoleInput<Name>>) => {
    const handled = await handler({ input: { ...input, ...place }, signedIn, http })
    if (isRejection(handled)) return handled
    return list.read(isWithCookie(handled) ? handled.answer : handled)
  }
  const first = await pageOf(list.first)
  if (isRejection(first)) return first
  // Whose session has ended in between, or whose role has changed, gets nothing more. The token that it began
  // with ends soon when the second factor is shown again, and the session goes on.
  const mayGoOn = async () => {
    const still = await sessions.findOpenSession(signedIn.sessionId)
    return still !== undefined && mayCall(still, declared, message.merchantId)
  }
  const following = async (place: Partial<ConsoleInput<Name>>) => {
    if (!(await mayGoOn())) throw new Error('The session has ended.')
    const page = await pageOf({ ...list.first, ...place })
    if (isRejection(page)) throw new Error(page.explanation)
    return page
  }
  return { sessionId: signedIn.sessionId, lines: linesOf(list.titles, first, following), mayGoOn }
}

/** What the call would have been sent: an address has numbers as texts. */
const messageOf = ({ input }: ConsoleCall, query: Readonly<Record<string, string>>): Content =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const type = input.fields[name]?.type
      const isNumber = type?.kind === 'scalar' && type.json === 'integer' && /^[0-9]{1,15}$/.test(value)
      return [name, isNumber ? Number(value) : value]
    }),
  )

/** Page by page while they are read: memory stays the same however long the list is. */
async function* linesOf<Name extends ConsoleCallName>(
  titles: readonly string[],
  first: ListPage<Name>,
  following: (place: Partial<ConsoleInput<Name>>) => Promise<ListPage<Name>>,
): AsyncGenerator<string> {
  yield csvBeginning + csvLine(titles)
  let page = first
  for (;;) {
    if (page.lines.length > 0) yield page.lines.map(csvLine).join('')
    if (page.next === undefined) return
    page = await following(page.next)
  }
}
