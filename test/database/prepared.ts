import pg from 'pg'

export type PreparedStatement = { readonly name: string; text: string }
type Rows = readonly pg.QueryResultRow[]
type Submitted = PreparedStatement & {
  readonly submit: unknown
  callback: (error: unknown, rows?: Rows) => void
}

/**
 * Puts something between the stores and every statement that they prepare, until what is returned is called:
 * it may hold one, send it in another form, look at its rows, or lose them. The product has no such switch.
 */
export function betweenPrepared(
  between: (statement: PreparedStatement, execute: () => Promise<Rows>) => Promise<Rows>,
): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = new Proxy(query, {
    apply(original, client, given) {
      const [statement]: readonly unknown[] = given
      if (!isPrepared(statement)) return Reflect.apply(original, client, given)
      const { callback } = statement
      const execute = () =>
        new Promise<Rows>((resolve, reject) => {
          statement.callback = (error, rows) => (error ? reject(error) : resolve(rows ?? []))
          Reflect.apply(original, client, given)
        })
      between(statement, execute).then(rows => callback(undefined, rows), callback)
      return statement
    },
  })
  return () => {
    pg.Client.prototype.query = query
  }
}

const isPrepared = (statement: unknown): statement is Submitted =>
  typeof statement === 'object' && statement !== null && 'submit' in statement && 'name' in statement

/** Sends a statement in another form. Only for sessions that have not prepared it yet. */
export function rewritten(name: string, rewrite: (text: string) => string): () => void {
  return betweenPrepared(async (statement, execute) => {
    if (statement.name !== name) return execute()
    const text = rewrite(statement.text)
    if (text === statement.text) throw new Error(`${name} is not as it was expected to be`)
    statement.text = text
    return execute()
  })
}

/** What prepared statements were executed and answered, in turn. */
export function overhearPrepared() {
  const heard: { readonly name: string; readonly rows: Rows }[] = []
  const stop = betweenPrepared(async ({ name }, execute) => {
    const rows = await execute()
    heard.push({ name, rows })
    return rows
  })
  return { heard, stop }
}
