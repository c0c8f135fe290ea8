// Statements that are prepared under a name, asked for less than the driver's own queries take: those copy
// what they are given property by property, and are told anew each time which columns the answer has. In one
// session of a server these never change: it refuses the statement instead, once its tables have others.
// Only what a server plans has a name here, and so no statement about cursors, and no `copy`.

import pg from 'pg'

export type Prepared = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

/**
 * Executes a statement, which is prepared first where the session does not know it, and gives its rows. One
 * without a name is another one each time: nothing is known of it.
 */
export async function askPrepared<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { name, text, values }: Prepared,
): Promise<readonly Row[]> {
  if (name === '') return (await client.query<Row>({ text, values: [...values] })).rows
  // What cannot be written is refused before anything is sent.
  const written = values.map(writtenValue)
  try {
    return await new Promise<readonly Row[]>((resolve, reject) => {
      const callback: Callback<Row> = (error, rows) => (error ? reject(error) : resolve(rows ?? []))
      client.query(new PreparedQuery<Row>({ client, name, text, values: written, callback }))
    })
  } catch (error) {
    // Of who asked, instead of that of the driver's socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

type Callback<Row> = (error: unknown, rows?: readonly Row[]) => void

/** How the driver writes what is no text yet; its types do not mention it. */
const { prepareValue: writtenValue }: DriverUtilities = (pg as unknown as { utils: DriverUtilities }).utils
type DriverUtilities = { readonly prepareValue: (value: unknown) => unknown }

type Asked<Row> = Prepared & {
  readonly client: pg.ClientBase
  readonly callback: Callback<Row>
}

/** What the driver calls while this is the query of its session. It puts in a callback with its timeout. */
class PreparedQuery<Row extends pg.QueryResultRow> implements pg.Submittable {
  readonly name: string
  readonly text: string
  callback: Callback<Row>
  readonly #client: pg.ClientBase
  readonly #values: readonly unknown[]
  readonly #rows: Row[] = []
  #columns: readonly Column[] | undefined
  #flaw: unknown

  constructor({ client, name, text, values, callback }: Asked<Row>) {
    this.name = name
    this.text = text
    this.callback = callback
    this.#client = client
    this.#values = values
  }

  submit(connection: pg.Connection): Error | null {
    const { name, text } = this
    const session = connection as unknown as PreparingSession
    const known = session.parsedStatements[name] ?? session.submittedNamedStatements[name]
    if (known !== undefined && known !== text) return new TypeError(`Two statements have the name ${name}`)
    this.#columns = keptColumns.get(this.#client)?.get(name)
    session.stream.cork()
    try {
      if (known === undefined) {
        session.parse({ name, text })
        session.submittedNamedStatements[name] = text
      }
      session.bind({ statement: name, values: this.#values })
      if (this.#columns === undefined) session.describe({ type: 'P' })
      session.execute({})
      session.sync()
    } finally {
      session.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#client.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#flaw !== undefined) return
    try {
      this.#rows.push(rowOf(this.#columns ?? [], fields))
    } catch (error) {
      this.#flaw = error
    }
  }

  handleReadyForQuery(): void {
    // A statement without an answer has no description.
    keptColumns.get(this.#client)?.set(this.name, this.#columns ?? [])
    this.callback(this.#flaw, this.#rows)
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  handleCommandComplete(): void {
    // All that counts is its rows.
  }

  handleEmptyQuery(): void {
    // There is no statement without a text.
  }
}

type Column = { readonly name: string; readonly read: (text: string) => unknown }

function rowOf<Row extends pg.QueryResultRow>(
  columns: readonly Column[],
  fields: readonly (string | null)[],
): Row {
  const row: pg.QueryResultRow = {}
  let index = 0
  for (const { name, read } of columns) {
    const field = fields[index++] ?? null
    row[name] = field === null ? null : read(field)
  }
  return row as Row
}

/** What the driver keeps of a session, and its messages as it takes them; its types lack or mistake both. */
type PreparingSession = {
  readonly stream: pg.Connection['stream']
  readonly parsedStatements: Readonly<Record<string, string>>
  readonly submittedNamedStatements: Record<string, string>
  readonly parse: (what: { readonly name: string; readonly text: string }) => void
  readonly bind: (what: { readonly statement: string; readonly values: readonly unknown[] }) => void
  readonly describe: (what: { readonly type: 'P' }) => void
  readonly execute: (what: object) => void
  readonly sync: () => void
}

/**
 * Has the columns of statements kept, where the client has a session of the server for itself. A pooler in
 * between has other processes at the server than it says, and prepares a statement again in a session that
 * knows it not: there it may have other columns than before, and nobody refuses it.
 */
export async function keepColumns(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  const { processID } = client as unknown as { readonly processID: number | null }
  if (rows[0]?.process === processID) keptColumns.set(client, new Map())
}

/** By session and statement. */
const keptColumns = new WeakMap<pg.ClientBase, Map<string, readonly Column[]>>()
