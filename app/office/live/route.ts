import { changeStream, methodNotAllowed } from '../../platform/http/live-stream.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** Sends "changed" whenever data of the back office changes; 404 for others. */
export function loader({ context }: Route.LoaderArgs) {
  return changeStream(context, (asking) =>
    adminQuery(asking, async () => ({ topics: ['admin'], own: null }), { answer: 'file' }),
  )
}

export const action = methodNotAllowed
