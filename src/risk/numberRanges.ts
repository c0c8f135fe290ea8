// Ranges of card numbers and of network addresses, compiled to comparisons.

import { BlockList, isIP } from 'node:net'

export type NumberRange = { readonly from: string; readonly to?: string | undefined }

/**
 * Whether a number begins within one of the ranges. Undefined where too few of its digits are known to tell:
 * of payments in the past, six.
 */
export function compileRanges(ranges: readonly NumberRange[]): (digits: string) => boolean | undefined {
  const bounds = ranges.map(({ from, to = from }) => ({ from, to: to.padEnd(from.length, '9') }))
  return digits => {
    let isUnknown = false
    for (const { from, to } of bounds) {
      const found = isWithin(digits, from, to)
      if (found === true) return true
      if (found === undefined) isUnknown = true
    }
    return isUnknown ? undefined : false
  }
}

/** Digits of one length compare as text. */
function isWithin(digits: string, from: string, to: string): boolean | undefined {
  if (digits.length >= from.length) {
    const leading = digits.slice(0, from.length)
    return leading >= from && leading <= to
  }
  const [first, last] = [from.slice(0, digits.length), to.slice(0, digits.length)]
  if (digits < first || digits > last) return false
  return digits > first && digits < last ? true : undefined
}

/** What is wrong with a range, as a sentence. */
export function objectionToRange({ from, to }: NumberRange): string | undefined {
  if (to === undefined) return undefined
  if (to.length !== from.length) return 'Both ends of a range must have as many digits.'
  return to < from ? 'A range must not end before it begins.' : undefined
}

/** Whether an address is in one of the networks; one that is no address is in none. */
export function compileNetworks(networks: readonly string[]): (address: string) => boolean {
  const listed = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (!family) continue
    if (bits === undefined) listed.addAddress(address, family)
    else listed.addSubnet(address, Number(bits), family)
  }
  return address => {
    const family = familyOf(address)
    return family !== undefined && listed.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}
