import { invalid, missing, type Rejection, unsupported } from '../../orders/rejection.ts'

/** What the demo page may tell its server; what was not told is an empty text. */
export type ShopActValues = Readonly<Record<ShopActField, string>>
export type ShopActField = keyof typeof fieldForms

/** Orders of the demo only, so that nobody can reach another through it. */
const fieldForms = {
  arrangement: /^(?:redirect|providerA|merchant)$/,
  delivery: /^(?:standard|express)$/,
  flow: /^(?:checkout|embedded)$/,
  order: /^demo-(?:checkout|embedded|fields|browser)-[0-9a-f]{12}$/,
  reference: /^(?:[A-Z-]{1,30}(?:\.FAIL[A-Z_]{1,40})?)?$/,
  resultIndicator: /^[\w-]{0,64}$/,
  session: /^SESSION[0-9A-Z]{24}$/,
  transaction: /^[\w-]{1,40}$/,
} as const satisfies Record<string, RegExp>

const noValues: ShopActValues = {
  arrangement: '',
  delivery: '',
  flow: '',
  order: '',
  reference: '',
  resultIndicator: '',
  session: '',
  transaction: '',
}

export function readActValues(body: object, { needs, takes = [] }: ShopActFields): ShopActValues | Rejection {
  const given: Readonly<Record<string, unknown>> = { ...body }
  const stranger = Object.keys(given).find(name => ![...needs, ...takes].some(known => known === name))
  if (stranger !== undefined) return unsupported(stranger)
  const asked = { ...noValues }
  for (const name of [...needs, ...takes]) {
    const value = given[name]
    if (value === undefined && takes.includes(name)) continue
    if (value === undefined || value === null) return missing(name)
    if (typeof value !== 'string' || !fieldForms[name].test(value))
      return invalid(name, 'The demo page sends other values.')
    asked[name] = value
  }
  return asked
}

export type ShopActFields = {
  readonly needs: readonly ShopActField[]
  readonly takes?: readonly ShopActField[]
}
