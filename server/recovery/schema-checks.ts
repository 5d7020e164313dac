import { bossVersion } from '../../db/boss.ts'
import { queues } from '../../db/queues.ts'
import type { Checks } from './inconsistencies.ts'

const quoted = (names: string[]) => names.map((name) => `'${name}'`).join(', ')
const ownLogins = quoted(['msingi_web', 'msingi_office', 'msingi_system', 'msingi_auth'])
const ownRoles = `${ownLogins}, ${quoted(['msingi_owner', 'msingi_guest', 'msingi_investor', 'msingi_admin', 'msingi_reactions'])}`
const ownSchemas =
  "select oid from pg_namespace where nspname in ('app', 'auth', 'migrations', 'pgboss')"

/** Whether triggers or row policies are disabled by a setting, in any spelling. */
const isOff = (
  name: string,
  value: string,
) => `(lower(${name}) = 'session_replication_role' and lower(${value}) <> 'origin'
  or lower(${name}) = 'row_security' and lower(${value}) ~ '^(f|fa|fal|fals|false|of|off|n|no|0)$')`

/** Protections that are switched, or belong to the server, and therefore have no definition in db/schema.tsv. */
export const schemaChecks: Checks = {
  'every trigger is enabled': `select format('%I on %s', tgname, tgrelid::regclass) as named
    from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace in (${ownSchemas}) and tgenabled <> 'O'`,
  'every constraint was checked': `select format('%I of %s', conname, conrelid::regclass) as named from pg_constraint
    where connamespace in (${ownSchemas}) and not convalidated`,
  'no role is kept from triggers or policies': `select distinct concat(coalesce(s.setrole::regrole::text, 'everybody'), ' ', c) as named
    from (select nullif(setrole, 0) as setrole, setdatabase, setconfig from pg_db_role_setting) s, unnest(s.setconfig) c
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (s.setrole is null or s.setrole::regrole::text in (${ownRoles}))
      and ${isOff("split_part(c, '=', 1)", "split_part(c, '=', 2)")}`,
  'no role changes its identity when it connects': `select concat(coalesce(r.rolname, 'everybody'), ' ', c) as named
    from pg_db_role_setting s cross join unnest(s.setconfig) c left join pg_roles r on r.oid = s.setrole
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (s.setrole = 0 or r.rolname in (${ownRoles})) and lower(split_part(c, '=', 1)) = 'role'`,
  'the server does not disable triggers or policies': `select format('%s is %s', name, reset_val) as named from pg_settings
    where ${isOff('name', 'reset_val')}`,
  'no role may disable triggers': `select format('%s may set %s', coalesce(r.rolname, 'everybody'), p.parname) as named
    from pg_parameter_acl p, aclexplode(p.paracl) a left join pg_roles r on r.oid = a.grantee
    where p.parname = 'session_replication_role' and (a.grantee = 0 or r.rolname in (${ownRoles}))`,
  // The installer is a member of the roles it creates; superusers need not be.
  'no other role may act as a role of the product': `select distinct format('%s as %s', m.member::regrole, m.roleid::regrole) as named
    from pg_auth_members m join pg_roles r on r.oid = m.member
    where m.roleid::regrole::text in (${ownRoles}) and r.rolname not in (${ownRoles}) and r.rolname <> session_user and not r.rolsuper
      and r.oid <> (select datdba from pg_database where datname = current_database())`,
  'every job queue exists': `
    select wanted as named from unnest(array[${quoted(queues.map(({ name }) => name))}]) wanted
      where not exists (select from pgboss.queue q where q.name = wanted and q.table_name = 'job_common' and to_regclass('pgboss.job_common') is not null)
    union all select 'the version' where not exists (select from pgboss.version where version = ${bossVersion})`,
  'the product can sign in': `select rolname as named from pg_roles
    where rolname in (${ownLogins}) and (rolvaliduntil <= now() or rolconnlimit = 0)`,
}
