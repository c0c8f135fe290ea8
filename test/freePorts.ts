import { createServer, type Server } from 'node:net'

/**
 * Ports for what has to be told its port before it listens. A port that the system gave and took back may be
 * anybody's a moment later: of a connection too. These lie below the ports that systems give by themselves,
 * and a process has a block of them for itself as long as it listens on the block's first port.
 */
export async function freePort(): Promise<number> {
  return freePorts(1)
}

/** The first of several in a row. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    claimed ??= claimBlock()
    const current = claimed
    const block = await current
    const start = block.next
    if (start + count > block.end) {
      if (claimed === current) claimed = undefined
      continue
    }
    block.next += count
    if (await areFree(start, count)) return start
  }
}

type PortBlock = { next: number; readonly end: number }

const [lowest, highest, blockSize] = [12_000, 32_000, 100]
let claimed: Promise<PortBlock> | undefined

async function claimBlock(): Promise<PortBlock> {
  const blocks = (highest - lowest) / blockSize
  const start = Math.floor(Math.random() * blocks)
  for (let tried = 0; tried < blocks; tried += 1) {
    const first = lowest + ((start + tried) % blocks) * blockSize
    const held = await listen(first)
    if (!held) continue
    held.unref()
    return { next: first + 1, end: first + blockSize }
  }
  throw new Error(`Between ${lowest} and ${highest} every block of ports is taken.`)
}

async function areFree(start: number, count: number): Promise<boolean> {
  for (let port = start; port < start + count; port += 1) {
    const server = await listen(port)
    if (!server) return false
    await new Promise(resolve => server.close(resolve))
  }
  return true
}

const listen = (port: number): Promise<Server | undefined> =>
  new Promise(resolve => {
    const server = createServer().once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
