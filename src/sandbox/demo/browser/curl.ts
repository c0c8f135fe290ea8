import type { DemoExchange } from './exchange.ts'

/** The line that sends a request of the shop's server again; the password stays a variable of the shell. */
export function curlOf(exchange: DemoExchange, { origin, merchantId, certificate = '' }: CurlTarget): string {
  const { method, path, request } = exchange
  const trust = certificate && ` --cacert ${quoted(certificate)}`
  const lines = [
    `curl -sS${trust}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + path)}`,
    `-u "merchant.${merchantId}:$TOLLGATE_SANDBOX_PASSWORD"`,
    ...(request === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(request, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

export type CurlTarget = {
  readonly origin: string
  readonly merchantId: string
  /** Where the certificate lies that a client on that machine has to be told to trust. */
  readonly certificate?: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
