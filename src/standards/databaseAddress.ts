/**
 * What an address of a database asks for and would not get, or not as it is meant elsewhere; undefined when
 * there is nothing of the kind. Never the address itself, which has a password in it.
 */
export function unclearIn(address: string): string | undefined {
  const { hosts, wishes } = partsOf(address)
  if (hosts.includes(','))
    return 'names several hosts: give it one name or address that follows the primary, as your tool has it'
  const mode = wishes.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    return `has sslmode=${sslModeShown(mode)}: use verify-full, with sslrootcert for an authority of your own`
  const other = otherWays.find(name => wishes.has(name))
  if (other !== undefined) return `has ${other}=…: say how TLS is checked by sslmode=verify-full alone`
  const needy = files.find(name => wishes.has(name))
  if (needy !== undefined && (mode ?? 'disable') === 'disable')
    return `has ${needy} without sslmode=verify-full`
  return undefined
}

/** Whoever requires TLS gets a server that proves who it is: less is no protection. */
export const withTlsProven = (address: string): string =>
  address.replace(/([?&]sslmode=)require(?=&|$)/, '$1verify-full')

const sslModes: readonly string[] = ['disable', 'require', 'verify-full']
/** Others in use, which check less than they seem to, or go on in the open. */
const otherModes: readonly string[] = ['allow', 'prefer', 'verify-ca', 'no-verify']
const sslModeShown = (mode: string): string => (otherModes.includes(mode) ? mode : '…')
const otherWays: readonly string[] = ['ssl', 'uselibpqcompat']
const files: readonly string[] = ['sslrootcert', 'sslcert', 'sslkey']

function partsOf(address: string) {
  const [before = '', query = ''] = address.split('?', 2)
  const authority = before.replace(/^[a-z]+:\/\//, '').split('/', 1)[0] ?? ''
  return { hosts: authority.slice(authority.lastIndexOf('@') + 1), wishes: new URLSearchParams(query) }
}
