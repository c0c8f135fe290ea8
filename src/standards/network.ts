// Network addresses: the network that counts as one caller, and networks in settings.

import { isIP } from 'node:net'

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

/** Whether it is an address, or a network as an address and the number of its bits. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}
