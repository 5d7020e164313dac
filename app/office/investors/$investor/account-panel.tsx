import { Link } from 'react-router'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { investorStatusLabels, signInStateLabels } from '../../../domain/investors/investor.ts'
import { Day, Moment } from '../../../ui/day.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Facts, Panel } from '../../../ui/layout/panel.tsx'
import { investorsHome } from '../../paths.ts'

export function AccountPanel({ investor }: { investor: KnownInvestor }) {
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
            <Link
              to={`/admin-dashboard/users/${account.id}/status`}
              className="text-xs font-[560] text-link underline-offset-2 hover:underline"
            >
              {status === 'active' ? 'Set inactive' : 'Make active'}
              <span className="sr-only"> in Manage Users</span>
            </Link>
          )}
        </div>
      )}
    </Panel>
  )
}
