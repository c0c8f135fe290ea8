import pg from 'pg'
import { StartRefusal } from '../platform/startRefusal.ts'
import { appRole } from './connection.ts'

/** Roles belong to the whole server, so starts on several of its databases may race here. */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(ensureRole)
      return
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === insufficientPrivilege) {
        throw new StartRefusal(
          `The database user ${client.user} may not set up the role ${appRole}. An administrator can: ` +
            `CREATE ROLE ${appRole} NOLOGIN; GRANT ${appRole} TO "${client.user}";`,
        )
      }
      // "tuple concurrently updated": somebody else granted it at the same moment.
      if (code !== internalError || tries === 3) throw error
    }
  }
}

const insufficientPrivilege = '42501'
const internalError = 'XX000'

/** From PostgreSQL 16 on, whoever creates a role is its member but may not yet act as it. */
const ensureRole = `
do $$
declare
  needed text := case when current_setting('server_version_num')::int4 >= 160000 then 'set' else 'member' end;
begin
  if not exists (select from pg_roles where rolname = '${appRole}') then
    begin
      create role ${appRole} nologin;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role('${appRole}', needed) then
    grant ${appRole} to current_user;
  end if;
end $$`
