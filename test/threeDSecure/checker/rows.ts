import { channelOf, type Seen } from './seen.ts'
import type { Condition, Form, Need, Presence, Row } from './shapes.ts'

type Forms = Form | readonly [Form, Form, Form]
type Mark = 'R' | 'O' | 'C' | '-' | 'X'

/**
 * Marks for 2.1.0, 2.2.0 and 2.3.1: R required, O optional, C as the condition says (optional if none can be
 * checked), - absent, X excluded.
 */
export function row(name: string, marks: string, forms: Forms, condition: Condition = () => 'optional'): Row {
  const inOrder = isForm(forms) ? ([forms, forms, forms] as const) : forms
  const presences: Readonly<Record<Mark, Presence>> = {
    R: 'required',
    O: 'optional',
    C: condition,
    '-': 'absent',
    X: 'excluded',
  }
  const [old, middle, recent] = [...marks].map(mark => presences[isMark(mark) ? mark : '-'])
  if (old === undefined || middle === undefined || recent === undefined) throw new Error(`${name}: ${marks}`)
  return {
    name,
    form: { '2.1.0': inOrder[0], '2.2.0': inOrder[1], '2.3.1': inOrder[2] },
    presence: { '2.1.0': old, '2.2.0': middle, '2.3.1': recent },
  }
}

const isForm = (forms: Forms): forms is Form => 'type' in forms
const isMark = (mark: string): mark is Mark => /^[ROCX-]$/.test(mark)

export const needOf = ({ presence }: Row, seen: Seen): Need | 'absent' => {
  const said = presence[seen.version]
  return typeof said === 'function' ? said(seen) : said
}

export const requiredIf =
  (isRequired: (seen: Seen) => boolean, otherwise: 'optional' | 'excluded' = 'optional'): Condition =>
  seen =>
    isRequired(seen) ? 'required' : otherwise

/** Where the channel itself is wrong, nothing follows from it. */
function onChannel(channels: readonly string[], channel: string | undefined, need: Need): Need {
  if (channels.includes(channel ?? '')) return need
  return ['01', '02', '03'].includes(channel ?? '') ? 'excluded' : 'optional'
}

/** Rows that only some channels have; in the others they are excluded. */
export const onChannels = (channels: readonly string[], ...rows: readonly Row[]): readonly Row[] =>
  rows.map(each => {
    const narrowed = (said: Presence): Presence =>
      said === 'absent'
        ? said
        : seen => onChannel(channels, channelOf(seen), typeof said === 'function' ? said(seen) : said)
    const { presence } = each
    return {
      ...each,
      presence: {
        '2.1.0': narrowed(presence['2.1.0']),
        '2.2.0': narrowed(presence['2.2.0']),
        '2.3.1': narrowed(presence['2.3.1']),
      },
    }
  })
