import pg from 'pg'
import { StartRefusal } from '../../platform/errors.ts'
import { appRole, loginSettings } from '../connection/pool.ts'
import { scramVerifier } from './scramVerifier.ts'

/**
 * As the owner: the application's role, and the gateway's login that has it, with settings of its own. Made
 * where it is missing and the owner may; what an administrator has to do is said. A login has to be there for
 * all to see before it can be tried: where the work is refused then, what was done here is undone.
 */
export async function withGatewayLogin<Result>(
  session: pg.Client,
  gateway: pg.ClientConfig,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner: OwnerSession = { session, undoing: [] }
  try {
    await ensureLogin(owner, gateway)
    return await work()
  } catch (error) {
    // Who did not get its turn was kept from it by one that is at the same, perhaps with this very login.
    if (errorCodeOf(error) !== lockNotAvailable) await undo(owner)
    throw error
  }
}

/** The owner's session, and what undoes what was done in it so far. */
type OwnerSession = { readonly session: pg.Client; readonly undoing: string[] }

/** What others rely on by now, the server keeps. */
async function undo({ session, undoing }: OwnerSession): Promise<void> {
  await session.query('rollback').catch(() => undefined)
  for (const text of undoing.reverse()) await session.query(text).catch(() => undefined)
}

/** Roles belong to the whole server, so starts on several of its databases may race here. */
async function ensureLogin(owner: OwnerSession, gateway: pg.ClientConfig): Promise<void> {
  const { user = appRole, password } = new pg.Client(gateway)
  for (let tries = 1; ; tries += 1) {
    try {
      await ensureRole(owner, appRole)
      await ensureRole(owner, user)
      const { rows } = await owner.session.query<LoginRow>(gatewayLoginQuery, [user])
      await ensureUsable(owner, { user, password: password ?? undefined, login: rows[0] })
      return
    } catch (error) {
      if (errorCodeOf(error) === insufficientPrivilege) throw administratorNeeded(owner.session, user)
      // "tuple concurrently updated", or made a moment ago: somebody else was at it.
      if (!passingCodes.includes(errorCodeOf(error) ?? '') || tries === triesMax) throw error
    }
  }
}

/** As the login itself: everybody may say how their own sessions begin. For owners who may not say it. */
export async function applyLoginSettings(gateway: pg.Client): Promise<void> {
  const { rows } = await gateway.query<LoginRow>(gatewayLoginQuery, [gateway.user ?? appRole])
  const [login] = rows
  const settings = login === undefined || isPrivileged(login) ? '' : settingsText(gateway, login)
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

const gatewayLoginQuery = `
select r.rolname, r.rolcanlogin, r.rolsuper, r.rolconfig,
  pg_has_role(r.oid, '${appRole}', 'usage') as is_app,
  pg_has_role(r.oid, (select datdba from pg_database where datname = current_database()), 'member')
    as is_owner
from pg_roles r where r.rolname = $1`

type WantedLogin = {
  readonly user: string
  readonly password: string | undefined
  readonly login: LoginRow | undefined
}

async function ensureRole({ session, undoing }: OwnerSession, role: string): Promise<void> {
  const { rows } = await session.query('select from pg_roles where rolname = $1', [role])
  if (rows.length > 0) return
  const name = session.escapeIdentifier(role)
  await session.query(`create role ${name} nologin`)
  undoing.push(`drop role ${name}`)
}

/** Who is more than a gateway is left as it is: it is refused where it logs in. */
async function ensureUsable(
  { session, undoing }: OwnerSession,
  { user, password, login }: WantedLogin,
): Promise<void> {
  if (login === undefined || isPrivileged(login)) return
  const name = session.escapeIdentifier(user)
  if (!login.is_app) {
    await session.query(`grant ${appRole} to ${name}`)
    undoing.push(`revoke ${appRole} from ${name}`)
  }
  if (!login.rolcanlogin) {
    // As the server would keep it: the password itself is in no statement, and in no log of statements.
    const secret = password === undefined ? '' : ` password ${session.escapeLiteral(scramVerifier(password))}`
    await session.query(`alter role ${name} login${secret}`)
    undoing.push(`alter role ${name} nologin${secret && ' password null'}`)
  }
  const settings = settingsText(session, login)
  if (settings === '') return
  try {
    await session.query(settings)
    undoing.push(settingsBefore(session, login))
  } catch (error) {
    // The login can still do this itself; if it does not, the gateway is refused.
    if (errorCodeOf(error) !== insufficientPrivilege) throw error
  }
}

const isPrivileged = ({ rolsuper, is_owner }: LoginRow): boolean => rolsuper || is_owner

function settingsText(client: pg.Client, { rolname, rolconfig }: LoginRow): string {
  return Object.entries(loginSettings)
    .filter(([setting, value]) => !rolconfig?.includes(`${setting}=${value}`))
    .map(([setting, value]) => `alter role ${client.escapeIdentifier(rolname)} set ${setting} = '${value}'`)
    .join('; ')
}

/** As the server has them written down: read as what they are, not as text in a statement. */
function settingsBefore(client: pg.Client, { rolname, rolconfig }: LoginRow): string {
  const name = client.escapeIdentifier(rolname)
  return Object.keys(loginSettings)
    .map(setting => {
      const before = rolconfig?.find(each => each.startsWith(`${setting}=`))?.slice(setting.length + 1)
      if (before === undefined) return `alter role ${name} reset ${setting}`
      const value = client.escapeLiteral(before)
      return `select set_config('${setting}', ${value}, true); alter role ${name} set ${setting} from current`
    })
    .join('; ')
}

function administratorNeeded(owner: pg.Client, user: string): StartRefusal {
  const name = user === appRole ? appRole : owner.escapeIdentifier(user)
  const role = user === appRole ? '' : `CREATE ROLE ${appRole}; `
  const grant = user === appRole ? '' : ` GRANT ${appRole} TO ${name};`
  return new StartRefusal(
    `The database user ${owner.user} may not set up the gateway's login ${user}. An administrator can: ` +
      `${role}CREATE ROLE ${name} LOGIN PASSWORD '…';${grant}`,
  )
}

const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

const triesMax = 5
const insufficientPrivilege = '42501'
const lockNotAvailable = '55P03'
/** Internal error, unique violation, duplicate object. */
const passingCodes = ['XX000', '23505', '42710']
