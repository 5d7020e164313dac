import { liveTopicsOf } from '../../domain/notifications/live-topics.server.ts'
import { changedStream } from '../../platform/live-stream.server.ts'
import { asInvestor } from '../../platform/session.server.ts'
import type { Route } from './+types/route.ts'

/** Says "changed" whenever something this investor may see did; a guest or an administrator finds nothing here. */
export function loader({ context }: Route.LoaderArgs) {
  return changedStream(context, (asking) => asInvestor(asking, liveTopicsOf, 'file'))
}
