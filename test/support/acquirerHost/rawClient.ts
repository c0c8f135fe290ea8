import { connect, type Socket } from 'node:net'

/**
 * A caller of an acquirer host that knows nothing of the gateway's code: frames are made and read by hand, in
 * the default dialect (1987, all text, a length of two bytes).
 */
export type RawClient = {
  readonly socket: Socket
  /** Sends bytes as they are. */
  write(bytes: Buffer): void
  /** Sends messages, given in hexadecimal or as text, each in a frame, all in one segment. */
  send(...messages: readonly string[]): void
  /** The next message that comes, as text. */
  next(): Promise<string>
  /** The next message that comes, by field. */
  answer(): Promise<RawFields>
  /** What came and was not asked for yet. */
  waiting(): number
  readonly closed: Promise<void>
  end(): void
}

export type RawFields = Readonly<Record<number, string>>

export async function connectRaw(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1')
  const arrived: string[] = []
  const askers: ((text: string) => void)[] = []
  let rest = Buffer.alloc(0)
  socket.on('data', chunk => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const end = 2 + rest.readUInt16BE(0)
      const text = rest.toString('latin1', 2, end)
      rest = rest.subarray(end)
      const asker = askers.shift()
      if (asker) asker(text)
      else arrived.push(text)
    }
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>(resolve => {
    socket.on('close', () => resolve())
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  const next = () => {
    const text = arrived.shift()
    return text === undefined ? new Promise<string>(resolve => askers.push(resolve)) : Promise.resolve(text)
  }
  return {
    socket,
    closed,
    write: bytes => socket.write(bytes),
    send: (...messages) => socket.write(Buffer.concat(messages.map(framed))),
    next,
    answer: async () => readAscii(await next()),
    waiting: () => arrived.length,
    end: () => socket.end(),
  }
}

export function framed(message: string): Buffer {
  const isHexadecimal = /^(?:3\d){4}/.test(message)
  const bytes = Buffer.from(message, isHexadecimal ? 'hex' : 'latin1')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Lengths of the default dialect: a number where the field is fixed, LL or LLL where it is variable. */
const lengths: Readonly<Record<number, number | 'LL' | 'LLL'>> = {
  ...{ 2: 'LL', 3: 6, 4: 12, 7: 10, 11: 6, 12: 6, 13: 4, 14: 4, 15: 4, 18: 4, 19: 3, 22: 3, 25: 2 },
  ...{ 32: 'LL', 37: 12, 38: 6, 39: 2, 41: 8, 42: 15, 43: 40, 44: 'LL', 48: 'LLL', 49: 3, 50: 3 },
  ...{ 54: 'LLL', 55: 'LLL', 62: 'LLL', 63: 'LLL', 70: 3, 74: 10, 75: 10, 76: 10, 77: 10 },
  ...{ 86: 16, 87: 16, 88: 16, 89: 16, 90: 42, 95: 42, 97: 17, 120: 'LLL', 127: 'LLL' },
}

/** Field 0 is the type. */
export function readAscii(text: string): RawFields {
  const bits = [...text.slice(4, 36)]
    .map(digit => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('')
  const hasSecond = bits[0] === '1'
  const fields: Record<number, string> = { 0: text.slice(0, 4) }
  let at = hasSecond ? 36 : 20
  for (let number = 2; number <= (hasSecond ? 128 : 64); number += 1) {
    if (bits[number - 1] !== '1') continue
    const length = lengths[number]
    if (length === undefined) throw new Error(`field ${number} is not in the table`)
    const prefix = typeof length === 'number' ? 0 : length.length
    const count = typeof length === 'number' ? length : Number(text.slice(at, at + prefix))
    fields[number] = text.slice(at + prefix, at + prefix + count)
    at += prefix + count
  }
  if (at !== text.length) throw new Error('something is left over')
  return fields
}

export function writeAscii({ 0: type = '', ...fields }: RawFields): string {
  const numbers = Object.keys(fields).map(Number)
  const isLong = numbers.some(number => number > 64)
  const bits = Array.from({ length: isLong ? 128 : 64 }, (_, index) =>
    (isLong && index === 0) || numbers.includes(index + 1) ? '1' : '0',
  ).join('')
  const bitmap = (bits.match(/.{4}/g) ?? []).map(four => Number.parseInt(four, 2).toString(16).toUpperCase())
  const values = numbers.map(number => {
    const value = fields[number] ?? ''
    const length = lengths[number]
    return typeof length === 'number'
      ? value
      : String(value.length).padStart(length?.length ?? 0, '0') + value
  })
  return type + bitmap.join('') + values.join('')
}
