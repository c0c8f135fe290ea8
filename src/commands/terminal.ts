/** Where a command speaks: results on the one stream, everything about them on the other. */
export type Terminal = {
  readonly print: (text: string) => void
  /** For people only: refusals, hints, what is going on. */
  readonly remark: (text: string) => void
  readonly paint: Paint
  /** Whether remarks may have colours. */
  readonly isColoured: boolean
  /** Whether somebody sits in front of it who sees bars move and can be asked. */
  readonly isWatched: boolean
}

export type Paint = { readonly [Colour in keyof typeof codes]: (text: string) => string }

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

/** Colours only where somebody sees them, and never where NO_COLOR is set. */
export function openTerminal({ stdout, stderr, stdin, env }: Streams): Terminal {
  const isColoured = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  const isTinted = {
    stdout: stdout.isTTY === true && isColoured,
    stderr: stderr.isTTY === true && isColoured,
  }
  return {
    print: text => void stdout.write(`${escaped(text, isTinted.stdout)}\n`),
    remark: text => void stderr.write(`${escaped(text, isTinted.stderr)}\n`),
    paint: isTinted.stdout ? coloured : plain,
    isColoured: isTinted.stderr,
    isWatched: stderr.isTTY === true && stdin.isTTY === true && env.TERM !== 'dumb',
  }
}

type Streams = {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly stdin: { readonly isTTY?: boolean }
  readonly env: NodeJS.ProcessEnv
}
type Stream = { readonly isTTY?: boolean; write(text: string): unknown }

/**
 * Whatever is written, and whoever wrote it: nothing moves the cursor, ends a line elsewhere or turns it
 * around. In JSON, the only place where such characters get this far, what is read from it is the same.
 */
const escaped = (text: string, isTinted: boolean): string =>
  text.replace(steering, found =>
    isTinted && found.length > 1
      ? found
      : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}${found.slice(1)}`,
  )

/** Our own colours, or one character that controls: all but tab and line feed. */
const steering = new RegExp(
  `\\x1b\\[(?:0|${Object.values(codes).join('|')})m|` +
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]',
  'g',
)

const wrapped = (code: number) => (text: string) => `\x1b[${code}m${text}\x1b[0m`
const coloured: Paint = {
  bold: wrapped(codes.bold),
  dim: wrapped(codes.dim),
  red: wrapped(codes.red),
  green: wrapped(codes.green),
  yellow: wrapped(codes.yellow),
  cyan: wrapped(codes.cyan),
}

const same = (text: string): string => text
export const plain: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }
