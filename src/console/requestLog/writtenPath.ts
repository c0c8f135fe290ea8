// The path of a logged call as it was called: the ids that are kept in the place of their names.

import type { LoggedCall } from './port.ts'

export type CalledPath = Pick<LoggedCall, 'orderId' | 'path' | 'transactionId' | 'version'> & {
  readonly merchantId: string
}

/** What is not kept, as what may be a secret, stands as `instead` says: by its name in the reference. */
export function writtenPath(
  { path, version, merchantId, orderId, transactionId }: CalledPath,
  instead: (name: string) => string = name => `{${name}}`,
): string {
  const values: Readonly<Record<string, string | undefined>> = {
    ...{ version: String(version), merchantId, orderid: orderId, transactionid: transactionId },
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    return value === undefined ? instead(name) : encoded(value)
  })
}

/** Also what means something to a shell between double quotes. */
const encoded = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16)}`)
