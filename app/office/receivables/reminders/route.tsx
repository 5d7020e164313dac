import { hasMailTransport } from '../../../domain/accounts/administration/mail-availability.server.ts'
import { projectFilter } from '../../../domain/projects/project-names.server.ts'
import {
  type OverdueInvestment,
  previewReminders,
  type ReminderScope,
  remindOverdue,
  type UnremindedInvestment,
} from '../../../domain/receivables/remind-overdue.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { counted } from '../../../values/counted.ts'
import { dueAmountWords, reminderTitle } from '../../../values/reminder.ts'
import { receivableListParams } from '../../list-params.ts'
import { receivablesHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

/** The ticked investors, and the project that the list is limited to. */
const scopeOf =
  (url: URL): AdminWork<ReminderScope> =>
  async (admin) => {
    const { project } = await projectFilter(admin, receivableListParams(url).inProject)
    return { investorIds: url.searchParams.getAll('select'), projectId: project?.id ?? null }
  }

export async function loader({ url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const scope = await scopeOf(url)(admin)
    return {
      ...(await previewReminders(admin, scope)),
      selected: scope.investorIds.length,
      mailGoesOut: await hasMailTransport(admin),
      today: clock.today(),
    }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  return formAction(args, {
    guard: requireAdmin,
    run: () =>
      adminCommand(context, async (admin) => remindOverdue(admin, await scopeOf(url)(admin))),
    refusals: {
      'nothing-to-send': 'No reminder can be sent now. Reload the page to see why.',
    },
    done: ({ queued }) => ({
      to: behind(url),
      toast: { kind: 'success', title: `${counted(queued, 'reminder')} queued` },
    }),
    failed: { title: 'The reminders were not sent', text: 'Nothing was sent.' },
  })
}

function behind({ searchParams }: URL) {
  const params = new URLSearchParams(searchParams)
  params.delete('select')
  return `${receivablesHome}${params.size > 0 ? `?${params}` : ''}`
}

export const meta: Route.MetaFunction = (args) => pageTitle('Send reminders', args)

export default function SendReminders({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const { ready, others, selected, mailGoesOut, today } = loaderData
  return (
    <RouteDialog title="Send reminders" subtitle={`${counted(selected, 'investor')} selected`}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          {!mailGoesOut && (
            <Alert tone="warning">
              No mail server is set up. Reminders wait until there is one.
            </Alert>
          )}
          <Preview ready={ready} selected={selected} today={today} />
          <Unreminded others={others} />
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {ready.length > 0 && (
            <SubmitButton pendingLabel="Sending reminders">
              {`Send ${counted(ready.length, 'reminder')}`}
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

const reasons: Record<UnremindedInvestment['blocker'], string> = {
  'no-account': 'has no account yet',
  archived: 'is archived',
  paused: 'reminders are paused',
  declined: 'turned reminders off',
  reminded: 'reminded today',
  proof: 'sent in a payment that is being checked',
  suggestion: 'a bank transaction is waiting to be matched',
  'nearly-paid': 'paid except for less than 0.5%',
}

function Unreminded({ others }: { others: UnremindedInvestment[] }) {
  if (others.length === 0) return null
  return (
    <>
      <p className="mt-4 text-sm">
        {counted(others.length, 'overdue investment')} without a reminder:
      </p>
      <ul className="mt-1.5 grid gap-1 text-sm text-muted">
        {others.map(({ investmentId, investor, project, blocker }) => (
          <li key={investmentId} className="wrap-anywhere">
            <bdi>{investor}</bdi>, <bdi>{project}</bdi>: {reasons[blocker]}
          </li>
        ))}
      </ul>
    </>
  )
}

function Preview({
  ready,
  selected,
  today,
}: {
  ready: OverdueInvestment[]
  selected: number
  today: CalendarDate
}) {
  const [first] = ready
  if (!first) {
    return (
      <p className="text-sm">
        {selected === 0
          ? 'Nothing to send. Select investors in the list first.'
          : 'Nothing to send now.'}
      </p>
    )
  }
  return (
    <>
      <p className="text-sm">
        Each email says what is due and overdue, how to pay, and the payment reference. Subject of
        the first: “{reminderTitle(first.dueOn, today)}:{' '}
        <span className="num">{dueAmountWords(first, first.dueOn, today)}</span> for{' '}
        <bdi>{first.project}</bdi>”.
      </p>
      <ul className="mt-3 divide-y divide-line-soft border-y border-line-soft text-sm">
        {ready.map(({ investmentId, investor, project, amount }) => (
          <li key={investmentId} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-[560]">{investor}</bdi>{' '}
              <bdi className="text-xs text-muted">{project}</bdi>
            </span>
            <Amount cents={amount} show="when-needed" />
          </li>
        ))}
      </ul>
    </>
  )
}
