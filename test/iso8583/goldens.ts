// Messages as three implementations of others wrote and read them, byte for byte; what is malformed, and
// frames around the first message. A codec that is only held against itself proves nothing.

import { readFileSync } from 'node:fs'
import type { Coding, Dialect, FrameForm } from '../../src/acquirers/iso8583/dialects/dialect.ts'
import { dialectNamed } from '../../src/acquirers/iso8583/dialects/shippedDialects.ts'
import { projectPath } from '../../src/platform/files.ts'

export type Golden = {
  readonly id: string
  readonly coding: GoldenCoding
  readonly what: string
  readonly type: string
  readonly fields: { readonly [number: string]: string }
  readonly hex: string
}

export type Malformed = Pick<Golden, 'id' | 'coding' | 'hex'> & { readonly why: string }

/** Around message A1, as the side with network id 0002 sends it to 0001. */
export type GoldenFrame = Pick<FrameForm, 'length' | 'lengthCountsItself' | 'tpdu'> & {
  readonly what: string
  readonly hex: string
}

export const goldens: {
  readonly messages: readonly Golden[]
  readonly malformed: readonly Malformed[]
  readonly frames: readonly GoldenFrame[]
} = JSON.parse(readFileSync(projectPath('test/iso8583/golden.json'), 'utf8'))

/** How the goldens are coded. Shipped dialects are some of these, others the same fields in other bytes. */
const codings = {
  'ascii-hex': {
    type: 'ascii',
    bitmap: 'hexadecimal',
    digits: 'ascii',
    oddFixed: 'left',
    oddVariable: 'left',
    lengths: 'ascii',
    binary: 'hexadecimal',
  },
  'ascii-bin': {
    type: 'ascii',
    bitmap: 'raw',
    digits: 'ascii',
    oddFixed: 'left',
    oddVariable: 'left',
    lengths: 'ascii',
    binary: 'raw',
  },
  'bcd-left': {
    type: 'packed',
    bitmap: 'raw',
    digits: 'packed',
    oddFixed: 'left',
    oddVariable: 'left',
    lengths: 'packed',
    binary: 'raw',
  },
  'bcd-right': {
    type: 'packed',
    bitmap: 'raw',
    digits: 'packed',
    oddFixed: 'left',
    oddVariable: 'right',
    lengths: 'packed',
    binary: 'raw',
  },
} as const satisfies Readonly<Record<string, Coding>>

export type GoldenCoding = keyof typeof codings

export const goldenCodings: readonly GoldenCoding[] = ['ascii-hex', 'ascii-bin', 'bcd-left', 'bcd-right']

export function goldenDialect(coding: GoldenCoding): Dialect {
  const isPacked = codings[coding].digits === 'packed'
  const shipped = dialectNamed(isPacked ? 'iso1987-packed' : 'iso1987-ascii')
  if (!shipped) throw new Error('The dialect is not shipped')
  return { ...shipped, name: coding, coding: codings[coding] }
}
