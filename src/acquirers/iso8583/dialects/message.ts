/**
 * One message of ISO 8583 in the form that all parts of the link share: the type in four digits, and the
 * fields by number. Binary fields are upper-case hexadecimal; fixed fields have their whole length.
 */
export type IsoMessage = {
  readonly type: string
  readonly fields: { readonly [number: number]: string }
}

/**
 * The only error that reading or writing a message throws. It names the field and the place, and never a
 * value: a message holds card data.
 */
export class IsoFormatError extends Error {
  override readonly name = 'IsoFormatError'
  readonly field: number | undefined
  /** In bytes from the beginning of the message; absent where a message is written. */
  readonly offset: number | undefined

  constructor(reason: string, { field, offset }: { readonly field?: number; readonly offset?: number } = {}) {
    const place = [
      ...(field === undefined ? [] : [`field ${field}`]),
      ...(offset === undefined ? [] : [`byte ${offset}`]),
    ]
    super(place.length === 0 ? reason : `${place.join(', ')}: ${reason}`)
    this.field = field
    this.offset = offset
  }
}
