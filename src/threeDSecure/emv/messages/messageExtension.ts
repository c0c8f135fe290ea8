// Extensions: what schemes and regions add to messages.

import { type Form, flag, text } from './form.ts'
import { isFields, objectOf, row } from './row.ts'

const longestOfAll = 81_920
const longestData = 8_059

/** Content that is up to whoever defined the extension. */
const extensionData: Form<object> = {
  compile: () => (value, path, report) => {
    if (!isFields(value) || JSON.stringify(value).length > longestData) report('203', path)
  },
}

const extension = objectOf({
  name: row('RRR', text(1, 64)),
  id: row('RRR', text(1, 64)),
  criticalityIndicator: row('RRR', flag),
  data: row('RRR', extensionData),
})

/** We know no extension: one that must be understood makes its message unusable. */
export const messageExtension: Form<readonly object[]> = {
  compile: compiling => {
    const check = extension.compile(compiling)
    const most = compiling.version === '2.3.1' ? 15 : 10
    return (value, path, report) => {
      if (!Array.isArray(value) || value.length > most || JSON.stringify(value).length > longestOfAll)
        return report('203', path)
      const extensions: readonly unknown[] = value
      for (const each of extensions) {
        check(each, path, report)
        if (isFields(each) && each.criticalityIndicator === true) report('202', String(each.id).slice(0, 64))
      }
    }
  },
}
