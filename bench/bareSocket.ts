// The least that an answer can take in Node: a socket that answers every packet with the same bytes.

import { createServer } from 'node:net'

const body = JSON.stringify({ result: 'x'.repeat(100) })
const head = [
  'HTTP/1.1 201 Created',
  'X-Padding: '.padEnd(300, 'x'),
  `Content-Length: ${body.length}`,
  '',
  body,
]
const answer = Buffer.from(head.join('\r\n'))

const server = createServer({ noDelay: true }, socket => {
  socket.on('data', () => socket.write(answer))
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`listening on ${address.port}`)
})
process.stdin.on('end', () => process.exit(0)).resume()
