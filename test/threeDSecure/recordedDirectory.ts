// Directory servers and issuers in a process of their own, which write down every message as it was on the
// wire: a line each, behind the first, which says where they are.

import { openDirectoryServer } from '../../src/directoryServer/openDirectoryServer.ts'

export type RecordedDirectoryJob = {
  readonly folder: string
  readonly schemes: readonly string[]
  readonly controlPort: number
  readonly seed: number
}

const job: RecordedDirectoryJob = JSON.parse(process.argv[2] ?? '{}')
const line = (content: unknown) => process.stdout.write(`${JSON.stringify(content)}\n`)
const server = await openDirectoryServer({ ...job, onMessage: line })
line({ settings: server.settings })
process.once('SIGTERM', () => void server.close())
