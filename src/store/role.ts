import pg from 'pg'
import { StartRefusal } from '../platform/startRefusal.ts'
import { appRole, loginSettings } from './connection.ts'
import { scramVerifier } from './scramVerifier.ts'

/**
 * As the owner: the application's role, and the gateway's login that has it, with settings of its own. Made
 * where it is missing and the owner may; what an administrator has to do is said. Roles belong to the whole
 * server, so starts on several of its databases may race here.
 */
export async function ensureLogin(owner: pg.Client, gateway: pg.ClientConfig): Promise<void> {
  const { user = appRole, password } = new pg.Client(gateway)
  for (let tries = 1; ; tries += 1) {
    try {
      await ensureRole(owner, user)
      const { rows } = await owner.query<LoginRow>(loginQuery, [user])
      await ensureUsable(owner, { user, password: password ?? undefined, login: rows[0] })
      return
    } catch (error) {
      if (codeOf(error) === insufficientPrivilege) throw toBeDone(owner, user)
      // "tuple concurrently updated", or made a moment ago: somebody else was at it.
      if (!passing.includes(codeOf(error) ?? '') || tries === triesMax) throw error
    }
  }
}

/** As the login itself: everybody may say how their own sessions begin. For owners who may not say it. */
export async function settleLogin(gateway: pg.Client): Promise<void> {
  const { rows } = await gateway.query<LoginRow>(loginQuery, [gateway.user ?? appRole])
  const [login] = rows
  const settings = login === undefined || isMore(login) ? '' : settingsText(gateway, login)
  if (settings !== '') await gateway.query(settings)
}

type LoginRow = {
  readonly rolname: string
  readonly rolcanlogin: boolean
  readonly rolsuper: boolean
  readonly rolconfig: readonly string[] | null
  readonly is_app: boolean
  readonly is_owner: boolean
}

const loginQuery = `
select r.rolname, r.rolcanlogin, r.rolsuper, r.rolconfig,
  pg_has_role(r.oid, '${appRole}', 'usage') as is_app,
  pg_has_role(r.oid, (select datdba from pg_database where datname = current_database()), 'member')
    as is_owner
from pg_roles r where r.rolname = $1`

type Wanted = {
  readonly user: string
  readonly password: string | undefined
  readonly login: LoginRow | undefined
}

async function ensureRole(owner: pg.Client, user: string): Promise<void> {
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [appRole])
  if (rows.length === 0) await owner.query(`create role ${appRole} nologin`)
  if (user === appRole) return
  const { rows: logins } = await owner.query('select from pg_roles where rolname = $1', [user])
  if (logins.length === 0) await owner.query(`create role ${owner.escapeIdentifier(user)} nologin`)
}

/** Who is more than a gateway is left as it is: it is refused where it logs in. */
async function ensureUsable(owner: pg.Client, { user, password, login }: Wanted): Promise<void> {
  if (login === undefined || isMore(login)) return
  const name = owner.escapeIdentifier(user)
  if (!login.is_app) await owner.query(`grant ${appRole} to ${name}`)
  if (!login.rolcanlogin) {
    // As the server would keep it: the password itself is in no statement, and in no log of statements.
    const secret = password === undefined ? '' : ` password ${owner.escapeLiteral(scramVerifier(password))}`
    await owner.query(`alter role ${name} login${secret}`)
  }
  const settings = settingsText(owner, login)
  if (settings === '') return
  await owner.query(settings).catch(error => {
    // The login can still do this itself; if it does not, the gateway is refused.
    if (codeOf(error) !== insufficientPrivilege) throw error
  })
}

const isMore = ({ rolsuper, is_owner }: LoginRow): boolean => rolsuper || is_owner

function settingsText(client: pg.Client, { rolname, rolconfig }: LoginRow): string {
  return Object.entries(loginSettings)
    .filter(([setting, value]) => !rolconfig?.includes(`${setting}=${value}`))
    .map(([setting, value]) => `alter role ${client.escapeIdentifier(rolname)} set ${setting} = '${value}'`)
    .join('; ')
}

function toBeDone(owner: pg.Client, user: string): StartRefusal {
  const name = user === appRole ? appRole : owner.escapeIdentifier(user)
  const role = user === appRole ? '' : `CREATE ROLE ${appRole}; `
  const grant = user === appRole ? '' : ` GRANT ${appRole} TO ${name};`
  return new StartRefusal(
    `The database user ${owner.user} may not set up the gateway's login ${user}. An administrator can: ` +
      `${role}CREATE ROLE ${name} LOGIN PASSWORD '…';${grant}`,
  )
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

const triesMax = 5
const insufficientPrivilege = '42501'
/** Internal error, unique violation, duplicate object. */
const passing = ['XX000', '23505', '42710']
