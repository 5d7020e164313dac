import { userCommand } from '../../../platform/database/user-command.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { log } from '../../../platform/observability/log.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import type { SignInChange } from '../../../values/event.ts'

/** Queues an email about a first sign-in with a device. As below, a failure ends nothing. Publishes account.device-added. */
export async function notifyOfNewDevice(
  { role, userId, clientAddress }: Pick<RequestUser, 'role' | 'userId' | 'clientAddress'>,
  deviceId: string,
): Promise<void> {
  try {
    await userCommand({ role, userId, investorId: null, clientAddress }, (actor) =>
      publish(actor, { kind: 'account.device-added', userId, deviceId }),
    )
  } catch (fault) {
    log.error('could not email about a new device', fault, { userId })
  }
}

/**
 * Queues an email about a change of someone's own sign-in. The change is committed already, so a failure is logged
 * and the response continues. Publishes account.sign-in-changed.
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
