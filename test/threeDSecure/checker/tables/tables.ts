import type { Kind } from '../seen.ts'
import type { Row } from '../shapes.ts'
import { areq } from './areq.ts'
import { creq, cres, erro, oreq, ores } from './challenge.ts'
import { preq, pres } from './preparation.ts'
import { ares, rreq, rres } from './results.ts'

export const tables: Readonly<Record<Kind, readonly Row[]>> = {
  AReq: areq,
  ARes: ares,
  CReq: creq,
  CRes: cres,
  RReq: rreq,
  RRes: rres,
  PReq: preq,
  PRes: pres,
  OReq: oreq,
  ORes: ores,
  Erro: erro,
}
