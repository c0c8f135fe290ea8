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
  return {
    print: text => void stdout.write(`${text}\n`),
    remark: text => void stderr.write(`${text}\n`),
    paint: stdout.isTTY === true && isColoured ? coloured : plain,
    isColoured: stderr.isTTY === true && isColoured,
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
