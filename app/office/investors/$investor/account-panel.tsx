import { Link, useFetcher } from 'react-router'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { investorStatusLabels, signInStateLabels } from '../../../domain/investors/investor.ts'
import { Day, Moment } from '../../../ui/day.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Facts, Panel } from '../../../ui/layout/panel.tsx'
import { useMayOpen } from '../../parts/use-access.ts'
import { investorsHome } from '../../paths.ts'

type Reminders = { pausedAt: Date | null; declined: boolean }

export function AccountPanel({
  investor,
  reminders,
}: {
  investor: KnownInvestor
  reminders: Reminders
}) {
  const { id, status, signIn, joinedOn, account, isArchived } = investor
  return (
    <Panel title="Account">
      <Facts>
        <dt>Status</dt>
        <dd className={status === 'active' ? undefined : 'font-medium text-negative'}>
          {investorStatusLabels[status]}
        </dd>
        <dt>Sign-in email</dt>
        <dd className={signIn === 'email-mismatch' ? 'font-medium text-negative' : undefined}>
          {signInStateLabels[signIn]}
        </dd>
        {account && (
          <>
            <dt>Password</dt>
            <dd>
              {account.hasPassword
                ? account.mustChangePassword
                  ? 'Must be changed'
                  : 'Set'
                : 'None yet'}
            </dd>
            <dt>Second factor</dt>
            <dd>{account.hasSecondFactor ? 'On' : 'Off'}</dd>
            <dt>Last sign-in</dt>
            <dd>{account.lastSignedInAt ? <Moment at={account.lastSignedInAt} /> : 'Never'}</dd>
          </>
        )}
        <dt>Payment reminders</dt>
        <dd>{remindersOf(reminders)}</dd>
        <dt>Joined</dt>
        <dd>
          <Day on={joinedOn} />
        </dd>
      </Facts>
      {!isArchived && account && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <DialogLink
            look="secondary"
            size="small"
            icon="key"
            to={`${investorsHome}/${id}/profile/password`}
          >
            Set new password
          </DialogLink>
          {status === 'pending' ? (
            <DialogLink
              to={`${investorsHome}/${id}/profile/invitation`}
              className="text-xs font-[560] text-link underline-offset-2 hover:underline"
            >
              Invitation
            </DialogLink>
          ) : (
            <StatusLink id={account.id} status={status} />
          )}
          <PauseReminders id={id} isPaused={reminders.pausedAt !== null} />
        </div>
      )}
    </Panel>
  )
}

function StatusLink({ id, status }: { id: string; status: KnownInvestor['status'] }) {
  const to = `/admin-dashboard/users/${id}/status`
  if (!useMayOpen(to)) return null
  return (
    <Link to={to} className="text-xs font-[560] text-link underline-offset-2 hover:underline">
      {status === 'active' ? 'Set inactive' : 'Make active'}
      <span className="sr-only"> in Manage Users</span>
    </Link>
  )
}

function remindersOf({ pausedAt, declined }: Reminders) {
  if (pausedAt)
    return (
      <>
        Paused since <Moment at={pausedAt} />
      </>
    )
  return declined ? 'Declined by the investor' : 'On'
}

function PauseReminders({ id, isPaused }: { id: string; isPaused: boolean }) {
  const fetcher = useFetcher()
  return (
    <ActionForm
      reply={undefined}
      fetcher={fetcher}
      action={`${investorsHome}/${id}/reminders`}
      aria-label="Payment reminders"
    >
      <input type="hidden" name="paused" value={isPaused ? '' : 'on'} />
      <SubmitButton look="secondary" size="small">
        {isPaused ? 'Resume reminders' : 'Pause reminders'}
      </SubmitButton>
    </ActionForm>
  )
}
