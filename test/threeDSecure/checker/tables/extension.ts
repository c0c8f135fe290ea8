import { array, boolean, object, text } from '../forms.ts'
import { row } from '../rows.ts'
import type { ObjectForm, Row } from '../shapes.ts'

const data: ObjectForm = { type: 'object', rows: [], charactersMax: 8059 }

const extension = object(
  row('name', 'RRR', text(1, 64)),
  row('id', 'RRR', text(1, 64)),
  row('criticalityIndicator', 'RRR', boolean),
  row('data', 'RRR', data),
)

/** What a scheme adds to any message. All of it together has a limit too, which a rule holds. */
export const messageExtension: Row = row('messageExtension', 'CCC', [
  array(extension, 1, 10),
  array(extension, 1, 10),
  array(extension, 1, 15),
])
