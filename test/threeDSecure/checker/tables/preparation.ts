import * as form from '../forms.ts'
import { requiredIf, row } from '../rows.ts'
import { textIn } from '../seen.ts'
import type { Condition, Row } from '../shapes.ts'
import { messageExtension } from './extension.ts'

const { array, codes, digits, object, oneOf, protocolVersion, text } = form

const serialNumber = form.alphanumeric(1, 20)

export const preq: readonly Row[] = [
  row('messageType', 'RRR', oneOf('PReq')),
  row('messageVersion', 'RRR', protocolVersion),
  row('threeDSServerTransID', 'RRR', form.uuid),
  row('threeDSServerRefNumber', 'RRR', text(1, 32)),
  row('threeDSServerOperatorID', 'CCC', text(1, 32)),
  row('serialNum', 'OOO', serialNumber),
  row('cardRangeDataDownloadInd', '--O', oneOf('Y')),
  messageExtension,
]

const features = array(codes('01-11 80-99'), 1, 99)
const bound = digits(13, 19)
const methodAddress = form.address(2048, 'any')

const oldRange = object(
  row('startRange', 'RRR', bound),
  row('endRange', 'RRR', bound),
  row('actionInd', 'OOO', oneOf('A', 'D', 'M')),
  row('acsStartProtocolVersion', 'RRR', protocolVersion),
  row('acsEndProtocolVersion', 'RRR', protocolVersion),
  row('dsStartProtocolVersion', 'OOO', protocolVersion),
  row('dsEndProtocolVersion', 'OOO', protocolVersion),
  row('threeDSMethodURL', 'OOO', form.address(256, 'any')),
  row('acsInfoInd', '-OO', features),
)

/** The tables name the bounds of many ranges shorter than those of one; both names are in use. */
const boundsOfMany = object(
  { ...row('startRange', 'RRR', bound), otherName: 'start' },
  { ...row('endRange', 'RRR', bound), otherName: 'end' },
)

const recentRange = object(
  row('ranges', 'RRR', array(boundsOfMany, 1, 5000)),
  row('actionInd', 'OOO', oneOf('A', 'D', 'M')),
  row(
    'acsProtocolVersions',
    'RRR',
    array(
      object(
        row('version', 'RRR', protocolVersion),
        row('acsInfoInd', 'OOO', features),
        row('threeDSMethodURL', 'OOO', methodAddress),
        row('supportedMsgExt', 'CCC', form.any),
      ),
      1,
      10,
    ),
  ),
  row('dsProtocolVersions', 'OOO', array(protocolVersion, 1, 10)),
  row('issuerCountryCode', 'OOO', form.country),
)

/** A list in a file has no number: it stands for itself. */
const notInFile: Condition = ({ message, version }) =>
  version === '2.3.1' && message.cardRangeDataFileURL !== undefined ? 'excluded' : 'optional'

export const pres: readonly Row[] = [
  row('messageType', 'RRR', oneOf('PRes')),
  row('messageVersion', 'RRR', protocolVersion),
  row('threeDSServerTransID', 'RRR', form.uuid),
  row('dsTransID', 'RRR', form.uuid),
  row('serialNum', 'CCC', serialNumber, notInFile),
  row(
    'cardRangeData',
    'CCC',
    [
      array(oldRange, 1, Number.MAX_SAFE_INTEGER),
      array(oldRange, 1, Number.MAX_SAFE_INTEGER),
      array(recentRange, 1, Number.MAX_SAFE_INTEGER),
    ],
    // Whoever has nothing yet cannot be told that nothing has changed.
    requiredIf(
      ({ preq: asked, message }) =>
        asked !== undefined && asked.serialNum === undefined && message.cardRangeDataFileURL === undefined,
    ),
  ),
  row('dsStartProtocolVersion', 'RR-', protocolVersion),
  row('dsEndProtocolVersion', 'RR-', protocolVersion),
  row('dsProtocolVersions', '--R', array(protocolVersion, 1, 10)),
  row('readOrder', '--R', codes('01-02')),
  row('dsUrlList', '--O', form.any),
  row(
    'cardRangeDataFileURL',
    '--C',
    form.address(2048, 'https'),
    requiredIf(
      ({ preq: asked, message }) =>
        textIn(asked, 'cardRangeDataDownloadInd') === 'Y' && message.cardRangeData === undefined,
    ),
  ),
  messageExtension,
]
