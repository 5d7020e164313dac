import { changedStream, takesNothing } from '../../platform/http/live-stream.server.ts'
import { asAdmin } from '../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** Says "changed" whenever something the office shows did; nobody else finds anything here. */
export function loader({ context }: Route.LoaderArgs) {
  return changedStream(context, (asking) =>
    asAdmin(asking, async () => ({ topics: ['admin'], own: null }), 'file'),
  )
}

export const action = takesNothing
