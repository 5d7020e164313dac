import type { FetcherWithComponents } from 'react-router'
import type { MailChoice } from '../../domain/notifications/mail-choice-schema.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ActionForm } from '../../ui/form.tsx'
import { SettingPanel } from '../../ui/setting-panel.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { FormReply } from '../../values/form.ts'

const labels = {
  messages: 'Messages that we send by e-mail as well',
  news: 'New documents, progress and distributions of my projects',
}
const always = 'Mails about your investments, payments, requests and sign-in always come.'

type Props = {
  chosen: MailChoice
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  mayChange: boolean
}

/** Which notices come by mail; all of them stand in My Notifications anyway. Who looks on reads what was chosen. */
export function MailsPanel({ chosen, reply, fetcher, mayChange }: Props) {
  return (
    <SettingPanel id="mails" title="Mail we send you" lead="Every message also stands in My Notifications.">
      {mayChange ? (
        <ActionForm key={JSON.stringify(chosen)} reply={reply} fetcher={fetcher} className="grid gap-1">
          <CheckboxField name="messages" label={labels.messages} look="switch" defaultChecked={chosen.messages} />
          <CheckboxField name="news" label={labels.news} look="switch" defaultChecked={chosen.news} />
          <p className="text-xs text-muted">{always}</p>
          <div className="mt-2.5">
            <SubmitButton look="secondary">Save mail settings</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <>
          <dl className="divide-y divide-line">
            {(['messages', 'news'] as const).map((kind) => (
              <div key={kind} className="flex justify-between gap-4 py-2.5 first:pt-0">
                <dt className="text-muted">{labels[kind]}</dt>
                <dd className="font-[550]">{chosen[kind] ? 'On' : 'Off'}</dd>
              </div>
            ))}
          </dl>
          <p className="text-xs text-muted">{always}</p>
        </>
      )}
    </SettingPanel>
  )
}
