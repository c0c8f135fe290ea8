// A text as one word of a shell command (POSIX), whatever is in it.

export const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
