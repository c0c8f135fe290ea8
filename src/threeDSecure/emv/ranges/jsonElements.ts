// Cuts a JSON text that arrives in pieces into the elements of one long list and what is around it, so that a
// list of any length needs the memory of one element. The engine's own parser reads each of them.

import { RangeRefusal } from './rangeRefusal.ts'

/**
 * Hears each object of the list under `listName` of the outermost object, or of the outermost list where that
 * may be, and returns what is around them. A key that comes twice is refused, which the engine's parser does
 * not see: by then there are more colons than keys.
 */
export async function readElements(pieces: AsyncIterable<Uint8Array>, reading: ElementReading) {
  const cutter = new ElementCutter(reading)
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > textBytesMax) throw new RangeRefusal('203', reading.listName)
    for (let from = 0; from < piece.length; from += sliceBytes) {
      cutter.push(piece.subarray(from, from + sliceBytes))
      await reading.pause()
    }
  }
  return cutter.end()
}

export type ElementReading = {
  readonly listName: string
  /** Whether the whole text may be the list. */
  readonly mayBeBare: boolean
  readonly hear: (element: unknown) => void
  /** Lets others run: called each millisecond or so. */
  readonly pause: () => Promise<void>
}

const sliceBytes = 16_384
/** Five times what the specification expects. */
const textBytesMax = 1024 * 1_048_576
/** More than 5,000 bounds need. */
const elementBytesMax = 4 * 1_048_576
const frameBytesMax = 1_048_576
/** The longest name, and blanks around it. */
const tailBytes = 64

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** What is around the list is the frame; in it the list is empty. */
class ElementCutter {
  readonly #reading: ElementReading
  readonly #frame = new HeldBytes(frameBytesMax)
  readonly #element = new HeldBytes(elementBytesMax)
  #isInText = false
  #isEscaped = false
  #depth = 0
  /** Of what is between the elements; none while the list is not open. */
  #listDepth = -1
  #expected: 'first' | 'comma' | 'element' = 'first'
  #colons = 0
  #frameColons = 0

  constructor(reading: ElementReading) {
    this.#reading = reading
  }

  push(piece: Uint8Array): void {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (this.#isInText) at = this.#passText(piece, at)
      else if (this.#depth === this.#listDepth) {
        if (blanks.has(byte)) continue
        this.#passBetween(byte)
        from = at
      } else if (byte === quote) this.#isInText = true
      else if (byte === colon) this.#colons++
      else if (byte === openBrace) this.#depth++
      else if (byte === openBracket) {
        if (this.#opensList(piece.subarray(from, at))) {
          this.#frame.hold(piece.subarray(from, at + 1))
          this.#listDepth = this.#depth + 1
          this.#expected = 'first'
          this.#frameColons = this.#colons
        }
        this.#depth++
      } else if (byte === closeBrace || byte === closeBracket) {
        if (--this.#depth < 0) throw new RangeRefusal('101', this.#reading.listName)
        if (this.#depth === this.#listDepth) this.#hear(piece.subarray(from, at + 1))
      }
    }
    if (this.#depth !== this.#listDepth) this.#current().hold(piece.subarray(from))
  }

  end(): unknown {
    const frame = parsed(this.#frame.take())
    if (keysIn(frame) < this.#colons) throw new RangeRefusal('204', this.#reading.listName)
    return frame
  }

  #current(): HeldBytes {
    return this.#listDepth === -1 ? this.#frame : this.#element
  }

  /** Most of a message is texts. Returns where the text ends, or the piece. */
  #passText(piece: Uint8Array, from: number): number {
    let at = from
    if (this.#isEscaped) {
      this.#isEscaped = false
      at++
    }
    for (; at < piece.length; at++) {
      const byte = piece[at]
      if (byte === quote) {
        this.#isInText = false
        return at
      }
      if (byte === backslash) at++
    }
    this.#isEscaped = at > piece.length
    return at
  }

  #passBetween(byte: number | undefined): void {
    if (byte === comma && this.#expected === 'comma') this.#expected = 'element'
    else if (byte === openBrace && this.#expected !== 'comma') {
      this.#depth++
      this.#colons = 0
    } else if (byte === closeBracket && this.#expected !== 'element') {
      this.#depth--
      this.#listDepth = -1
      this.#colons = this.#frameColons
    } else {
      const isMisplaced = byte === comma || byte === closeBracket || this.#expected === 'comma'
      throw new RangeRefusal(isMisplaced ? '101' : '203', this.#reading.listName)
    }
  }

  /** The outermost list, or the value of that name in the outermost object. */
  #opensList(before: Uint8Array): boolean {
    if (this.#listDepth !== -1 || this.#depth > 1) return false
    const tail = `${this.#frame.tail()}${textOf(before.subarray(-tailBytes))}`.trimEnd()
    if (this.#depth === 0) return this.#reading.mayBeBare && tail === ''
    return tail.endsWith(':') && tail.slice(0, -1).trimEnd().endsWith(`"${this.#reading.listName}"`)
  }

  #hear(last: Uint8Array): void {
    this.#element.hold(last)
    const element = parsed(this.#element.take())
    if (keysIn(element) < this.#colons) throw new RangeRefusal('204', this.#reading.listName)
    this.#expected = 'comma'
    this.#reading.hear(element)
  }
}

class HeldBytes {
  readonly #max: number
  #held: Uint8Array[] = []
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  hold(bytes: Uint8Array): void {
    this.#length += bytes.length
    if (this.#length > this.#max) throw new RangeRefusal('203', 'cardRangeData')
    this.#held.push(bytes)
  }

  /** The last of it: enough to see a name. */
  tail(): string {
    const last: Uint8Array[] = []
    for (let at = this.#held.length - 1, length = 0; at >= 0 && length < tailBytes; at--) {
      const bytes = this.#held[at]?.subarray(-tailBytes)
      length += bytes?.length ?? 0
      if (bytes) last.unshift(bytes)
    }
    return textOf(Buffer.concat(last))
  }

  take(): string {
    const [first] = this.#held
    const text = textOf(first && this.#held.length === 1 ? first : Buffer.concat(this.#held))
    this.#held = []
    this.#length = 0
    return text
  }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The engine's own message quotes what it could not read.
    throw new RangeRefusal('101', 'cardRangeData')
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) for (const each of value) count += keysIn(each)
  else for (const each of Object.values(value)) count += 1 + keysIn(each)
  return count
}
