// The hosts that the conformance command tries: their addresses, merchants, and passwords, which are never on
// the command line.

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { ConformanceHost } from '../conformance/hostClient.ts'
import { errorCode, StartRefusal } from '../platform/errors.ts'
import { readPrivate } from '../platform/files.ts'
import { isLoopbackHost, readUrl } from '../standards/url.ts'
import type { CommandContext } from './context.ts'
import { printable } from './output.ts'

export const withHostOptions = (command: Command): Command =>
  command
    .option('--merchant <merchant>', "as which merchant; on this machine, the sandbox's own unless given")
    .option('--password-file <file>', 'a file that only you can read, with the API password')
    .option('--password-from-environment <name>', 'the environment variable that holds it')
    .option('--cacert <file>', 'the certificate to be trusted there, if nobody vouches for it')
    .option('--against <url>', 'a second host: prints what the two answer differently')
    .option('--against-merchant <merchant>', 'as which merchant there, if not as the same')
    .option('--against-password-file <file>', 'the password there, if not the same')
    .option('--against-password-from-environment <name>', 'the environment variable that holds it')

export type HostOptions = {
  readonly merchant?: string
  readonly passwordFile?: string
  readonly passwordFromEnvironment?: string
  readonly cacert?: string
  readonly against?: string
  readonly againstMerchant?: string
  readonly againstPasswordFile?: string
  readonly againstPasswordFromEnvironment?: string
}

export async function hostOf(
  context: CommandContext,
  url: string,
  { merchant, passwordFile, passwordFromEnvironment, cacert }: HostOptions,
): Promise<ConformanceHost> {
  const { address, isHere } = addressOf(url)
  const trusted = cacert === undefined ? {} : { trusted: await certificateIn(cacert) }
  // Only a host on this machine is asked as the sandbox's merchant: its password is nobody else's.
  const merchantId = merchant ?? (isHere ? context.defaults.merchantId() : undefined)
  if (merchantId === undefined)
    throw new StartRefusal('Say as which merchant with --merchant, and its password with --password-file.')
  const told = await passwordOf(context, merchantId, { passwordFile, passwordFromEnvironment })
  const isOwn = isHere && told === undefined && merchantId === context.defaults.merchantId()
  const password = told ?? (isOwn ? context.defaults.password() : undefined)
  return {
    address,
    merchantId,
    password: password ?? (await asked(context, merchantId, address)),
    ...trusted,
  }
}

/** The second host, where there is one. Both on this machine may have one password; others never hear it. */
export async function otherHostOf(
  context: CommandContext,
  first: ConformanceHost,
  given: HostOptions,
): Promise<ConformanceHost | undefined> {
  if (given.against === undefined) return undefined
  const { address, isHere } = addressOf(given.against)
  const merchantId = given.againstMerchant ?? first.merchantId
  const { againstPasswordFile: passwordFile, againstPasswordFromEnvironment: passwordFromEnvironment } = given
  const told = await passwordOf(context, merchantId, { passwordFile, passwordFromEnvironment })
  const isShared = isHere && addressOf(first.address).isHere && given.againstMerchant === undefined
  const password = told ?? (isShared ? first.password : await asked(context, merchantId, address))
  return { ...first, address, merchantId, password }
}

function addressOf(url: string) {
  const read = readUrl(url)
  if (!read || !/^https?:$/.test(read.protocol) || read.username !== '' || read.search !== '')
    // Not repeated: it may hold a password.
    throw new StartRefusal('A host is an address such as https://pay.example, with no password in it.')
  const isHere = isLoopbackHost(read.hostname)
  if (read.protocol === 'http:' && !isHere)
    throw new StartRefusal('Over http:// the password could be read on its way: use https://.')
  return { address: `${read.origin}${read.pathname.replace(/\/+$/, '')}`, isHere }
}

type PasswordOptions = {
  readonly passwordFile: string | undefined
  readonly passwordFromEnvironment: string | undefined
}

/** From a file or the environment, where one is named. */
async function passwordOf(
  context: CommandContext,
  merchantId: string,
  { passwordFile, passwordFromEnvironment }: PasswordOptions,
): Promise<string | undefined> {
  if (passwordFile !== undefined && passwordFromEnvironment !== undefined)
    throw new StartRefusal('Give the password one way: from a file, or from the environment.')
  if (passwordFile !== undefined) return (await readPrivate(passwordFile)).trim()
  if (passwordFromEnvironment === undefined) return undefined
  const value = context.variable(passwordFromEnvironment)
  if (value === undefined || value === '')
    throw new StartRefusal(
      `The variable ${printable(passwordFromEnvironment, 60)} is not set: it must hold the API password of ` +
        `${printable(merchantId, 40)}.`,
    )
  return value.trim()
}

/** Of who sits at the terminal. */
async function asked(context: CommandContext, merchantId: string, address: string): Promise<string> {
  const told = await context.askSecret(`API password of ${printable(merchantId, 40)} at ${address}`)
  if (told) return told
  throw new StartRefusal(
    `Give the API password of ${printable(merchantId, 40)} at ${address} with --password-file or ` +
      '--password-from-environment; of the second host, with --against-password-file and so on.',
  )
}

async function certificateIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new StartRefusal(`--cacert ${file} cannot be read (${errorCode(error)}).`)
  }
}
