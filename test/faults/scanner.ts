import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What must not be found: card numbers, and bytes or texts that occur nowhere else. */
export type Secrets = { readonly numbers: readonly string[]; readonly marks: readonly Buffer[] }

export type Scan = (bytes: Buffer) => readonly string[]

/**
 * Searches for secrets in plain text, reversed, in UTF-16, URL-encoded, packed in both directions, in
 * hexadecimal and in Base64, the last in any alignment.
 * There are many card numbers, so runs of digits are found and then looked up.
 */
export function createScan({ numbers, marks }: Secrets): Scan {
  const known = windowsOf(numbers)
  const marksIn = createFinder(marks.flatMap(formsOf))
  return bytes => {
    const text = bytes.toString('latin1')
    const found = readings.flatMap(({ form, pattern, read }) =>
      (text.match(pattern) ?? []).flatMap(match =>
        lookUp(known, read(match)).map(number => `${number} ${form}`),
      ),
    )
    const marked = marksIn(bytes).map(needle => `mark ${needle.toString('latin1')}`)
    return [...new Set([...found, ...marked])]
  }
}

/** Thousands of needles in one pass: hardly any position begins like one of them. */
function createFinder(needles: readonly Buffer[]): (bytes: Buffer) => readonly Buffer[] {
  const beginnings = new Uint8Array(65_536)
  const byBeginning = new Map<number, Buffer[]>()
  for (const needle of needles) {
    beginnings[needle.readUInt16BE(0)] = 1
    const alike = byBeginning.get(needle.readUInt32BE(0)) ?? []
    byBeginning.set(needle.readUInt32BE(0), [...alike, needle])
  }
  return bytes => {
    const found = new Set<Buffer>()
    for (let at = 0; at + 4 <= bytes.length; at++) {
      if (beginnings[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 0) continue
      for (const needle of byBeginning.get(bytes.readUInt32BE(at)) ?? [])
        if (bytes.subarray(at, at + needle.length).equals(needle)) found.add(needle)
    }
    return [...found]
  }
}

/** Scans every file of a folder; findings name their file. */
export async function scanFolder(folder: string, scan: Scan): Promise<{ finds: string[]; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const finds: string[] = []
  let size = 0
  for (const entry of entries.filter(entry => entry.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const found = await scanFile(path, scan)
    size += found.bytes
    finds.push(...found.finds.map(find => `${find} in ${path}`))
  }
  return { finds, bytes: size }
}

const overlapBytes = 4_096

/** Parts of a large file overlap by more than any form of a secret needs. */
export async function scanFile(
  path: string,
  scan: Scan,
  partBytes = 64 * 1024 * 1024,
): Promise<{ finds: string[]; bytes: number }> {
  const file = await open(path)
  const { size } = await file.stat()
  const finds = new Set<string>()
  const part = Buffer.alloc(Math.min(size, partBytes))
  for (let at = 0; at < size; at += partBytes - overlapBytes) {
    const { bytesRead } = await file.read(part, 0, part.length, at)
    for (const find of scan(part.subarray(0, bytesRead))) finds.add(find)
  }
  await file.close()
  return { finds: [...finds], bytes: size }
}

/** Base64 cut at its groups of four may lose two digits at either end: twelve in a row are enough to tell. */
const windowLength = 12

function windowsOf(numbers: readonly string[]): ReadonlyMap<string, string> {
  const windows = new Map<string, string>()
  for (const number of numbers)
    for (let at = 0; at + windowLength <= number.length; at++)
      windows.set(number.slice(at, at + windowLength), number)
  return windows
}

function lookUp(known: ReadonlyMap<string, string>, digits: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at + windowLength <= digits.length; at++) {
    const number = known.get(digits.slice(at, at + windowLength))
    if (number !== undefined) found.push(number)
  }
  return found
}

const digitPairs = [...'0123456789'].map(digit => `\\x${digit}0-\\x${digit}9`).join('')

const readings = [
  { form: 'in plain sight', pattern: /\d{12,}/g, read: (match: string) => match },
  { form: 'backwards', pattern: /\d{12,}/g, read: (match: string) => [...match].reverse().join('') },
  {
    form: 'in UTF-16',
    pattern: /(?:\d\0){12,}|(?:\0\d){12,}/g,
    read: (match: string) => match.replaceAll('\0', ''),
  },
  {
    form: 'in hexadecimal',
    pattern: /(?:3\d){12,}/g,
    read: (match: string) => Buffer.from(match, 'hex').toString(),
  },
  {
    form: 'in EBCDIC, in hexadecimal',
    pattern: /(?:F\d){12,}/gi,
    read: (match: string) => match.replace(/F/gi, ''),
  },
  // Two in a byte, as chips write them; those of these tests begin with 22, 30, 45, 51, 55 or 60.
  {
    form: 'in pairs',
    pattern: new RegExp(`[\x22\x30\x45\x51\x55\x60][${digitPairs}]{5,40}`, 'g'),
    read: (match: string) => Buffer.from(match, 'latin1').toString('hex'),
  },
  {
    form: 'in pairs, backwards',
    // Empty pages are full of zeros.
    pattern: new RegExp(`(?!\0{4})[${digitPairs}]{7,40}`, 'g'),
    read: (match: string) => [...Buffer.from(match, 'latin1').toString('hex')].reverse().join(''),
  },
  {
    form: 'URL-encoded',
    pattern: /(?:%3\d){12,}/g,
    read: (match: string) => match.replaceAll('%3', ''),
  },
  {
    form: 'in groups',
    pattern: /\d{4}(?:[ -]\d{2,6}){2,4}|\d{5,8}[A-Z]\d{5,11}/g,
    read: (match: string) => match.replace(/\D/g, ''),
  },
  // What three digits look like as a group of Base64.
  {
    form: 'in Base64',
    pattern: /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,}/g,
    read: (match: string) => Buffer.from(match, 'base64').toString(),
  },
] as const

/** The bytes, backwards, as UTF-16, hexadecimal, URL-encoded, and what no neighbour changes of Base64. */
function formsOf(mark: Buffer): readonly Buffer[] {
  const text = mark.toString('latin1')
  const hex = mark.toString('hex')
  const base64 = [0, 1, 2].map(skip => {
    const whole = mark.subarray(skip, mark.length - ((mark.length - skip) % 3))
    return whole.toString('base64')
  })
  const url = hex.replace(/../g, '%$&')
  const texts = [
    text,
    [...text].reverse().join(''),
    hex,
    hex.toUpperCase(),
    url,
    url.toUpperCase(),
    ...base64,
  ]
  return texts.flatMap(form => [Buffer.from(form, 'latin1'), Buffer.from(form, 'utf16le')])
}
