// Reading a configuration file for a command, and comparing its links with the file that nodes have.

import { dirname, resolve } from 'node:path'
import { checkLinksFrom } from '../acquirers/routing/linksFile.ts'
import type { AcquirerLinks } from '../acquirers/routing/settings.ts'
import { isMembers } from '../administration/configuration/declaration.ts'
import { type LinksFileDifference, linkDifferences } from '../administration/configuration/linkDifferences.ts'
import type { PlanOptions } from '../administration/configuration/plan.ts'
import {
  type ConfigurationFile,
  type FileFinding,
  readConfigurationFile,
} from '../administration/configuration/readFile.ts'
import { StartRefusal } from '../platform/errors.ts'
import { fileTrouble, readJsonFile } from '../platform/operatorFile.ts'
import type { CommandContext } from './context.ts'
import { knownDirectoryServers } from './directoryServerNames.ts'
import { printable } from './output.ts'

/** Of thousands of merchants with their rules. */
const bytesMax = 64_000_000

export type GivenConfiguration = Pick<
  PlanOptions,
  'environment' | 'links' | 'variables' | 'directoryServers'
> & {
  readonly path: string
  readonly file: ConfigurationFile
  readonly linksPlan: LinksPlan
}

/** About links and routes, which no command can change. */
export type LinksPlan = {
  readonly differences: readonly LinksFileDifference[]
  readonly unmanaged: readonly string[]
  readonly notes: readonly FileFinding[]
}

export type RefusedConfiguration = { readonly path: string; readonly refused: readonly FileFinding[] }

export async function readConfiguration(
  context: CommandContext,
  path: string,
): Promise<GivenConfiguration | RefusedConfiguration> {
  // Settings of the gateway that make no sense are told first.
  const { linksFile, environment } = context.defaults
  const deployedPath = linksFile()
  const value = await readJsonFile(path, { bytesMax, isEachOnce: true }).catch(error => {
    throw new StartRefusal(`${printable(path)} ${fileTrouble(error)}.`)
  })
  const read = readConfigurationFile(value, context.variable)
  const links = await checkedLinks(value, dirname(resolve(path)))
  const refused = ['findings' in read ? read.findings : [], 'refused' in links ? links.refused : []].flat()
  if ('findings' in read || 'refused' in links) return { path, refused }
  const { file, variables } = read
  const deployed = deployedPath === undefined ? undefined : await readDeployedLinks(deployedPath)
  const directoryServers = hasRecords(file) ? await knownDirectoryServers(context) : undefined
  return {
    ...{ path, environment: environment(), file, variables, links: links.links.map(fileLink) },
    ...(directoryServers && { directoryServers }),
    linksPlan: planLinks(file, { deployedPath, deployed }),
  }
}

const hasRecords = ({ merchants = {} }: ConfigurationFile): boolean =>
  Object.values(merchants).some(({ directoryServers }) => directoryServers !== undefined)

type CheckedSection = Pick<AcquirerLinks, 'links'> | Pick<RefusedConfiguration, 'refused'>

async function checkedLinks(file: unknown, folder: string): Promise<CheckedSection> {
  const section = isMembers(file) ? file.acquirerLinks : undefined
  if (!isMembers(section)) return { links: [] }
  if (holdsKey(section)) return { refused: [{ path: 'acquirerLinks', says: keyInside }] }
  const checked = await checkLinksFrom(folder, section)
  if (!('findings' in checked)) return checked
  return {
    refused: checked.findings.map(finding => {
      const [place = '', ...says] = finding.split(': ')
      return { path: `acquirerLinks.${place}`, says: says.join(': ') }
    }),
  }
}

const fileLink = ({ name, addresses }: AcquirerLinks['links'][number]) => ({
  name,
  hosts: addresses.map(({ host }) => host),
})

/** The file of these settings; undefined where this machine does not have it. */
export async function readDeployedLinks(path: string): Promise<unknown> {
  const value = await readJsonFile(path).catch(() => undefined)
  if (holdsKey(value)) throw new StartRefusal(`${printable(path)} ${keyInside}.`)
  return value
}

/** Links are exported and compared as they stand: a key must not be among them. */
const holdsKey = (value: unknown): boolean => JSON.stringify(value)?.includes('-----BEGIN') === true
const keyInside = 'holds a key or certificate itself: write the path of its file there'

type DeployedLinks = { readonly deployedPath: string | undefined; readonly deployed: unknown }

function planLinks(file: ConfigurationFile, { deployedPath, deployed }: DeployedLinks): LinksPlan {
  const { acquirerLinks: wanted } = file
  const isUnread = deployedPath !== undefined && deployed === undefined
  const unread = { path: 'acquirerLinks', says: `cannot be compared: ${deployedPath} cannot be read here` }
  return {
    differences: wanted === undefined || isUnread ? [] : linkDifferences(deployed, wanted),
    unmanaged:
      wanted === undefined && deployedPath !== undefined ? [`acquirerLinks, in ${deployedPath}`] : [],
    notes: [...(wanted && isUnread ? [unread] : []), ...unknownToLinks(file, wanted ?? deployed)],
  }
}

/** Payments of a merchant that no link knows are refused. */
function unknownToLinks({ merchants = {} }: ConfigurationFile, links: unknown): readonly FileFinding[] {
  if (!isMembers(links) || !Array.isArray(links.merchants)) return []
  const identified = new Set(links.merchants.map(each => (isMembers(each) ? each.merchantId : undefined)))
  return Object.keys(merchants)
    .filter(merchantId => !identified.has(merchantId))
    .map(merchantId => ({
      path: `merchants.${merchantId}`,
      says: 'has no identity at any link: its payments are refused until the links file has one',
    }))
}
