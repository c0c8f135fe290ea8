import { systemClock } from '../platform/clock.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { Office } from './office.ts'
import { quietProgress } from './progress.ts'
import { plain } from './terminal.ts'

/** Nothing is open in it: enough to read what commands say of themselves. */
const closed = async (): Promise<never> => {
  throw new StartRefusal('Nothing is open here.')
}

export const emptyOffice: Office = {
  terminal: {
    print: () => undefined,
    remark: () => undefined,
    paint: plain,
    isColoured: false,
    isWatched: false,
  },
  clock: systemClock,
  show: () => undefined,
  isForProgram: () => false,
  watched: work => work(quietProgress),
  ask: async () => undefined,
  askSecret: async () => undefined,
  piped: async () => undefined,
  start: async () => undefined,
  migrate: closed,
  records: closed,
  keyFile: closed,
  authority: { path: closed, issue: closed },
  gateway: closed,
  post: closed,
  halt: AbortSignal.abort(),
  usual: {
    merchantId: () => undefined,
    password: () => undefined,
    shownPassword: () => '',
    certificateListener: () => undefined,
  },
}
