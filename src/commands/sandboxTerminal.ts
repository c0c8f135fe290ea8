import type { Command } from 'commander'
import { StartRefusal } from '../platform/startRefusal.ts'
import { workingKey } from '../standards/dukpt/dukpt.ts'
import { pinBlock } from '../standards/pinBlock.ts'
import { type Form, forms, type Padding, pack, paddings, sealPin, sealReading } from '../terminals/pack.ts'
import { addCommand, choiceOption, numberOption } from './command.ts'
import { toGateway } from './gatewayAnswer.ts'
import type { Office } from './office.ts'
import {
  cardOf,
  deviceOf,
  emvOf,
  type GivenCard,
  type GivenChip,
  type GivenDevice,
  ofCard,
  ofChip,
  ofDevice,
  ofPayment,
  sensible,
  type TestDevice,
  withName,
} from './sandboxCard.ts'
import { tagLines, toldTags } from './sandboxEmvText.ts'
import { type Built, type GivenRequest, needSandbox, showBuilt } from './sandboxRequest.ts'

/** What a terminal would send, for those who write one: no database is opened and no gateway is asked. */
export function addTerminal(group: Command, office: Office): void {
  addP2pe(group, office)
  addEmv(group, office)
  addTrack(group, office)
  addPin(group, office)
}

type GivenP2pe = GivenCard &
  GivenDevice &
  GivenChip &
  GivenRequest & {
    readonly form: Form
    readonly padding: Padding
    readonly iv?: string
    readonly cardBin?: string | true
  }

function addP2pe(group: Command, office: Office): void {
  const command = addCommand(group, 'p2pe', {
    summary: 'build card data as a terminal encrypts it, under a published test key',
    details:
      'Shows the keys on the way, the p2pe group and a whole request. The same words make the same ' +
      'payload; a date that is not given is that of today.',
    examples: [
      ['tollgate sandbox p2pe', 'track 2 of a test card, TDES'],
      ['tollgate sandbox p2pe --algorithm AES --form emv --counter 7', 'a chip, AES'],
      ['tollgate sandbox p2pe --card-bin 400000', 'a cardBin that is wrong: refused'],
      ['tollgate sandbox p2pe --curl', 'only the line to paste, or to pipe into sh'],
    ],
  })
    .addOption(choiceOption('--form <form>', 'what is encrypted', forms).default('track2' satisfies Form))
    .addOption(
      choiceOption('--padding <padding>', 'to whole blocks', paddings).default('zeros' satisfies Padding),
    )
    .option('--iv <digits>', 'an initialization vector, in hexadecimal (default: none)')
    .option('--card-bin [digits]', "a cardBin: the number's first six digits, or others")
  const complete = [ofDevice, ofCard, withName, ofPayment, ofChip].reduce((one, add) => add(one), command)
  withCurl(complete).action(async (given: GivenP2pe) => {
    needSandbox(office)
    await showBuilt(office, builtP2pe(given, office), given)
  })
}

function builtP2pe(given: GivenP2pe, { clock }: Office): Built {
  const { form, padding, iv: initializationVector, cardBin, counter } = given
  const card = cardOf(given)
  const device = deviceOf(given)
  needBlock(initializationVector, given.algorithm === 'TDES' ? 16 : 32)
  const isChip = form === 'emv'
  const emvRequest = isChip ? emvOf(card, { ...given, counter: counter % 65_536 }, clock) : undefined
  const plain = pack({ ...card, ...(emvRequest !== undefined && { emvRequest }) }, form, padding)
  const bin = cardBin === true ? card.number.slice(0, 6) : cardBin
  const p2pe = sensible(() =>
    sealReading(plain, device, {
      ...(initializationVector !== undefined && { initializationVector }),
      ...(bin !== undefined && { cardBin: bin }),
    }),
  )
  const isNumber = form === 'number' || form === 'numberText'
  return {
    json: { p2pe },
    about: [
      ...keysOf(device, p2pe.keySerialNumber, 'data'),
      ['in plain', plain.toString('hex').toUpperCase()],
      ...textIn(plain, form),
      ['payload', p2pe.payload],
    ],
    // A number by itself does not say when the card expires.
    card: { ...(isNumber && { expiry: card.expiry }), p2pe },
    posTerminal: isChip ? terminalOf(given.entry) : { panEntryMode: isNumber ? 'KEYED' : 'SWIPE' },
  }
}

function needBlock(digits: string | undefined, length: number): void {
  if (digits !== undefined && (digits.length !== length || !/^[0-9A-Fa-f]+$/.test(digits)))
    throw new StartRefusal(`--iv must be one block: ${length} hexadecimal digits.`)
}

const textIn = (plain: Buffer, form: Form): readonly (readonly [string, string])[] =>
  form === 'track1' || form === 'track2' || form === 'numberText'
    ? [['as text', plain.toString('latin1').replace(/[^\x20-\x7e].*$/s, '')]]
    : []

/** Whoever derives the same from the same has it right. */
function keysOf(
  { keySet, counter }: TestDevice,
  keySerialNumber: string,
  purpose: 'data' | 'pin',
): readonly (readonly [string, string])[] {
  const key = workingKey(keySet.key, Buffer.from(keySerialNumber, 'hex'), purpose)
  return [
    ['base key', keySet.key.toString('hex').toUpperCase()],
    ['key set', `${keySet.keySetId}, ${keySet.algorithm}`],
    ['key serial number', `${keySerialNumber}, counter ${counter}`],
    [purpose === 'pin' ? 'PIN key' : 'data key', key.toString('hex').toUpperCase()],
  ]
}

const terminalOf = (entry: GivenChip['entry']): object =>
  entry === 'SWIPE' ? {} : { onlineReasonCode: 'FORCED_BY_TERMINAL' }

type GivenEmv = GivenCard & GivenChip & GivenRequest & { readonly counter: number }

function addEmv(group: Command, office: Office): void {
  const command = addCommand(group, 'emv', {
    summary: 'build the EMV tags of a test card, and say what each of them means',
    details: 'The same words make the same tags; a date that is not given is that of today.',
    examples: [
      ['tollgate sandbox emv', 'ten dollars, by chip'],
      ['tollgate sandbox emv --amount 12.50 --currency EUR --country DEU --entry CONTACTLESS', 'another one'],
    ],
  }).addOption(
    numberOption('--counter <number>', 'how many transactions the chip has made', {
      ...{ min: 0, max: 65_535, usual: 1 },
    }),
  )
  withCurl(ofChip(ofPayment(ofCard(command)))).action(async (given: GivenEmv) => {
    needSandbox(office)
    const emvRequest = emvOf(cardOf(given), given, office.clock)
    const tags = toldTags(emvRequest)
    await showBuilt(
      office,
      {
        json: { emvRequest, tags },
        about: [['emvRequest', emvRequest]],
        lines: paint => tagLines(tags, paint),
        card: { emvRequest },
        posTerminal: terminalOf(given.entry),
      },
      given,
    )
  })
}

type GivenTrack = GivenCard & GivenRequest

function addTrack(group: Command, office: Office): void {
  const command = addCommand(group, 'track', {
    summary: 'build track 1 and track 2 of a test card',
    examples: [
      ['tollgate sandbox track', 'of a card that is approved'],
      ['tollgate sandbox track --expiry 05/39 --name LOVELACE/ADA', 'of one that is declined'],
    ],
  })
  withCurl(ofPayment(withName(ofCard(command)))).action(async (given: GivenTrack) => {
    needSandbox(office)
    const tracks = tracksOf(given)
    await showBuilt(
      office,
      {
        json: tracks,
        about: [
          ['track 1', tracks.track1],
          ['track 2', tracks.track2],
        ],
        card: tracks,
        posTerminal: { panEntryMode: 'SWIPE' },
      },
      given,
    )
  })
}

function tracksOf(given: GivenCard): { readonly track1: string; readonly track2: string } {
  const card = cardOf(given)
  const textOf = (form: Form) => pack(card, form).toString('latin1').replace(/\0+$/, '')
  return { track1: textOf('track1'), track2: textOf('track2') }
}

type GivenPin = GivenCard & GivenDevice & GivenRequest & { readonly pin: string }

function addPin(group: Command, office: Office): void {
  const command = addCommand(group, 'pin', {
    summary: 'build a PIN block of a test card, encrypted under a published test key',
    details:
      'ISO format 0 under TDES; format 4 under AES, which has random digits in it and is another one each ' +
      'time.',
    examples: [
      ['tollgate sandbox pin', 'the PIN of every test card'],
      ['tollgate sandbox pin --pin 4321', 'a wrong one: DECLINED_INVALID_PIN'],
    ],
  }).option('--pin <digits>', '4 to 12 digits', '1234')
  withCurl(ofPayment(ofCard(ofDevice(command)))).action(async (given: GivenPin) => {
    needSandbox(office)
    await showBuilt(office, builtPin(given), given)
  })
}

function builtPin(given: GivenPin): Built {
  const { number } = cardOf(given)
  const device = deviceOf(given)
  const pin = sensible(() => sealPin({ pin: given.pin, number }, device))
  const isTdes = device.keySet.algorithm === 'TDES'
  return {
    json: { pin },
    about: [
      ...keysOf(device, pin.keySerialNumber, 'pin'),
      ...(isTdes ? [['in plain', pinBlock(given.pin, number).toString('hex').toUpperCase()] as const] : []),
      ['payload', pin.payload],
    ],
    card: { pin, track2: tracksOf(given).track2 },
    posTerminal: { panEntryMode: 'SWIPE', pinEntryCapability: 'PIN_SUPPORTED' },
  }
}

const withCurl = (command: Command): Command =>
  toGateway(command.option('--curl', 'print nothing but the line to paste'))
