import type { posTerminal } from '../groups/posTerminal.ts'
import { rule } from '../kit/operation.ts'
import type { Value } from '../kit/vocabulary.ts'

type AtTerminal = { readonly posTerminal?: Value<typeof posTerminal> }

/** Whether a chip was read, or should have been. */
export const isChipEntry = ({ entryMode = '', panEntryMode = '' }: Entry): boolean =>
  chipEntry.test(entryMode) || chipModes.includes(panEntryMode)
type Entry = { readonly entryMode?: string; readonly panEntryMode?: string }

const chipEntry = /^(?:05|07|79|80)/
const chipModes: readonly string[] = ['CHIP', 'CHIP_FALLBACK', 'CONTACTLESS']

/** A chip that could have decided offline asks online for a reason, and the issuer wants to know it. */
export const chipSaysWhyOnline = rule<AtTerminal>(
  'chip entry says why it goes online',
  'posTerminal.onlineReasonCode is needed for entryMode 05, 07, 79, 80 and panEntryMode CHIP*, CONTACTLESS.',
  ({ posTerminal }) => {
    if (posTerminal === undefined || posTerminal.onlineReasonCode !== undefined) return undefined
    return isChipEntry(posTerminal)
      ? { field: 'posTerminal.onlineReasonCode', validationType: 'MISSING' }
      : undefined
  },
)
