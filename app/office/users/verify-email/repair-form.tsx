import type { FetcherWithComponents } from 'react-router'
import { ActionForm } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import type { FormReply } from '../../../values/form.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'

type Props = {
  userId: string
  email: string
  confirm: { needed: boolean; factor: boolean }
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** Mends what an import left behind (W-19): the address somebody signs in with is the right one. */
export function RepairForm({ userId, email, confirm, reply, fetcher }: Props) {
  return (
    <Panel title="Repair" className="mt-4">
      <ActionForm reply={reply} fetcher={fetcher} className="grid max-w-120 gap-4">
        <input type="hidden" name="repair" value={userId} />
        <p>
          Every source is put on the address they sign in with,{' '}
          <bdi className="font-medium wrap-anywhere">{email}</bdi>. Nobody is signed out and nothing
          is mailed.
        </p>
        <ConfirmYourself {...confirm} />
        <div>
          <SubmitButton pendingLabel="Repairing">Repair Email Sync</SubmitButton>
        </div>
      </ActionForm>
    </Panel>
  )
}
