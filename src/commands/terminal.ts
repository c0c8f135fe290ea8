// Writing to the terminal: streams, colours, control characters and progress bars.

import { stdin } from 'node:process'
import { Writable } from 'node:stream'

/** The terminal of a command: results go to standard output, everything else to standard error. */
export type Terminal = {
  readonly print: (text: string) => void
  /** To standard error: refusals, hints, progress. */
  readonly remark: (text: string) => void
  readonly paint: TerminalPaint
  /** Whether remarks may have colours. */
  readonly isColoured: boolean
  /** Whether a person can see progress bars and answer questions. */
  readonly isInteractive: boolean
}

export type TerminalPaint = { readonly [Colour in keyof typeof codes]: (text: string) => string }

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

/** Colours only on a terminal, and never where NO_COLOR is set. */
export function openTerminal({ stdout, stderr, stdin, env }: TerminalStreams): Terminal {
  const isColoured = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  const isTinted = {
    stdout: stdout.isTTY === true && isColoured,
    stderr: stderr.isTTY === true && isColoured,
  }
  return {
    print: text => void stdout.write(`${escapeControls(text, isTinted.stdout)}\n`),
    remark: text => void stderr.write(`${escapeControls(text, isTinted.stderr)}\n`),
    paint: isTinted.stdout ? colouredPaint : plainPaint,
    isColoured: isTinted.stderr,
    isInteractive: stderr.isTTY === true && stdin.isTTY === true && env.TERM !== 'dumb',
  }
}

type TerminalStreams = {
  readonly stdout: TerminalStream
  readonly stderr: TerminalStream
  readonly stdin: { readonly isTTY?: boolean }
  readonly env: NodeJS.ProcessEnv
}
type TerminalStream = { readonly isTTY?: boolean; write(text: string): unknown }

/**
 * Escapes control characters in all output, whatever its source: none moves the cursor, ends a line elsewhere
 * or reverses its direction. In JSON, the only place where such characters get this far, the escaped form is
 * read as the same text.
 */
const escapeControls = (text: string, isTinted: boolean): string =>
  text.replace(controlCharacters, found =>
    isTinted && found.length > 1
      ? found
      : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}${found.slice(1)}`,
  )

/** Our own colour codes, or one control character: all but tab and line feed. */
const controlCharacters = new RegExp(
  `\\x1b\\[(?:0|${Object.values(codes).join('|')})m|` +
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]',
  'g',
)

const wrapped = (code: number) => (text: string) => `\x1b[${code}m${text}\x1b[0m`
const colouredPaint: TerminalPaint = {
  bold: wrapped(codes.bold),
  dim: wrapped(codes.dim),
  red: wrapped(codes.red),
  green: wrapped(codes.green),
  yellow: wrapped(codes.yellow),
  cyan: wrapped(codes.cyan),
}

const same = (text: string): string => text
export const plainPaint: TerminalPaint = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
}

/** Reports the progress of long work. */
export interface CommandProgress {
  /** `done` of about `of`; without a total only a count. */
  report(what: string, done: number, of?: number): void
  end(): void
}

/** Where the terminal is not interactive. */
export const silentProgress: CommandProgress = { report: () => undefined, end: () => undefined }

/**
 * A bar where the total is known, else a spinner with a count; removed when the work is done. It is drawn on
 * standard error, so that a result that is written to a file stays clean.
 */
export async function openProgressBar(isColoured: boolean): Promise<CommandProgress> {
  const { progress, spinner } = await import('@clack/prompts')
  const options = { output: isColoured ? process.stderr : withoutColour(process.stderr), withGuide: false }
  let running: RunningBar | undefined
  const begin = (what: string, hasTotal: boolean): RunningBar => {
    running?.clear()
    const bar = hasTotal
      ? { ...progress({ ...options, max: 100, size: barSize }), hasTotal, shown: 0 }
      : { ...spinner(options), hasTotal, shown: 0 }
    bar.start(what)
    // The library puts the keyboard into raw mode, and takes Ctrl-C with it; but the signal must reach the
    // handler that cleans up.
    if (stdin.isTTY) stdin.setRawMode(false)
    running = bar
    return bar
  }
  return {
    report(what, done, of) {
      const hasTotal = of !== undefined && of > 0
      const bar = running?.hasTotal === hasTotal ? running : begin(what, hasTotal)
      const reached = hasTotal ? Math.min(100, Math.floor((done / of) * 100)) : 0
      if (reached !== bar.shown) bar.advance?.(reached - bar.shown)
      bar.shown = reached
      bar.message(
        hasTotal ? `${what} ${reached} %` : `${what}${done > 0 ? `: ${done.toLocaleString('en')}` : ''}`,
      )
    },
    end() {
      running?.clear()
      running = undefined
    },
  }
}

type RunningBar = {
  readonly hasTotal: boolean
  shown: number
  start(text: string): void
  message(text: string): void
  clear(): void
  advance?(step: number): void
}

const barSize = 25

function withoutColour(stream: NodeJS.WriteStream): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      stream.write(String(chunk).replaceAll(colourCodes, ''), () => done())
    },
  })
}
const colourCodes = /\x1b\[[\d;]*m/g
