// The clock of the browser: for what is shown to people, never for what is decided.

export const nowMs = (): number => Date.now()
