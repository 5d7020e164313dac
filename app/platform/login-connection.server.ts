import pg from 'pg'
import { config } from './config.server.ts'

const asText = (value: string) => value
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return BigInt
    if (oid === pg.types.builtins.DATE || oid === pg.types.builtins.INTERVAL) return asText
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** How one of the program's logins connects. Each may become only the roles it is a member of (db/roles.sql). */
export function connectionOf(login: string, address = config.databaseUrl): pg.ClientConfig {
  const url = new URL(address)
  // The address names the installer: what of it would win over the login goes.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  url.username = login
  url.password = config.passwordOf(login)
  if (url.username !== login) {
    throw new Error(
      'DATABASE_URL must name a host, like postgresql://user@localhost/msingi?host=/run/postgresql',
    )
  }
  return { connectionString: url.href, types, application_name: login }
}

/**
 * PostgreSQL takes a page out of turn for four times as dear as the next one, as it was on turning disks, and then reads a
 * whole table rather than a thousand rows by an index.
 */
export const onFastDisks = '-c random_page_cost=1.1'

/** Dates are read in this way, whichever the database was told to write. */
export const plainDates = '-c datestyle=ISO'

/**
 * A statement that was prepared keeps its plan. Left to itself PostgreSQL plans most of them again each time, because a plan
 * for these very values looks cheaper; what a portal asks is of one investor, and planning took most of its time.
 */
export const onePlanEach = '-c plan_cache_mode=force_generic_plan'
