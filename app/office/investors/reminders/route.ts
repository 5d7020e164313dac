import { pauseReminders } from '../../../domain/payment-reminders/reminders.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, notFound, requireAdmin } from '../../../platform/session/session.server.ts'
import { investorsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'
import { PauseRemindersSchema } from './reminders-schema.ts'

export function loader() {
  throw notFound('file')
}

/** Idempotent. */
export function action(args: Route.ActionArgs) {
  const { context, params } = args
  const to = `${investorsHome}/${params.investorId}`
  return formAction(args, {
    guard: requireAdmin,
    schema: PauseRemindersSchema,
    run: ({ value: { paused } }) =>
      adminCommand(context, (admin) => pauseReminders(admin, params.investorId, paused)),
    refusals: {},
    done: ({ paused }) => ({
      to,
      toast: {
        title: paused ? 'Payment reminders paused' : 'Payment reminders resumed',
        kind: 'success',
      },
    }),
    failed: { title: 'Payment reminders were not changed', to },
  })
}
