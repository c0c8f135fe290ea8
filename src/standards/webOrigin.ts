import { readUrl } from './readUrl.ts'

/**
 * Whether it is an origin as browsers write it. URLs allow more in a host, such as `*` and `;`, which would
 * mean something where origins are listed in a header.
 */
export const isWebOrigin = (value: string): boolean =>
  originForm.test(value) && readUrl(value)?.origin === value

const originForm = /^https?:\/\/(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/
