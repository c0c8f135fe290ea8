// Network addresses: the network that counts as one caller, and networks in settings.

import { isIP, SocketAddress } from 'node:net'

/**
 * What counts as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, because one caller
 * usually has 2^64 of those.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after = ''] = address.split('::', 2)
  const [first, last] = [groupsOf(before), groupsOf(after)]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

/** The last 32 bits may be written as an IPv4 address, and a zone may follow: both are ignored. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return []
  return text.split(':').flatMap(group => (group.includes('.') ? ['0', '0'] : [shortened(group)]))
}

const shortened = (group: string): string => Number.parseInt(group, 16).toString(16)

/**
 * An address in its one spelling, without a zone; an IPv4 address that is written as an IPv6 address is that
 * IPv4 address. Undefined: it is none.
 */
export function canonicalAddress(text: string): string | undefined {
  const [bare = ''] = text.trim().split('%', 1)
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return mappedForm.exec(address)?.[1] ?? address
}

const mappedForm = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/
