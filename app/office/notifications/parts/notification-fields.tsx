import type { ProjectChoice } from '../../../domain/notifications/audience.server.ts'
import { audienceLabels } from '../../../domain/notifications/notification.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { grouped } from '../../../values/grouped.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'

export type NotificationText = {
  title: string
  message: string
  recipients: string
  investorId: string
}

/** Recipients of each audience, and the first investors by name. */
export type Audiences = {
  sizes: { all: number; active: number; projects: readonly ProjectChoice[] }
  investors: Choice[]
}

type Props = Audiences & {
  /** Initial values. */
  now?: NotificationText
  recipients: string
  onRecipients: (recipients: string) => void
  onInvestor?: () => void
}

export function NotificationFields({
  sizes,
  investors,
  now,
  recipients,
  onRecipients,
  onInvestor,
}: Props) {
  const scripted = useScript()
  return (
    <>
      <TextField
        name="title"
        label="Notification Title"
        required
        span="full"
        autoComplete="off"
        {...(now && { defaultValue: now.title })}
      />
      <TextareaField
        name="message"
        label="Message"
        required
        span="full"
        {...(now && { defaultValue: now.message })}
      />
      <SelectField
        name="recipients"
        label="Recipients"
        required
        span="full"
        onValueChange={onRecipients}
        {...(now && { defaultValue: now.recipients })}
      >
        <option value="">Choose who should receive it</option>
        <option value="all">
          {audienceLabels.all} ({grouped(sizes.all)})
        </option>
        <option value="active">
          {audienceLabels.active} ({grouped(sizes.active)})
        </option>
        <optgroup label="Investors of a project">
          {sizes.projects.map(({ id, name, investors: count }) => (
            <option key={id} value={id}>
              {name} ({grouped(count)})
            </option>
          ))}
        </optgroup>
        <optgroup label="One investor">
          <option value="investor">Choose an investor...</option>
        </optgroup>
      </SelectField>
      {(recipients === 'investor' || !scripted) && (
        <PartyPicker
          name="investorId"
          label="Investor"
          of="investor"
          first={investors}
          {...(now && { defaultValue: now.investorId })}
          {...(onInvestor && { onChoose: onInvestor })}
        />
      )}
    </>
  )
}
