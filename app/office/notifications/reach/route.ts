import { audienceReach } from '../../../domain/notifications/audience.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { isId } from '../../../values/id.ts'
import type { Route } from './+types/route.ts'

/** Counts the recipients a form names, and how many have email: `?recipients=active`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const recipients = url.searchParams.get('recipients') ?? ''
  const chosen = url.searchParams.get('investorId') ?? ''
  const investorId = isId(chosen) ? chosen : null
  const reach = await adminQuery(
    context,
    (admin) => audienceReach(admin, { recipients, investorId }),
    { answer: 'file' },
  )
  return { of: `${recipients} ${chosen}`, reach }
}
