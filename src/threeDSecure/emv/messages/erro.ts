// Erro: what was wrong with a message.

import { codes, digits, text, uuid } from './form.ts'
import { row } from './row.ts'

/** It is never answered: what is wrong with an error itself is passed over. */
const lenient = { isLenient: true } as const

export const erroRows = {
  errorCode: row('RRR', digits(3), lenient),
  errorComponent: row('RRR', codes('C S D A'), lenient),
  errorDescription: row('RRR', text(1, 2048), lenient),
  errorDetail: row('RRR', text(1, 2048), lenient),
  errorMessageType: row('CCC', text(4, 4), lenient),
  threeDSServerTransID: row('CCC', uuid, lenient),
  acsTransID: row('CCC', uuid, lenient),
  dsTransID: row('CCC', uuid, lenient),
} as const
