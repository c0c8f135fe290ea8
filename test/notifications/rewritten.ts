import pg from 'pg'

/**
 * Sends a statement in another form, until it is told to stop: the product has no such switch. Only for
 * sessions that have not prepared it yet.
 */
export function rewritten(name: string, rewrite: (text: string) => string): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = new Proxy(query, {
    apply(original, client, [statement, ...rest]) {
      if (statement?.name !== name) return Reflect.apply(original, client, [statement, ...rest])
      const text = rewrite(statement.text)
      if (text === statement.text) throw new Error(`${name} is not as it was expected to be`)
      return Reflect.apply(original, client, [{ ...statement, text }, ...rest])
    },
  })
  return () => {
    pg.Client.prototype.query = query
  }
}
