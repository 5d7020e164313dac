import type { FetcherWithComponents } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'
import { FormBar, FormPart, LongForm } from '../../parts/long-form.tsx'
import { Basics, Money, ProgressAndDates, PublicPage } from '../../parts/project-fields.tsx'
import { partsOf } from '../../parts/project-labels.ts'
import { Terms } from '../../parts/project-terms.tsx'
import { UploadProgress } from '../../parts/upload-progress.tsx'

type Props = {
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  formKey: string
  today: CalendarDate
  limitBytes: number
  closeTo: string
}

/** Defaults: ongoing, started today, no progress; the value must be typed. */
export function ProjectForm({ reply, fetcher, formKey, today, limitBytes, closeTo }: Props) {
  const values = { status: 'ongoing', progress: '0', startedOn: today }
  return (
    <ActionForm reply={reply} fetcher={fetcher} encType="multipart/form-data">
      <LongForm parts={partsOf(['basics', 'money', 'time', 'cover', 'terms', 'page'], reply)}>
        <input type="hidden" name="key" value={formKey} />
        <Basics values={values} />
        <Money values={values} />
        <ProgressAndDates values={values} />
        <Cover limitBytes={limitBytes} today={today} />
        <Terms values={values} />
        <PublicPage values={values} isNew />
      </LongForm>
      <UploadProgress of="picture" />
      <LeaveGuard />
      <FormBar>
        <ButtonLink to={closeTo}>Cancel</ButtonLink>
        <SubmitButton pendingLabel="Adding project">Add Project</SubmitButton>
      </FormBar>
    </ActionForm>
  )
}

function Cover({ limitBytes, today }: Pick<Props, 'limitBytes' | 'today'>) {
  return (
    <FormPart id="cover" title="Cover picture">
      <FieldGrid>
        <FileField
          name="cover"
          label="Picture"
          accept="image/*"
          hint={`JPEG, PNG, WebP, AVIF, GIF or TIFF, up to ${Math.floor(limitBytes / 1_048_576)} MB and 40 megapixels`}
        />
        <TextField
          name="coverAlt"
          label="Description of the picture"
          span="full"
          hint="For people who cannot see it: what it shows, in one sentence"
        />
        <DateField
          name="coverTakenOn"
          label="Taken on"
          optional
          max={today}
          hint="For photographs only. Leave it empty for drawings."
        />
      </FieldGrid>
    </FormPart>
  )
}
