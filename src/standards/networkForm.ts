// Whether a text is a network address or a network: without the server's own modules, so that pages can check
// it, too.

/** Whether it is an address, or a network as an address and the number of its bits. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

const isIPv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every(part => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** A zone says nothing about who calls, so it is no part of a network. */
const isIPv6 = (text: string): boolean =>
  text.length <= 45 &&
  /^[0-9A-Fa-f:.]+$/.test(text) &&
  !text.endsWith('.') &&
  URL.canParse(`http://[${text}]`)
