import type { Dialect } from '../dialect.ts'
import { fields1987 } from './fields1987.ts'
import { iso1987Ascii } from './iso1987Ascii.ts'

/** Currencies stay text even where other digits are packed. */
const currencies = Object.fromEntries(
  ['49', '50', '51'].map(number => [
    number,
    { ...{ name: '', format: 'n 3' }, ...fields1987[number], coding: { digits: 'ascii' } as const },
  ]),
)

export const iso1987Packed: Dialect = {
  ...iso1987Ascii,
  name: 'iso1987-packed',
  about: 'The 1987 standard with two digits in a byte, raw bitmaps and raw binary fields.',
  coding: {
    type: 'packed',
    bitmap: 'raw',
    digits: 'packed',
    oddFixed: 'left',
    oddVariable: 'left',
    lengths: 'packed',
    binary: 'raw',
  },
  fields: { ...fields1987, ...currencies },
  // As the manuals of most hosts of this kind want it: a reversal is the original again, with another type.
  reversals: { ...iso1987Ascii.reversals, traceNumber: 'original', transmissionTimeOfRepeats: 'kept' },
}
