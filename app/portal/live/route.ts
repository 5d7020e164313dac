import { liveTopicsOf } from '../../domain/notifications/live-topics.server.ts'
import { changeStream, methodNotAllowed } from '../../platform/http/live-stream.server.ts'
import { viewerQuery } from '../guard.server.ts'
import type { Route } from './+types/route.ts'

/** Sends "changed" whenever data of this investor changes; 404 for guests and administrators outside view mode. */
export function loader({ context }: Route.LoaderArgs) {
  return changeStream(context, (asking) => viewerQuery(asking, liveTopicsOf, 'file'))
}

export const action = methodNotAllowed
