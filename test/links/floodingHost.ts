// A host as a process of its own that answers payments, and between answers sends what nobody asked for, as
// fast as the other end takes it. Standard input says what: one word a line; `rest` ends it.

import { createInterface } from 'node:readline'
import type { IsoMessage } from '../../src/acquirers/iso8583/dialects/message.ts'
import { iso1987Ascii } from '../../src/acquirers/iso8583/dialects/shipped/iso1987Ascii.ts'
import { answerTo, type HostSide, startScriptedHost } from '../support/acquirers/scriptedHost.ts'
import { authorization } from '../support/acquirers/testLink.ts'
import { endsConnections, type Flood, isFlood } from './floods.ts'

const host = await startScriptedHost(iso1987Ascii)
let flood: Flood | undefined
let latest: IsoMessage = answerTo(authorization(), { 39: '00' })
let number = 0

host.script = (message, side) => {
  latest = answerTo(message, { 38: 'A12345', 39: '00' })
  side.send(latest)
}

const nextNumber = () => {
  number = (number % 999_999) + 1
  return String(number).padStart(6, '0')
}
const asked = (code: string) => ({
  type: '0800',
  fields: { 7: '1116235959', 11: nextNumber(), 70: code },
})

/** What is written at a time; the last three end the connection that they are written to. */
const pieces: { readonly [name in Flood]: (side: HostSide) => Buffer } = {
  unmatched: side =>
    side.frameOf(answerTo(authorization({ 11: nextNumber(), 41: 'NOBODY01' }), { 39: '00' })),
  doubled: side => side.frameOf(latest),
  unknownType: side => side.frameOf({ ...authorization({ 11: nextNumber() }), type: '0200' }),
  echo: side => side.frameOf(asked('301')),
  cutOver: side => side.frameOf({ ...asked('201'), fields: { ...asked('201').fields, 15: '1117' } }),
  unreadable: () => Buffer.from('\0\x060110ZZ', 'latin1'),
  hugeLengths: () => Buffer.from([0xff, 0xff]),
  partialFrames: () => Buffer.from([0, 200, 0x30]),
}

/** Of the floods that end connections, the eldest that lives is spared: payments need one. */
const isSpared = (side: HostSide) => host.sides.find(({ socket }) => socket.writable) === side

function pour(side: HostSide, what: Flood): void {
  if (!side.socket.writable || (endsConnections(what) && isSpared(side))) return
  if (what === 'hugeLengths' || what === 'partialFrames') {
    if (!ended.has(side)) side.raw(pieces[what](side))
    ended.add(side)
    return
  }
  // Fifty in a piece, and only while the other end takes them.
  if (side.socket.writableNeedDrain) return
  side.raw(Buffer.concat(Array.from({ length: 50 }, () => pieces[what](side))))
}
const ended = new WeakSet<HostSide>()

function turn(): void {
  const what = flood
  if (what !== undefined) for (const side of host.sides) pour(side, what)
  setTimeout(turn, what === undefined ? 20 : 1)
}

turn()
createInterface({ input: process.stdin }).on('line', word => {
  flood = isFlood(word) ? word : undefined
})
process.stdin.on('end', () => process.exit(0))
process.stdout.write(`${host.port}\n`)
