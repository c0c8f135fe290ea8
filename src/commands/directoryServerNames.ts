// The names of the directory servers that the settings of a command have a file of.

import type { KnownDirectoryServers } from '../administration/directoryServerNames.ts'
import { readDirectoryServersFile } from '../threeDSecure/emv/directoryServersFile.ts'
import type { CommandContext } from './context.ts'

export async function knownDirectoryServers({
  defaults,
}: Pick<CommandContext, 'defaults'>): Promise<KnownDirectoryServers | undefined> {
  const path = defaults.directoryServersFile()
  if (path === undefined) return undefined
  const { directoryServers } = await readDirectoryServersFile(path)
  return { path, names: directoryServers.map(({ name }) => name) }
}
