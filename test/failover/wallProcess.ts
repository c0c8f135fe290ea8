// The process of a wall: it does what its parent tells it, one word at a time, and ends with its parent.

import { connect, createServer, type Socket } from 'node:net'
import type { WallWord } from './wall.ts'

const sockets = new Set<Socket>()
let isUp = false

process.on('message', (word: WallWord) => {
  if (word.kind === 'door') openDoor(word)
  else {
    isUp = word.kind === 'raise'
    for (const socket of sockets) isUp ? socket.pause() : socket.resume()
    process.send?.('done')
  }
})
process.on('disconnect', () => process.exit())

function openDoor({ from, to }: { readonly from: number; readonly to: number }): void {
  const server = createServer(outside => {
    const inside = connect(to, '127.0.0.1')
    join(outside, inside)
    join(inside, outside)
  })
  server.listen(from, '127.0.0.1', () => process.send?.('done'))
}

function join(from: Socket, to: Socket): void {
  sockets.add(from)
  from.on('error', () => undefined)
  from.on('close', () => {
    sockets.delete(from)
    to.destroy()
  })
  from.on('data', data => {
    if (to.write(data)) return
    from.pause()
    to.once('drain', () => !isUp && from.resume())
  })
  if (isUp) from.pause()
}
