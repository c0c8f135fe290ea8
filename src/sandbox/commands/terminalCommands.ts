import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { addCommand, choiceOption, numberOption } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/context.ts'
import { withGatewayOptions } from '../../commands/gatewayConnection.ts'
import { UseRefusal } from '../../platform/errors.ts'
import {
  type CardDataForm,
  type CardDataPadding,
  cardDataForms,
  cardDataPaddings,
  packCardData,
  paddingsOf,
  sealPin,
  sealReading,
} from '../terminal/testTerminal.ts'
import {
  type BuiltRequest,
  type GivenRequest,
  keySteps,
  needSandbox,
  pinSteps,
  plainSteps,
  showBuilt,
} from './builtRequest.ts'
import { explainTags, tagLines } from './emvText.ts'
import {
  asUseRefusal,
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
  type TestDevice,
  withName,
} from './terminalOptions.ts'

/** Commands that build what a terminal would send. They open no database and call no gateway. */
export function addTerminalCommands(group: Command, context: CommandContext): void {
  addP2pe(group, context)
  addEmv(group, context)
  addTrack(group, context)
  addPin(group, context)
}

type GivenP2pe = GivenCard &
  GivenDevice &
  GivenChip &
  GivenRequest & {
    readonly form: CardDataForm
    readonly padding?: CardDataPadding
    readonly iv?: string
    readonly cardBin?: string | true
    readonly pin?: string | true
  }

const paddingMeaning =
  'to whole blocks: marked is 80 00… (ISO/IEC 9797-1 method 2), counted is PKCS#7, spaces for text only; ' +
  'digits two a byte are filled up with F instead (default: "zeros")'

function addP2pe(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'p2pe', {
    summary: 'build card data as a terminal encrypts it, under a published test key',
    details:
      'Shows the keys on the way, the p2pe group and a whole request. The same words make the same ' +
      'payload; a date that is not given is that of today.',
    examples: [
      ['tollgate sandbox p2pe', 'track 2 of a test card, TDES'],
      ['tollgate sandbox p2pe --algorithm AES --form emv --counter 7', 'a chip, AES'],
      ['tollgate sandbox p2pe --form emv --pin', 'a chip and the PIN of every test card'],
      ['tollgate sandbox p2pe --card-bin 400000', 'a cardBin that is wrong: refused'],
      ['tollgate sandbox p2pe --curl', 'only the line to paste, or to pipe into sh'],
    ],
  })
    .addOption(
      choiceOption('--form <form>', 'what is encrypted', cardDataForms).default(
        'track2' satisfies CardDataForm,
      ),
    )
    .addOption(choiceOption('--padding <padding>', paddingMeaning, cardDataPaddings))
    .option('--iv <digits>', 'an initialization vector, in hexadecimal (default: none)')
    .option('--card-bin [digits]', "a cardBin: the number's first six digits, or others")
  const parts = [ofDevice, ofCard, withName, ofPayment, ofChip, besidePin]
  const complete = parts.reduce((one, add) => add(one), command)
  withCurl(complete).action(async (given: GivenP2pe) => {
    needSandbox(context)
    await showBuilt(context, builtP2pe(given, context), given)
  })
}

function builtP2pe(given: GivenP2pe, { clock }: CommandContext): BuiltRequest {
  const { form, iv: initializationVector, cardBin, counter } = given
  const card = cardOf(given)
  const device = deviceOf(given)
  needBlock(initializationVector, given.algorithm === 'TDES' ? 16 : 32)
  needPadding(given)
  const isChip = form === 'emv'
  const emvRequest = isChip ? emvOf(card, { ...given, counter: counter % 65_536 }, clock) : undefined
  const plain = packCardData(
    { ...card, ...(emvRequest !== undefined && { emvRequest }) },
    form,
    given.padding,
  )
  const bin = cardBin === true ? card.number.slice(0, 6) : cardBin
  const p2pe = asUseRefusal(() =>
    sealReading(plain, device, {
      ...(initializationVector !== undefined && { initializationVector }),
      ...(bin !== undefined && { cardBin: bin }),
    }),
  )
  const isNumber = form === 'number' || form === 'numberText'
  const beside = pinBeside(given, device)
  return {
    json: { p2pe, ...beside.card },
    steps: { ...keySteps(device, p2pe.keySerialNumber, 'data'), ...plainSteps(plain, form) },
    about: [['payload', p2pe.payload], ...beside.about],
    remarks: [
      ...(counter === 0 ? ['This will be refused on p2pe.keySerialNumber: counters begin at 1.'] : []),
      ...(bin === undefined || card.number.startsWith(bin)
        ? []
        : ['This will be refused on p2pe.cardBin: the number does not begin with it.']),
    ],
    // A number alone does not include the expiry date.
    card: { ...(isNumber && { expiry: card.expiry }), p2pe, ...beside.card },
    posTerminal: isChip ? readChip : { panEntryMode: isNumber ? 'KEYED' : 'SWIPE', ...beside.posTerminal },
  }
}

function needBlock(digits: string | undefined, length: number): void {
  if (digits !== undefined && (digits.length !== length || !/^[0-9A-Fa-f]+$/.test(digits)))
    throw new UseRefusal(`--iv must be one block: ${length} hexadecimal digits.`)
}

/** A padding that the gateway would not remove is refused here: such a mistake is hard to find. */
function needPadding({ form, padding }: GivenP2pe): void {
  const fitting = paddingsOf(form)
  if (padding === undefined || fitting.includes(padding)) return
  throw new UseRefusal(
    fitting.length === 0
      ? `--padding is not for --form ${form}: its digits are filled up with F.`
      : `--padding must be ${fitting.slice(0, -1).join(', ')} or ${fitting.at(-1)} for --form ${form}.`,
  )
}

const readChip = { onlineReasonCode: 'FORCED_BY_TERMINAL' }

type GivenEmv = GivenCard &
  GivenChip &
  GivenRequest & { readonly counter: number; readonly pin?: string | true }

function addEmv(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'emv', {
    summary: 'build the EMV tags of a test card, and say what each of them means',
    details: 'The same words make the same tags; a date that is not given is that of today.',
    examples: [
      ['tollgate sandbox emv', 'ten dollars, by chip'],
      ['tollgate sandbox emv --amount 12.50 --currency EUR --country DEU --entry CONTACTLESS', 'another one'],
      ['tollgate sandbox emv --pin 4321', 'chip and a wrong PIN: DECLINED_INVALID_PIN'],
    ],
  }).addOption(
    numberOption('--counter <number>', 'how many transactions the chip has made', {
      ...{ min: 0, max: 65_535, usual: 1 },
    }),
  )
  withCurl(besidePin(ofChip(ofPayment(ofCard(command))))).action(async (given: GivenEmv) => {
    needSandbox(context)
    const emvRequest = emvOf(cardOf(given), given, context.clock)
    const tags = explainTags(emvRequest)
    const beside = pinBeside(given, deviceOf({ algorithm: 'TDES', counter: 1 }))
    await showBuilt(
      context,
      {
        json: { emvRequest, tags, ...beside.card },
        about: [['emvRequest', emvRequest], ...beside.about],
        lines: paint => tagLines(tags, paint),
        card: { emvRequest, ...beside.card },
        posTerminal: readChip,
      },
      given,
    )
  })
}

type GivenTrack = GivenCard & GivenRequest

function addTrack(group: Command, context: CommandContext): void {
  const command = addCommand(group, 'track', {
    summary: 'build track 1 and track 2 of a test card',
    examples: [
      ['tollgate sandbox track', 'of a card that is approved'],
      ['tollgate sandbox track --expiry 05/39 --name LOVELACE/ADA', 'of one that is declined'],
    ],
  })
  withCurl(ofPayment(withName(ofCard(command)))).action(async (given: GivenTrack) => {
    needSandbox(context)
    const tracks = tracksOf(given)
    await showBuilt(
      context,
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
  const textOf = (form: CardDataForm) => packCardData(card, form).toString('latin1').replace(/\0+$/, '')
  return { track1: textOf('track1'), track2: textOf('track2') }
}

type GivenPin = GivenCard & GivenDevice & GivenRequest & { readonly pin: string }

function addPin(group: Command, context: CommandContext): void {
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
    needSandbox(context)
    await showBuilt(context, builtPin(given), given)
  })
}

function builtPin(given: GivenPin): BuiltRequest {
  const { number } = cardOf(given)
  const device = deviceOf(given)
  needPin(given.pin)
  const filling = randomBytes(8)
  const pin = asUseRefusal(() => sealPin({ pin: given.pin, number }, device, filling))
  const isTdes = device.keySet.algorithm === 'TDES'
  return {
    json: { pin },
    steps: {
      ...keySteps(device, pin.keySerialNumber, 'pin'),
      ...pinSteps({ pin: given.pin, number, filling }, isTdes),
    },
    about: [['payload', pin.payload]],
    remarks:
      given.counter === 0 ? ['This will be DECLINED_INVALID_PIN: counters of a device begin at 1.'] : [],
    card: { pin, track2: tracksOf(given).track2 },
    posTerminal: { panEntryMode: 'SWIPE', ...withKeypad },
  }
}

const withKeypad = { pinEntryCapability: 'PIN_SUPPORTED' }

const besidePin = (command: Command): Command =>
  command.option('--pin [digits]', 'a PIN block beside it: 1234, or others (default: none)')

type PinBeside = Pick<BuiltRequest, 'about'> & Partial<Pick<BuiltRequest, 'card' | 'posTerminal'>>

/** The PIN block that `pin` builds for the same card. */
function pinBeside(
  { pin, ...given }: GivenCard & { readonly pin?: string | true },
  device: TestDevice,
): PinBeside {
  if (pin === undefined) return { about: [] }
  const digits = pin === true ? '1234' : pin
  needPin(digits)
  const { number } = cardOf(given)
  const sealed = asUseRefusal(() => sealPin({ pin: digits, number }, device))
  return {
    ...{ card: { pin: sealed }, posTerminal: withKeypad },
    about: [['PIN block', sealed.payload]],
  }
}

/** The message does not repeat the digits: they may be a real PIN. */
function needPin(digits: string): void {
  if (!/^[0-9]{4,12}$/.test(digits)) throw new UseRefusal('--pin must be 4 to 12 digits.')
}

const withCurl = (command: Command): Command =>
  withGatewayOptions(command.option('--curl', 'print nothing but the line to paste'))
