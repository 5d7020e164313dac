import type pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'

type Ask = (text: string, values?: unknown[]) => Promise<unknown>

/** pg-boss on one connection, to create, fill and inspect its tables. `ask` replaces plain queries. */
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

/** The schema version of this pg-boss. */
export const bossVersion = Number(
  /insert into pgboss\.version\b.*?'(\d+)'/is.exec(getConstructionPlans('pgboss'))?.[1],
)
