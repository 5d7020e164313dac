import { userCommand } from '../../../platform/database/user-command.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { log } from '../../../platform/observability/log.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import type { SignInChange } from '../../../values/event.ts'

/**
 * Has somebody told by mail what was just changed about their sign-in, so that they learn of it when it was somebody else
 * (ASVS 6.3.7). The change stands already, on sign-in's own connection: when the mail cannot be queued the fault is logged,
 * and the answer goes on, because it may hold recovery codes that are told this once. Publishes account.sign-in-changed.
 */
export async function notifyOfSignIn(self: RequestUser, change: SignInChange): Promise<void> {
  const { userId } = self
  try {
    await userCommand(self, (actor) =>
      publish(actor, { kind: 'account.sign-in-changed', userId, change }),
    )
  } catch (fault) {
    log.error('could not email a sign-in notice', fault, { userId, change })
  }
}
