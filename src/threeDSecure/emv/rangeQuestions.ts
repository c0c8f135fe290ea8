// How directory servers are asked for their card ranges: PReq over the same connections as everything else.

import { randomUUID } from 'node:crypto'
import type { TimedClock } from '../../platform/clock.ts'
import { complain, type DirectoryClient } from './directoryClient.ts'
import { errorOf } from './messages/faults.ts'
import type { OpenedFile, RangeSource, WantedFile } from './ranges/rangeSource.ts'
import { erroOf, preqOf } from './replies.ts'
import type { ThreeDSecureServer } from './settings.ts'

type RangeSourceOptions = {
  readonly server: ThreeDSecureServer
  /** By the name of the directory server. */
  readonly clients: ReadonlyMap<string, DirectoryClient>
  readonly clock: Pick<TimedClock, 'deadline'>
}

export function createRangeSource({ server, clients, clock }: RangeSourceOptions): RangeSource {
  const clientOf = (name: string): DirectoryClient => {
    const client = clients.get(name)
    if (!client) throw new Error(`There is no directory server ${name}`)
    return client
  }
  return {
    async ask(name, { version, serialNumber }, signal) {
      const client = clientOf(name)
      const transactionId = randomUUID()
      const { operatorId, rangesAsFile = false } =
        server.directoryServers.find(each => each.name === name) ?? {}
      const { referenceNumber } = server
      const text = preqOf({
        version,
        transactionId,
        referenceNumber,
        operatorId,
        serialNumber,
        isFileWelcome: rangesAsFile,
      })
      const headers = { 'accept-encoding': 'gzip' }
      const body = await client.open({ text, headers }, { answerMs: beginningMs, deadline: signal })
      return {
        ...{ body, transactionId },
        async refuse({ code, detail }) {
          const about = {
            ...{ messageVersion: version, threeDSServerTransID: transactionId },
            messageType: 'PRes' as const,
          }
          const erro = erroOf(errorOf(code, detail), about)
          await complain(client, erro, clock)
        },
      }
    },
    openFile: (name, wanted, signal) => openFile(clientOf(name), wanted, signal),
  }
}

/** Until the first byte of a list comes: it may be made when it is asked for. */
const beginningMs = 60_000

async function openFile(
  client: DirectoryClient,
  { url, from, validator }: WantedFile,
  deadline: AbortSignal,
): Promise<OpenedFile> {
  const headers = {
    'accept-encoding': 'gzip',
    ...(from > 0 && { range: `bytes=${from}-` }),
    ...(from > 0 && validator !== undefined && { 'if-range': validator }),
  }
  const body = await client.open({ url: new URL(url), headers }, { answerMs: beginningMs, deadline })
  const { statusCode, headers: told } = body
  if (statusCode !== 200 && statusCode !== 206) throw new Error(`The file is not there (${statusCode})`)
  const [, first = '0'] = /^bytes (\d+)-/.exec(told['content-range'] ?? '') ?? []
  const known = told.etag ?? told['last-modified']
  return {
    body,
    from: statusCode === 206 ? Number(first) : 0,
    ...(known !== undefined && { validator: known }),
  }
}
