// The form of a dialect as JSON: which members there are, and of what kind. What they have to do with each
// other is checked afterwards.

import { gatewayCodes } from '../../../../standards/paymentCodes.ts'
import {
  type AnswerRules,
  type AskForm,
  type Coding,
  type Dialect,
  type FieldForm,
  type FrameForm,
  frameLengthNames,
  type NetworkForm,
  type Part,
  type PartLayout,
  type ReconciliationForm,
  type ResponseMeaning,
  type ReversalRules,
  type SignOnFields,
  type TraceNumberRules,
} from '../dialect.ts'
import { parseFormat } from '../formats.ts'
import { meanings } from '../meanings.ts'
import { IsoFormatError } from '../message.ts'
import { type JsonShape, listOf, objectOf, oneOf, recordOf, textShape, wholeNumber } from './shapes.ts'

const sentence = textShape(/^[ -~]{1,200}$/, 'a text of 1 to 200 printable characters')
const boolean = oneOf(true, false)
const fieldList = textShape(/^(?:\d{1,3}(?: \d{1,3})*)?$/, 'field numbers with single spaces between them')
const messageType = textShape(/^\d{4}$/, 'four digits')
const code = textShape(/^[\dA-Za-z]{1,3}$/, 'a code of up to three letters and digits')
const fourHex = textShape(/^[\dA-F]{4}$/, 'four hexadecimal digits')
const isFieldNumber = (key: string): boolean =>
  /^[1-9]\d{0,2}$/.test(key) && Number(key) >= 2 && Number(key) <= 128 && key !== '65'
const fieldNumberText = 'a field number: 2 to 64, or 66 to 128'
const printableText = textShape(/^[ -~]{1,100}$/, 'a text of printable characters')

const format: JsonShape = (value, place, find) => {
  if (typeof value !== 'string') return find(place, 'must be a format such as "n 12" or "LL n..19"')
  try {
    parseFormat(value)
  } catch (error) {
    if (!(error instanceof IsoFormatError)) throw error
    find(place, `must be a format such as "n 12" or "LL n..19": ${error.message}`)
  }
}

const meaning = oneOf(...Object.keys(meanings))
const show = oneOf('whole', 'firstSixLastFour', 'length')
const side = oneOf('left', 'right')
const fieldCoding = {
  digits: oneOf('ascii', 'packed'),
  oddFixed: side,
  oddVariable: side,
  lengths: oneOf('ascii', 'packed', 'binary'),
  binary: oneOf('hexadecimal', 'raw'),
}

const optionalCoding = { oddFill: oneOf('0', 'F'), lengthBytes: oneOf(1, 2) }

const part = objectOf<Part>(
  { name: sentence, format },
  { meaning, show, constant: printableText, prefix: printableText },
)
type Layout<Kind> = Extract<PartLayout, { layout: Kind }>
const layouts: Readonly<Record<string, JsonShape>> = {
  fixed: objectOf<Layout<'fixed'>>({ layout: oneOf('fixed'), parts: listOf(part) }, {}),
  tagged: objectOf<Layout<'tagged'>>(
    {
      layout: oneOf('tagged'),
      tagDigits: oneOf(2, 3),
      lengthDigits: oneOf(2, 3),
      parts: recordOf(key => /^\d{2,3}$/.test(key), 'a tag of digits', part),
    },
    { leading: printableText },
  ),
  bitmap: objectOf<Layout<'bitmap'>>(
    {
      layout: oneOf('bitmap'),
      bytes: wholeNumber(1, 16),
      parts: recordOf(key => /^[1-9]\d{0,2}$/.test(key), 'a number from 1', part),
    },
    {},
  ),
}
const parts: JsonShape = (value, place, find) => {
  const layout = typeof value === 'object' && value !== null && 'layout' in value ? value.layout : undefined
  const shape = typeof layout === 'string' && Object.hasOwn(layouts, layout) ? layouts[layout] : undefined
  if (shape === undefined) oneOf(...Object.keys(layouts))(layout, `${place}.layout`, find)
  else shape(value, place, find)
}

const field = objectOf<FieldForm>(
  { name: sentence, format },
  {
    meaning,
    show,
    parts,
    coding: objectOf<NonNullable<FieldForm['coding']>>({}, { ...fieldCoding, ...optionalCoding }),
  },
)

const constants = recordOf(isFieldNumber, fieldNumberText, printableText)
const ask = objectOf<AskForm>(
  {
    type: messageType,
    processing: textShape(/^(?:\d{2}|original)$/, 'two digits, or "original"'),
    send: fieldList,
  },
  { repeatType: messageType, sendIfKnown: fieldList, notWithTrack2: fieldList, constants },
)

const asks = {
  authorize: ask,
  pay: ask,
  verify: ask,
  credit: ask,
  authorizedCredit: ask,
  refund: ask,
  authorizedRefund: ask,
  capture: ask,
  void: ask,
  increase: ask,
  decrease: ask,
  reverse: ask,
  inquire: ask,
  balance: ask,
}

const responseMeaning = objectOf<ResponseMeaning>(
  {
    means: sentence,
    outcome: oneOf('approved', 'declined', 'pending', 'unknown'),
    gatewayCode: oneOf(...gatewayCodes),
  },
  {
    approvesOnly: oneOf('reversals', 'advices'),
    ofReversal: oneOf('approved', 'noOriginal'),
    ofRepeat: oneOf('approved'),
    ofInquiry: oneOf('unknown'),
    alarms: oneOf(true),
  },
)

const network = objectOf<NetworkForm>(
  {
    requestType: messageType,
    answerType: messageType,
    codeField: wholeNumber(2, 128),
    send: fieldList,
    signOn: code,
    signOff: code,
    echo: code,
    cutOver: listOf(code),
    keyChange: listOf(code),
    signsOn: boolean,
    accepted: code,
    notUnderstood: code,
    echoAfterIdleMs: wholeNumber(1000, 86_400_000),
    echoAtMostEveryMs: wholeNumber(0, 86_400_000),
    deadAfterSilences: wholeNumber(1, 100),
  },
  { constants, signOnAlso: objectOf<SignOnFields>({}, { send: fieldList, constants }) },
)

const frame = {
  length: oneOf(...frameLengthNames),
  lengthCountsItself: boolean,
  zeroLength: oneOf('keepAlive', 'error'),
  longestBytes: wholeNumber(64, 65_535),
}
const tpdu = objectOf<NonNullable<FrameForm['tpdu']>>({ destination: fourHex, source: fourHex }, {})

/** What one link frames otherwise than its dialect. */
export const frameChangesShape: JsonShape = objectOf<Partial<FrameForm>>({}, { ...frame, tpdu })

export const dialectShape: JsonShape = objectOf<Dialect>(
  {
    name: textShape(/^[a-z\d][a-z\d-]{0,39}$/, 'up to 40 lower-case letters, digits and hyphens'),
    about: sentence,
    generation: oneOf('1987', '1993'),
    frame: objectOf<FrameForm>(frame, { tpdu }),
    coding: objectOf<Coding>(
      {
        ...fieldCoding,
        type: oneOf('ascii', 'packed'),
        bitmap: oneOf('hexadecimal', 'raw'),
      },
      optionalCoding,
    ),
    fields: recordOf(isFieldNumber, fieldNumberText, field),
    asks: objectOf<Dialect['asks']>({}, asks),
    reversals: objectOf<ReversalRules>(
      {
        traceNumber: oneOf('own', 'original'),
        transmissionTimeOfRepeats: oneOf('renewed', 'kept'),
        acknowledgement: oneOf('believed', 'blind'),
      },
      { repeatsMax: wholeNumber(1, 1000) },
    ),
    answers: objectOf<AnswerRules>(
      { matchOn: fieldList, repeats: fieldList },
      { repeatsIfPresent: fieldList, mayBeLess: fieldList },
    ),
    network,
    responseCodes: recordOf(key => /^[\dA-Za-z]{2,3}$/.test(key), 'a response code', responseMeaning),
    traceNumbers: objectOf<TraceNumberRules>({ scope: oneOf('link', 'terminal') }, {}),
  },
  {
    reconciliation: objectOf<ReconciliationForm>(
      { type: messageType, send: fieldList, inBalance: listOf(code), outOfBalance: listOf(code) },
      { repeatType: messageType, constants },
    ),
  },
)
