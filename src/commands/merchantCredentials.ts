// The options of commands that call the API as a merchant, and the merchant's password from them.

import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import type { Command } from 'commander'
import { errorCode, UseRefusal } from '../platform/errors.ts'
import type { CommandContext } from './context.ts'

export const withMerchantOptions = (command: Command): Command =>
  command
    .option('--merchant <merchant>', "whose; the sandbox's own unless given")
    .option('--password <password>', "the merchant's API password")
    .option('--password-file <file>', 'a file that holds it; - is standard input')

export type MerchantOptions = {
  readonly merchant?: string
  readonly password?: string
  readonly passwordFile?: string
}

export type MerchantCredentials = { readonly merchantId: string; readonly password: string }

/** The sandbox's own merchant where none is named; `what` is wanted of them. */
export async function credentialsOf(
  context: CommandContext,
  given: MerchantOptions,
  what: string,
): Promise<MerchantCredentials> {
  const usual = { merchantId: context.defaults.merchantId(), password: context.defaults.password() }
  const merchantId = given.merchant ?? usual.merchantId
  if (merchantId === undefined) throw new UseRefusal(`Say whose ${what} with --merchant and --password-file.`)
  if (given.password !== undefined) return { merchantId, password: given.password }
  if (given.passwordFile !== undefined)
    return { merchantId, password: await readPassword(given.passwordFile) }
  if (usual.password !== undefined && merchantId === usual.merchantId)
    return { merchantId, password: usual.password }
  throw new UseRefusal(`Give the API password of ${merchantId} with --password-file or --password.`)
}

async function readPassword(file: string): Promise<string> {
  try {
    const text = file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8')
    return text.trim()
  } catch (error) {
    throw new UseRefusal(`${file} cannot be read (${errorCode(error)}).`)
  }
}
