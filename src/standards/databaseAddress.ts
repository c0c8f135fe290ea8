// Database addresses: their hosts, TLS settings, and options that the driver would not honour.

/**
 * The first option of a database address that would be ignored, or interpreted differently from other
 * clients; undefined if there is none. The message never contains the address, which has a password in it.
 */
export function unsupportedOptionIn(address: string): string | undefined {
  const { authority, options } = partsOf(address)
  const ignored = ignoredOptionIn(address, options)
  if (ignored !== undefined) return ignored
  const mistake = hostListMistakeIn(authority, options)
  if (mistake !== undefined) return mistake
  const kind = options.get('target_session_attrs') ?? supportedKind
  if (kind !== supportedKind) {
    const shown = otherKinds.includes(kind) ? kind : '…'
    return `has target_session_attrs=${shown}: a gateway writes, so ${supportedKind} is all that can be said`
  }
  const mode = options.get('sslmode')
  if (mode !== null && !sslModes.includes(mode))
    return `has sslmode=${sslModeShown(mode)}: use verify-full, with sslrootcert for an authority of your own`
  const other = otherTlsOptions.find(name => options.has(name))
  if (other !== undefined) return `has ${other}=…: say how TLS is checked by sslmode=verify-full alone`
  const certificateOption = certificateOptions.find(name => options.has(name))
  if (certificateOption !== undefined && (mode ?? 'disable') === 'disable')
    return `has ${certificateOption} without sslmode=verify-full`
  return undefined
}

/** A server by name, address or the folder of its socket. */
export type DatabaseHost = { readonly host: string; readonly port: number }

/** All hosts of the address, in its order; one of them is the primary. */
export const hostsIn = (address: string): readonly DatabaseHost[] =>
  partsOf(address).authority.split(',').map(readHost)

/** The address with only its first host. */
export function withFirstHost(address: string): string {
  const { authority, start } = partsOf(address)
  const [first = ''] = authority.split(',', 1)
  return `${address.slice(0, start)}${first}${address.slice(start + authority.length)}`
}

/** If TLS is required, the server's certificate is verified, too: without that TLS does not protect. */
export const withVerifiedTls = (address: string): string =>
  address.replace(/([?&]sslmode=)require(?=&|$)/, '$1verify-full')

/** The files of the client's private key. */
export const keyFilesIn = (address: string): readonly string[] => partsOf(address).options.getAll('sslkey')

const sslModes: readonly string[] = ['disable', 'require', 'verify-full']
/** Other modes of clients: they check less than their names suggest, or fall back to plain text. */
const otherModes: readonly string[] = ['allow', 'prefer', 'verify-ca', 'no-verify']
const sslModeShown = (mode: string): string => (otherModes.includes(mode) ? mode : '…')
const otherTlsOptions: readonly string[] = ['ssl', 'uselibpqcompat']
const certificateOptions: readonly string[] = ['sslrootcert', 'sslcert', 'sslkey']

/** The only kind of server that can be used for payments, and the others that clients can request. */
const supportedKind = 'read-write'
const otherKinds: readonly string[] = ['any', 'read-only', 'primary', 'standby', 'prefer-standby']

/** Options that the driver would ignore, or of which it would use another value. */
function ignoredOptionIn(address: string, options: URLSearchParams): string | undefined {
  if (address.includes('#')) return 'has a # in it: write %23, as nothing behind it would be read'
  const names = [...options.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `says ${/^\w{1,30}$/.test(twice) ? twice : 'something'} twice`
}

function hostListMistakeIn(authority: string, options: URLSearchParams): string | undefined {
  const isInQuery = ['host', 'port'].some(name => options.get(name)?.includes(','))
  if (isInQuery) return 'names several hosts in its query: write them as user@a:5432,b:5432/database'
  if (!authority.includes(',')) return undefined
  if (options.has('host') || options.has('port'))
    return 'names hosts twice: before the database and in its query'
  if (options.has('load_balance_hosts'))
    return 'has load_balance_hosts=…: only one host at a time can be written to'
  const { length } = authority.split(',').filter(text => !hostForm.test(text))
  return length === 0 ? undefined : 'has an entry among its hosts that is not like name:5432'
}

const hostForm = /^(\[[0-9A-Fa-f:.]+\]|[^\s:[\],]+)(?::(\d{1,5}))?$/
const usualPort = 5432

function readHost(text: string): DatabaseHost {
  const [, host = '', port] = hostForm.exec(text) ?? []
  return {
    host: decodeURIComponent(host.replace(/^\[(.*)\]$/, '$1')),
    port: port === undefined ? usualPort : Number(port),
  }
}

function partsOf(address: string) {
  const [before = '', ...rest] = address.split('?')
  const query = rest.join('?')
  const scheme = /^[a-z]+:\/\//.exec(before)?.[0] ?? ''
  const login = before.slice(scheme.length).split('/', 1)[0] ?? ''
  const hostsAt = login.lastIndexOf('@') + 1
  const options = new URLSearchParams(query)
  return { authority: login.slice(hostsAt), start: scheme.length + hostsAt, options }
}
