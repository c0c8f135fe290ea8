// The dialects that come with the gateway. An operator's own is a file of the same form.

import type { Dialect } from './dialect.ts'
import { iso1987Ascii } from './shipped/iso1987Ascii.ts'
import { iso1987Packed } from './shipped/iso1987Packed.ts'
import { iso1993Packed } from './shipped/iso1993Packed.ts'

export const shippedDialects: readonly Dialect[] = [iso1987Ascii, iso1987Packed, iso1993Packed]

export const dialectNamed = (name: string): Dialect | undefined =>
  shippedDialects.find(dialect => dialect.name === name)
