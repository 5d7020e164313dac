import type { FetcherWithComponents } from 'react-router'
import type { MailChoice } from '../../domain/notifications/mail-preferences-schema.ts'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import type { FormReply } from '../../values/form.ts'

type Props = {
  chosen: MailChoice
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** Every notice also appears in My Notifications. */
export function EmailPreferencesPanel({ chosen, reply, fetcher }: Props) {
  return (
    <SettingPanel
      id="mails"
      title="Email preferences"
      lead="Every message is also in My Notifications."
    >
      <ActionForm
        key={JSON.stringify(chosen)}
        reply={reply}
        fetcher={fetcher}
        className="grid gap-1"
      >
        <CheckboxField
          name="messages"
          label="Messages that are also sent by email"
          look="switch"
          defaultChecked={chosen.messages}
        />
        <CheckboxField
          name="news"
          label="New documents, progress and distributions of my projects"
          look="switch"
          defaultChecked={chosen.news}
        />
        <CheckboxField
          name="reminders"
          label="Reminders of payments that are due"
          look="switch"
          defaultChecked={chosen.reminders}
        />
        <p className="text-xs text-muted">
          Emails about your investments, payments, requests and sign-in are always sent.
        </p>
        <div className="mt-2.5">
          <SubmitButton look="secondary">Save email preferences</SubmitButton>
        </div>
      </ActionForm>
    </SettingPanel>
  )
}
