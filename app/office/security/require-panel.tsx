import type { FetcherWithComponents } from 'react-router'
import type { RoleCoverage } from '../../domain/accounts/second-factor/require-second-factor.server.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import type { FormReply } from '../../values/form.ts'
import { type StaffRole, staffRoleNames, staffRoles } from '../../values/staff-role.ts'
import { type Confirmation, ConfirmIdentity } from '../parts/confirm-identity.tsx'
import { StaffRoleFields } from '../parts/staff-role-fields.tsx'

type Props = {
  required: StaffRole[]
  /** Null for those who may not change it. */
  coverage: RoleCoverage | null
  confirm: Confirmation
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** A setting for all staff, unlike the others on this page. */
export function RequirePanel({ required, coverage, confirm, reply, fetcher }: Props) {
  return (
    <SettingPanel
      id="require"
      title="Required second factor"
      lead="Staff in these roles who have neither an authenticator app nor a passkey must set one up before they can continue."
    >
      {coverage ? (
        <ActionForm
          key={required.join(' ')}
          reply={reply}
          fetcher={fetcher}
          className="grid max-w-[34rem] gap-4 *:data-form-alert:mb-0"
        >
          <input type="hidden" name="before" value={required.join(' ')} />
          <StaffRoleFields
            chosen={required}
            legend="Roles that need a second factor"
            hints={hintsFrom(coverage)}
          />
          <ConfirmIdentity {...confirm} />
          <div>
            <SubmitButton look="secondary" pendingLabel="Saving">
              Save required roles
            </SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <p className="text-muted">
          {required.length > 0
            ? `Required for ${staffRoleNames(required)}.`
            : 'Optional for all roles.'}
        </p>
      )}
    </SettingPanel>
  )
}

function hintsFrom(coverage: RoleCoverage): Record<StaffRole, string> {
  return Object.fromEntries(staffRoles.map((role) => [role, hintOf(coverage[role])])) as Record<
    StaffRole,
    string
  >
}

function hintOf({ people, without }: RoleCoverage[StaffRole]): string {
  if (people === 0) return 'No active account'
  const has = without === 0 ? 'with a second factor' : 'without a second factor'
  if (people === 1) return `1 active account, ${has}`
  return `${people} active accounts, ${without === 0 ? 'all' : without} ${has}`
}
