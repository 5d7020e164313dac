import { companyFacts } from '../../../domain/company/company.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { config } from '../../../platform/config.server.ts'
import { guestQuery } from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** RFC 9116 recommends less than a year. */
const validDays = 180

/** Where to report a vulnerability of this installation, by RFC 9116: the company's email, and its contact page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { contactEmail } = await guestQuery(context, companyFacts)
  const expires = new Date(clock.now().getTime() + validDays * 24 * 3_600_000)
  const lines = [
    ...(contactEmail === null ? [] : [`Contact: mailto:${encodeURI(contactEmail)}`]),
    `Contact: ${config.origin}/contact`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${config.origin}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
