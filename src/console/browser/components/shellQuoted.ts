/** For a line that somebody pastes into a shell: nothing in it is executed. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
