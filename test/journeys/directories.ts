import {
  type DirectoryServerOptions,
  type OpenDirectoryServer,
  openDirectoryServer,
} from '../../src/directoryServer/openDirectoryServer.ts'
import { checkDirectoryServers } from '../../src/threeDSecure/emv/directoryServersFile.ts'
import type { ThreeDSecureServer } from '../../src/threeDSecure/emv/settings.ts'
import { freePorts } from '../freePorts.ts'
import { judgeRun, type RunFinding } from '../threeDSecure/checker/conversations.ts'
import { createRecorder, stepsOf } from '../threeDSecure/checker/taken.ts'
import { granted, openAdministrator } from './administrator.ts'
import { passwords } from './client.ts'
import type { TestGateway } from './gateway.ts'

export type Directories = OpenDirectoryServer & {
  /** The directory servers file of a gateway, as it is read. */
  readonly file: ThreeDSecureServer
  /** The last authentication request of the gateway, whole. */
  lastRequest(): Readonly<Record<string, unknown>>
  /** What the third reader has against the messages of the whole run. */
  findings(): readonly RunFinding[]
  /**
   * What directory servers send while this is done is wrong on purpose: only the gateway is held to the
   * tables.
   */
  misbehaving<Done>(act: () => Promise<Done>): Promise<Done>
}

/** Directory servers with their issuers in this process; every message is held against the tables. */
export async function openDirectories(options: DirectoryServerOptions = {}): Promise<Directories> {
  const recorder = createRecorder()
  let misbehaviours = 0
  const opened = await openDirectoryServer({
    resultsPort: await freePorts(schemesMax),
    onMessage({ direction, scheme, text }) {
      const [from, to] = direction === 'received' ? ['gateway', scheme] : [scheme, 'gateway']
      const isDeliberate = direction === 'sent' && misbehaviours > 0
      recorder.take({ from, to, text, atMs: Date.now(), isDeliberate })
    },
    ...options,
  })
  return {
    ...opened,
    file: fileOf(opened),
    lastRequest: () => stepsOf(recorder.taken()).findLast(({ kind }) => kind === 'AReq')?.message ?? {},
    findings: () => judgeRun(recorder.taken(), onOneMachine),
    async misbehaving(act) {
      misbehaviours += 1
      try {
        return await act()
      } finally {
        misbehaviours -= 1
      }
    },
  }
}

const schemesMax = 3
const onOneMachine = { isLoopbackAllowed: true }

function fileOf({ settings }: OpenDirectoryServer): ThreeDSecureServer {
  const checked = checkDirectoryServers(settings)
  if ('findings' in checked) throw new Error(checked.findings.join('\n'))
  return checked
}

const record = [
  ...['requestorId=10056231*SHOP', 'requestorName=Shop', 'requestorUrl=https://shop.example'],
  ...['acquirerBin=412345', 'acquirerMerchantId=12345', 'acquirerCountry=FRA'],
  ...['category=5411', 'country=FRA', 'name=SHOP LYON'],
]

/** Every merchant of the test gateway, unless some are named, is known to every directory server. */
export async function registerMerchants(
  { database }: Pick<TestGateway, 'database'>,
  { file }: Directories,
  merchantIds: readonly string[] = Object.keys(passwords),
): Promise<void> {
  const administrator = await openAdministrator(database.logins)
  for (const merchantId of merchantIds)
    for (const { name } of file.directoryServers)
      granted(await administrator.directoryMerchants.change(merchantId, name, record))
  await administrator.close()
}

export { device } from './requests.ts'
