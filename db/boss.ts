import type pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'

type Ask = (text: string, values?: unknown[]) => Promise<unknown>

/**
 * pg-boss on one connection, which makes, fills and looks at its tables and does no jobs. `ask` is how it asks, unless it
 * is to be plainly.
 */
export function bossOver(
  client: pg.Client,
  ask: Ask = (text, values) => client.query(text, values),
): PgBoss {
  const executeSql = async (text: string, values?: unknown[]) => {
    const answer = await ask(text, values)
    const results = (Array.isArray(answer) ? answer : [answer]) as pg.QueryResult[]
    return { rows: results.flatMap(({ rows }) => rows) }
  }
  return new PgBoss({ db: { executeSql }, schema: 'pgboss', supervise: false, schedule: false })
}

/** The version of its tables that this pg-boss writes down when it makes them. */
export const bossVersion = Number(
  /insert into pgboss\.version\b.*?'(\d+)'/is.exec(getConstructionPlans('pgboss'))?.[1],
)
