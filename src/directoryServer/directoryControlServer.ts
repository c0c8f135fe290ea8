// The control of running directory servers over HTTP, for another process on the same machine: faults,
// outcomes, challenges, card ranges, the clock, and what was received and sent. It speaks JSON.

import {
  type ControlRequest,
  type ControlRoutes,
  type ControlServer,
  openControlServer,
} from '../platform/controlServer.ts'
import type { DirectoryControl } from './control.ts'
import { readChanges, readClockShift, readDirectoryFaults, readNotice, readOrder } from './controlBodies.ts'
import { challengeEnds, isChallengeEnd } from './verdicts.ts'

/** What can be asked; the last part of a path may be a value. */
const routes: ControlRoutes<DirectoryControl> = {
  'GET /counters': control => control.counters(),
  'GET /messages': control => control.messages(),
  'GET /requests': control => control.requests(),
  'GET /results': control => control.results(),
  'GET /faults': control => control.faults(),
  'POST /faults': setFaults,
  'DELETE /faults': control => control.clearFaults(),
  'POST /outcomes': (control, { body }) => control.order(readOrder(body)),
  'DELETE /outcomes': control => control.clearOrders(),
  'GET /challenges': control => control.challenges(),
  'POST /challenges': decide,
  'POST /notices': notify,
  'GET /clock': control => control.clock(),
  'POST /clock': shiftClock,
  'GET /ranges': (control, { rest }) => control.ranges(rest) ?? unknownScheme(),
  'POST /ranges': changeRanges,
  'DELETE /ranges': forgetRanges,
}

/** Changes of card ranges may be long. */
const bytesMax = 10_000_000

export const openDirectoryControlServer = (control: DirectoryControl, port: number): Promise<ControlServer> =>
  openControlServer({ control, routes, port, bytesMax })

function unknownScheme(): never {
  throw new RangeError('There is no such scheme: the path must end with one, such as /ranges/scheme-a.')
}

function setFaults(control: DirectoryControl, { body }: ControlRequest): unknown {
  for (const [name, setting] of readDirectoryFaults(body)) control.fault(name, setting)
  return control.faults()
}

async function decide(control: DirectoryControl, { body, rest }: ControlRequest): Promise<unknown> {
  if (!isChallengeEnd(body.outcome))
    throw new RangeError(`outcome must be one of ${challengeEnds.join(', ')}.`)
  const outcome = await control.decide(rest, body.outcome)
  if (outcome === undefined)
    throw new RangeError('There is no such challenge: the path must end with its acsTransID.')
  return { outcome }
}

function shiftClock(control: DirectoryControl, { body }: ControlRequest): unknown {
  control.shiftClock(readClockShift(body))
  return control.clock()
}

function changeRanges(control: DirectoryControl, { body, rest }: ControlRequest): unknown {
  const serialNum = control.changeRanges(rest, readChanges(body))
  return serialNum === undefined ? unknownScheme() : control.ranges(rest)
}

async function notify(control: DirectoryControl, { body, rest }: ControlRequest): Promise<unknown> {
  return (await control.notify(rest, readNotice(body))) ?? unknownScheme()
}

function forgetRanges(control: DirectoryControl, { rest }: ControlRequest): unknown {
  control.forgetRanges(rest)
  return control.ranges(rest) ?? unknownScheme()
}
