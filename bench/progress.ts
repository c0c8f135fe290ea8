/** Shows progress: on a terminal in one line that changes, elsewhere as one line each. */
export type Progress = (text: string) => void

export const progress: Progress = text => {
  if (!process.stderr.isTTY) process.stderr.write(`${text}\n`)
  else process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`)
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
}
