import type { AddressInfo } from 'node:net'
import type { HttpListener, ListenerTransport } from '../http/api/listener.ts'
import { errorCode, StartRefusal } from '../platform/errors.ts'

export type Place = {
  readonly host: string
  readonly port: number
  /** By which setting another port is chosen. */
  readonly setting: string
}

/** What cannot be listened on is refused in one clear line. */
export async function listenOn(
  door: HttpListener,
  { host, port, setting }: Place,
  transport?: ListenerTransport,
): Promise<AddressInfo> {
  try {
    return await door.listen(host, port, transport)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartRefusal(`Port ${port} of ${host} is taken; choose another with ${setting}.`)
    throw new StartRefusal(`Cannot listen on ${host} port ${port} (${code}).`)
  }
}
