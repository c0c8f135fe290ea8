import type { Dialect } from '../dialect.ts'
import { fields1987 } from './fields1987.ts'
import { answers1987, asks1987, network1987, reconciliation1987 } from './messages1987.ts'
import { responseCodes1987 } from './responseCodes1987.ts'

export const iso1987Ascii: Dialect = {
  name: 'iso1987-ascii',
  about: 'The 1987 standard with everything as readable text: bitmaps, digits, lengths and binary fields.',
  generation: '1987',
  frame: {
    length: '2 bytes',
    lengthCountsItself: false,
    zeroLength: 'error',
    longestBytes: 8192,
  },
  coding: {
    type: 'ascii',
    bitmap: 'hexadecimal',
    digits: 'ascii',
    oddFixed: 'left',
    oddVariable: 'left',
    lengths: 'ascii',
    binary: 'hexadecimal',
  },
  fields: fields1987,
  asks: asks1987,
  reversals: {
    traceNumber: 'own',
    transmissionTimeOfRepeats: 'renewed',
    acknowledgement: 'believed',
  },
  answers: answers1987,
  network: network1987,
  responseCodes: responseCodes1987,
  traceNumbers: { scope: 'link' },
  reconciliation: reconciliation1987,
}
