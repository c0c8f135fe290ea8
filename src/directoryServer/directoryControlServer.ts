// The control of running directory servers over HTTP, for another process on the same machine: faults,
// outcomes, challenges, card ranges, the clock, and what was received and sent. It speaks JSON.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { readUpTo } from '../platform/files.ts'
import type { DirectoryControl } from './control.ts'
import { readChanges, readClockShift, readFaults, readNotice, readOrder } from './controlBodies.ts'
import { parsedContent } from './readMessage.ts'
import type { WireMessage } from './tables/forms.ts'
import { challengeEnds, isChallengeEnd } from './verdicts.ts'

type ControlRoute = (control: DirectoryControl, asked: ControlAsk) => unknown
type ControlAsk = { readonly body: WireMessage; readonly rest: string }

/** What can be asked; the last part of a path may be a value. */
const routes: Readonly<Record<string, ControlRoute>> = {
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

export const directoryControlPaths: readonly string[] = Object.keys(routes)

const bytesMax = 10_000_000

export const createControlServer = (control: DirectoryControl): Server =>
  createServer((request, response) => {
    const { socket } = request
    replyTo(control, request)
      .then(({ status, content }) => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
        response.writeHead(status, headers).end(`${JSON.stringify(content, undefined, 2)}\n`)
      })
      // The caller has left in the middle of its request.
      .catch(() => socket.destroy())
  })

type ControlAnswer = { readonly status: number; readonly content: unknown }

async function replyTo(control: DirectoryControl, request: IncomingMessage): Promise<ControlAnswer> {
  // A browser says where a page came from: pages of others must not steer the servers.
  if (request.headers.origin !== undefined) return refusal(403, 'It is not for pages in a browser.')
  const [, name = '', rest = ''] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/')
  const route = routes[`${request.method} /${name}`]
  if (route === undefined) return refusal(404, `There are ${directoryControlPaths.join(', ')}.`)
  const text = (await readUpTo(request, bytesMax)).toString()
  const body = text === '' ? {} : parsedContent(text)
  if (body === undefined) return refusal(400, 'The body must be a JSON object.')
  try {
    return { status: 200, content: (await route(control, { body, rest })) ?? { done: true } }
  } catch (error) {
    return refusal(400, error instanceof RangeError ? error.message : 'It cannot be done.')
  }
}

const refusal = (status: number, explanation: string): ControlAnswer => ({
  ...{ status, content: { error: { explanation } } },
})

function unknownScheme(): never {
  throw new RangeError('There is no such scheme: the path must end with one, such as /ranges/scheme-a.')
}

function setFaults(control: DirectoryControl, { body }: ControlAsk): unknown {
  for (const [name, setting] of readFaults(body)) control.fault(name, setting)
  return control.faults()
}

async function decide(control: DirectoryControl, { body, rest }: ControlAsk): Promise<unknown> {
  if (!isChallengeEnd(body.outcome))
    throw new RangeError(`outcome must be one of ${challengeEnds.join(', ')}.`)
  const outcome = await control.decide(rest, body.outcome)
  if (outcome === undefined)
    throw new RangeError('There is no such challenge: the path must end with its acsTransID.')
  return { outcome }
}

function shiftClock(control: DirectoryControl, { body }: ControlAsk): unknown {
  control.shiftClock(readClockShift(body))
  return control.clock()
}

function changeRanges(control: DirectoryControl, { body, rest }: ControlAsk): unknown {
  const serialNum = control.changeRanges(rest, readChanges(body))
  return serialNum === undefined ? unknownScheme() : control.ranges(rest)
}

async function notify(control: DirectoryControl, { body, rest }: ControlAsk): Promise<unknown> {
  return (await control.notify(rest, readNotice(body))) ?? unknownScheme()
}

function forgetRanges(control: DirectoryControl, { rest }: ControlAsk): unknown {
  control.forgetRanges(rest)
  return control.ranges(rest) ?? unknownScheme()
}
