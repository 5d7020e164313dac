import type pg from 'pg'
import { administrator, someInvestor } from '../sign-in.ts'
import { withChild } from './child.ts'
import { load } from './load.ts'
import type { ToldRouter } from './router-alone.ts'
import type { Between } from './table.ts'

/** What stands between the floor and the product: the framework, and sign-in with row policies, each measured alone. */
export type Measure = (path: string) => Promise<Between>

type Session = { token: string; userId: string }

/** Live sessions of the two whose screens are measured. */
export async function findSessions(
  client: pg.Client,
): Promise<{ investor: Session; admin: Session }> {
  const of = async (email: string) => {
    const { rows } = await client.query<Session>(
      `select s.token, u.id as "userId" from auth.session s join auth."user" u on u.id = s."userId"
       where u.email = $1 and s."expiresAt" > now() order by s."updatedAt" desc limit 1`,
      [email],
    )
    if (!rows[0]) throw new Error(`${email} is not signed in`)
    return rows[0]
  }
  return { investor: await of(someInvestor), admin: await of(administrator) }
}

/** Works with both running; the screens of the portal are asked for by the investor, those of the office by the administrator. */
export function withBetween<Result>(
  { databaseUrl, values }: Omit<ToldRouter, 'guards'>,
  { investorId, investor, admin }: { investorId: string; investor: Session; admin: Session },
  work: (measure: Measure) => Promise<Result>,
): Promise<Result> {
  const by = (role: 'investor' | 'admin', { token, userId }: Session) => ({
    token,
    actAs: [role, userId, role === 'investor' ? investorId : null, role, '127.0.0.1'],
  })
  const [inPortal, inOffice] = [by('investor', investor), by('admin', admin)]
  const guards = {
    dashboard: inPortal,
    investment: inPortal,
    notifications: inPortal,
    first: inOffice,
    search: inOffice,
    deep: inOffice,
  }
  const script = new URL('router-alone.ts', import.meta.url)
  const alone: ToldRouter = { databaseUrl, values, guards: {} }
  return withChild({ script, told: alone }, (framework) =>
    withChild({ script, told: { ...alone, guards } }, (guarded) =>
      work(async (path) => ({
        framework: await load(framework.address, () => ({ path: `/${path}` })),
        guarded: await load(guarded.address, () => ({ path: `/${path}` })),
      })),
    ),
  )
}
