import type pg from 'pg'

/** The time by which everything is recorded: a sandbox moves it. */
export const createDatabaseClock = (pool: pg.Pool) => async (): Promise<number> => {
  const { rows } = await pool.query<{ readonly now: Date }>('select tollgate_now() as now')
  return rows[0]?.now.getTime() ?? Number.NaN
}
