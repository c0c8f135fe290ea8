// What commands share that connect to a running gateway: their options, and reading its answers.

import type { Command } from 'commander'
import type { Content } from '../contract/kit/content.ts'
import { StartRefusal } from '../platform/errors.ts'
import type { GatewayAnswer, WantedGateway } from './context.ts'
import { printable } from './output.ts'

/** Options of commands that connect to a running gateway. */
export const withGatewayOptions = (command: Command): Command =>
  command
    .option('--gateway <address>', 'where it listens, if not where these settings say')
    .option('--cacert <file>', 'the certificate to be trusted there, if nobody vouches for it')
export type GatewayOptions = WantedGateway

/** In commands that are shown to be pasted: their gateway, unless it is where they look anyway. */
export const gatewayOption = (origin: string, certificatePath?: string): string =>
  (origin === standardOrigin ? '' : ` --gateway ${origin}`) +
  (certificatePath === undefined ? '' : ` --cacert '${certificatePath}'`)
const standardOrigin = 'http://127.0.0.1:8080'

/** The gateway does not answer now; it may later. */
export class GatewayUnreachable extends StartRefusal {}

/** The body that the sandbox's control API answered; throws with its explanation otherwise. */
export function successBody({ status, body }: GatewayAnswer): Content {
  if (status < 300) return body
  if (status === 404) throw new StartRefusal('That gateway is no sandbox: it has no such controls.')
  if (status === 403)
    throw new StartRefusal('A sandbox is controlled from its own machine only: give its address on loopback.')
  throw new StartRefusal(explanationOf({ status, body }))
}

export function explanationOf({ status, body: { error } }: GatewayAnswer): string {
  const hasExplanation = typeof error === 'object' && error !== null && 'explanation' in error
  return hasExplanation ? printable(error.explanation, 400) : `The gateway answered ${status}.`
}
