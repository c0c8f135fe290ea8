// Stacks of errors name places in the sources, not in what was bundled of them. A source map is read when the first stack asks
// for it: at each start it would cost a tenth of the time until the gateway is ready, and most never need it. Errors of the
// system keep the places of the bundle: Node asks for their stacks itself, and whoever cuts a connection off would have the
// map read, which stops everything for a quarter of a second.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** @param keptMaps source maps of what lies in no file, by its address */
export function tellSourcePlaces(keptMaps = new Map()) {
  const maps = new Map()
  const mapOf = address => {
    if (!maps.has(address)) maps.set(address, readMap(address, keptMaps.get(address)))
    return maps.get(address)
  }
  Error.prepareStackTrace = (error, frames) => {
    const place = isOfSystem(error) ? String : frame => placed(String(frame), mapOf)
    return [headOf(error), ...frames.map(frame => `    at ${place(frame)}`)].join('\n')
  }
}

const isOfSystem = error => typeof error?.syscall === 'string'

function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

/** Undefined for what has none, or one that cannot be read: then a stack tells the place in what was bundled. */
function readMap(address, kept) {
  try {
    return new SourceMap(JSON.parse(kept ?? readFileSync(fileURLToPath(`${address}.map`), 'utf8')))
  } catch {
    return undefined
  }
}

/** The frame of a call as it is written, `name (address:line:column)`, with its place in the sources. */
function placed(frame, mapOf) {
  const found = /(file:\/\/[^()]+\.[cm]js):(\d+):(\d+)(\)?)$/.exec(frame)
  if (!found) return frame
  const [written, address, line, column, end] = found
  const entry = mapOf(address)?.findEntry(line - 1, column - 1)
  if (entry?.originalSource === undefined) return frame
  const source = new URL(entry.originalSource, address)
  const path = source.protocol === 'file:' ? fileURLToPath(source) : source.href
  return `${frame.slice(0, -written.length)}${path}:${entry.originalLine + 1}:${entry.originalColumn + 1}${end}`
}
