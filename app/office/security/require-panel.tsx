import type { FetcherWithComponents } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import type { FormReply } from '../../values/form.ts'
import { ConfirmIdentity } from '../parts/confirm-identity.tsx'

type Props = {
  required: boolean
  confirm: { needed: boolean; factor: boolean }
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** A setting for all administrators, unlike the others on this page. */
export function RequirePanel({ required, confirm, reply, fetcher }: Props) {
  return (
    <SettingPanel
      id="require"
      title="All administrators"
      lead="Administrators without a second factor must set one up before they can continue."
    >
      <ActionForm
        reply={reply}
        fetcher={fetcher}
        className="grid max-w-[34rem] gap-4 *:data-form-alert:mb-0"
      >
        <input type="hidden" name="required" value={required ? 'no' : 'yes'} />
        <p>
          {required ? <Badge tone="green">Required</Badge> : <Badge>Optional</Badge>}{' '}
          <span className="ms-1 text-muted">
            {required
              ? 'Every administrator signs in with a second factor.'
              : 'Each administrator decides.'}
          </span>
        </p>
        <ConfirmIdentity {...confirm} />
        <div>
          <SubmitButton look="secondary" pendingLabel="Saving">
            {required ? 'Make the second factor optional' : 'Require a second factor'}
          </SubmitButton>
        </div>
      </ActionForm>
    </SettingPanel>
  )
}
