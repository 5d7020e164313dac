import { liveTopicsOf } from '../../domain/notifications/live-topics.server.ts'
import { changedStream, takesNothing } from '../../platform/http/live-stream.server.ts'
import { viewerQuery } from '../guard.server.ts'
import type { Route } from './+types/route.ts'

/** Says "changed" whenever something this investor may see did; a guest or an administrator who looks at nobody finds nothing. */
export function loader({ context }: Route.LoaderArgs) {
  return changedStream(context, (asking) => viewerQuery(asking, liveTopicsOf, 'file'))
}

export const action = takesNothing
