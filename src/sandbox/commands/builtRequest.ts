import { createHash } from 'node:crypto'
import type { CommandContext, WantedGateway } from '../../commands/context.ts'
import { type CommandResult, pairLines, wrapText } from '../../commands/output.ts'
import type { TerminalPaint } from '../../commands/terminal.ts'
import { versions } from '../../contract/kit/versions.ts'
import { StartRefusal } from '../../platform/errors.ts'
import { type DukptUse, dukptKeys } from '../../standards/dukpt/dukpt.ts'
import { aesPinFields, pinBlock, pinFields } from '../../standards/pinBlock.ts'
import { shellText } from '../../standards/shellText.ts'
import type { CardDataForm } from '../terminal/testTerminal.ts'
import { type GivenPayment, orderOf, type TestDevice } from './terminalOptions.ts'

/** What a command built for a terminal developer: a part of a request, with explanations. */
export type BuiltRequest = {
  /** The JSON output, besides the request. */
  readonly json: object
  /** The steps of the encryption under a published test key. */
  readonly steps?: EncryptionSteps
  /** What the gateway will answer, where that may surprise. */
  readonly remarks?: readonly string[]
  /** The text output: names and values. */
  readonly about: readonly (readonly [name: string, value: string])[]
  /** More text output, below that. */
  readonly lines?: (paint: TerminalPaint) => readonly string[]
  readonly card: object
  readonly posTerminal: object
}

export type GivenRequest = GivenPayment & WantedGateway & { readonly curl?: boolean }

export async function showBuilt(
  context: CommandContext,
  built: BuiltRequest,
  given: GivenRequest,
): Promise<void> {
  const merchantId = needSandbox(context)
  const request = requestOf(built, given)
  const { address } = await context.gateway(given)
  const curl = curlOf(request, {
    address,
    merchantId,
    cacert: given.cacert,
    password: context.defaults.shownPassword(),
  })
  const { json, steps, remarks = [] } = built
  context.show({
    json: { ...json, ...(steps && { steps }), ...(remarks.length > 0 && { remarks }), request, curl },
    text: textOf(built, given, curl),
  })
}

/** Test cards and published keys are for sandboxes only. */
export function needSandbox(context: CommandContext): string {
  const merchantId = context.defaults.merchantId()
  if (merchantId === undefined)
    throw new StartRefusal('This is for test cards and published keys: production has neither.')
  return merchantId
}

const requestOf = ({ card, posTerminal }: BuiltRequest, given: GivenRequest): object => ({
  apiOperation: given.operation,
  order: orderOf(given),
  ...(Object.keys(posTerminal).length > 0 && { posTerminal }),
  sourceOfFunds: { type: 'CARD', provided: { card } },
})

type CurlTarget = {
  readonly address: string
  readonly merchantId: string
  readonly password: string
  readonly cacert: string | undefined
}

/** The order id is a hash of the request: pasted again it is a replay; another request has another order. */
function curlOf(request: object, { address, merchantId, password, cacert }: CurlTarget): string {
  const name = createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 8)
  const path = `/api/rest/version/${versions.last}/merchant/${merchantId}/order/try-${name}/transaction/1`
  return [
    `curl -sS -i -w '\\n'${cacert === undefined ? '' : ` --cacert ${shellText(cacert)}`} -X PUT \\`,
    `  ${address}${path} \\`,
    `  -u merchant.${merchantId}:${password} \\`,
    `  -H 'Content-Type: application/json' -d ${shellText(JSON.stringify(request, undefined, 2))}`,
  ].join('\n')
}

const textOf =
  (built: BuiltRequest, { curl: isOnlyCurl = false }: GivenRequest, curl: string): CommandResult['text'] =>
  paint => {
    if (isOnlyCurl) return curl.split('\n')
    const { about, lines, remarks = [], steps } = built
    return [
      `For test cards and sandboxes only${steps ? ': the whole world knows these keys' : ''}.`,
      '',
      ...pairLines([...stepLines(steps ?? {}), ...about].flatMap(inLines)),
      ...(lines ? ['', ...lines(paint)] : []),
      ...remarks.flatMap(remark => ['', ...wrapText(remark, 80).map(paint.yellow)]),
      '',
      paint.bold('The whole request, to paste; pasted twice it is a replay:'),
      '',
      ...curl.split('\n'),
    ]
  }

/** Long hexadecimal values are broken into lines. */
function inLines([name, value]: readonly [string, string]): readonly (readonly [string, string])[] {
  const parts = /^[0-9A-F]+$/.test(value) ? (value.match(/.{1,48}/g) ?? []) : [value]
  return parts.map((part, index) => [index === 0 ? name : '', part])
}

/**
 * The steps between a card and its encrypted payload, in order: comparing them shows a terminal developer
 * where their own computation differs. All under published test keys.
 */
type EncryptionSteps = Readonly<Record<string, string>>

const labels: EncryptionSteps = {
  baseKey: 'base key',
  keySet: 'key set',
  keySerialNumber: 'key serial number',
  initialKey: 'initial key',
  derivedKey: 'derived key',
  dataKey: 'data key',
  pinKey: 'PIN key',
  pinField: 'PIN field',
  numberField: 'number field',
  plain: 'in plain',
  text: 'as text',
}

const stepLines = (steps: EncryptionSteps): readonly (readonly [name: string, value: string])[] =>
  Object.entries(steps).map(([step, value]) => [labels[step] ?? step, value])

export function keySteps({ keySet }: TestDevice, keySerialNumber: string, sealed: DukptUse): EncryptionSteps {
  const keys = dukptKeys(keySet.key, Buffer.from(keySerialNumber, 'hex'), sealed)
  return {
    baseKey: hexOf(keySet.key),
    keySet: `${keySet.keySetId}, ${keySet.algorithm}`,
    keySerialNumber,
    initialKey: hexOf(keys.initial),
    derivedKey: hexOf(keys.derived),
    [sealed === 'pin' ? 'pinKey' : 'dataKey']: hexOf(keys.working),
  }
}

export const plainSteps = (plain: Buffer, form: CardDataForm): EncryptionSteps => ({
  plain: hexOf(plain),
  ...((form === 'track1' || form === 'track2' || form === 'numberText') && {
    text: plain.toString('latin1').replace(/[^\x20-\x7e].*$/s, ''),
  }),
})

type Pin = { readonly pin: string; readonly number: string; readonly filling: Buffer }

/** Format 4 combines its fields during encryption: it has no plain block to show. */
export function pinSteps({ pin, number, filling }: Pin, isTdes: boolean): EncryptionSteps {
  const fields = isTdes ? pinFields(pin, number) : aesPinFields(pin, number, filling)
  return {
    pinField: hexOf(fields.pin),
    numberField: hexOf(fields.number),
    ...(isTdes && { plain: hexOf(pinBlock(pin, number)) }),
  }
}

const hexOf = (bytes: Buffer): string => bytes.toString('hex').toUpperCase()
