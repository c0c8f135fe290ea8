// The address a request comes from, and whether a merchant may call from it.

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Rejection } from '../../orders/rejection.ts'
import { plainAddress } from '../transport/connections.ts'
import { rejectUnexplained } from '../transport/refusals.ts'

/**
 * The source address of a request. X-Forwarded-For counts only when a trusted proxy wrote it.
 */
export type SourceAddressReader = (request: IncomingMessage) => string

export function createSourceAddressReader(trustedProxies: readonly string[] = []): SourceAddressReader {
  const trusted = trustedProxies.length === 0 ? undefined : networksOf(trustedProxies)
  return request => {
    const peer = plainAddress(request.socket.remoteAddress ?? '')
    const forwarded = request.headers['x-forwarded-for']
    if (trusted === undefined || forwarded === undefined || !contains(trusted, peer)) return peer
    return nearestUntrusted(String(forwarded), peer, trusted)
  }
}

/**
 * Read from the right: an entry is reliable if a trusted proxy wrote it, and nothing before the first
 * untrusted one is.
 */
function nearestUntrusted(forwarded: string, peer: string, trusted: BlockList): string {
  let nearest = peer
  for (const part of forwarded.split(',').slice(-hopsMax).reverse()) {
    const address = plainAddress(part.trim())
    if (isIP(address) === 0) return nearest
    nearest = address
    if (!contains(trusted, address)) return nearest
  }
  return nearest
}

const hopsMax = 10

/** Addresses, and networks like 10.0.0.0/8. */
function networksOf(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const [given = '', prefix] = text.split('/')
    const address = prefix === undefined ? plainAddress(given) : given
    if (isIP(address) === 0) throw new Error(`'${text}' is not an address or a network.`)
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function contains(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Whether a merchant may call from there; with an empty list, it may from anywhere. */
export function checkSource(allowed: readonly string[], source: string): Rejection | undefined {
  if (allowed.length === 0) return undefined
  const networks = compiled.get(allowed) ?? networksOf(allowed)
  compiled.set(allowed, networks)
  return contains(networks, source) ? undefined : foreignSource
}

/** Kept as long as the merchant's profile is cached. */
const compiled = new WeakMap<readonly string[], BlockList>()

const foreignSource = rejectUnexplained('The merchant does not call from this address.')
