import type { ProjectChoice } from '../../../domain/notifications/audience.server.ts'
import { audienceLabels } from '../../../domain/notifications/notification.ts'
import { FieldGrid } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { useScript } from '../../../ui/use-script.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'

type Props = {
  sizes: { all: number; active: number; projects: readonly ProjectChoice[] }
  investors: Choice[]
  recipients: string
  onRecipients: (recipients: string) => void
}

/** What a notification says, and to whom; each choice with how many people it is now. */
export function NotificationFields({ sizes, investors, recipients, onRecipients }: Props) {
  const scripted = useScript()
  return (
    <FieldGrid>
      <TextField name="title" label="Notification Title" required span="full" autoComplete="off" />
      <TextareaField name="message" label="Message" required span="full" />
      <SelectField name="recipients" label="Recipients" required span="full" onValueChange={onRecipients}>
        <option value="">Choose who should receive it</option>
        <option value="all">
          {audienceLabels.all} ({sizes.all})
        </option>
        <option value="active">
          {audienceLabels.active} ({sizes.active})
        </option>
        <optgroup label="Investors of a project">
          {sizes.projects.map(({ id, name, investors }) => (
            <option key={id} value={id}>
              {name} ({investors})
            </option>
          ))}
        </optgroup>
        <optgroup label="One investor">
          <option value="investor">Choose an investor...</option>
        </optgroup>
      </SelectField>
      {(recipients === 'investor' || !scripted) && (
        <PartyPicker name="investorId" label="Investor" of="investor" first={investors} />
      )}
    </FieldGrid>
  )
}
