import type { ReactNode } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { projectStatuses, projectStatusLabels } from '../../../domain/projects/project.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import { SectionTitle } from '../../../ui/panel.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'
import { UploadProgress } from '../../parts/upload-progress.tsx'

type Props = {
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  formKey: string
  today: CalendarDate
  limitBytes: number
  closeTo: string
}

/** The facts of a new project: ongoing, begun today, with nothing done; its value is for the person to type (MPR-011). */
export function ProjectForm({ reply, fetcher, formKey, today, limitBytes, closeTo }: Props) {
  return (
    <ActionForm reply={reply} fetcher={fetcher} encType="multipart/form-data" className="max-w-3xl">
      <input type="hidden" name="key" value={formKey} />
      <Section title="Basics">
        <FieldGrid>
          <TextField name="name" label="Name" required autoComplete="off" />
          <TextField name="location" label="Location" required autoComplete="off" />
          <SelectField name="status" label="Status" defaultValue="ongoing">
            {projectStatuses.map((status) => (
              <option key={status} value={status}>
                {projectStatusLabels[status]}
              </option>
            ))}
          </SelectField>
          <TextareaField name="description" label="Description" optional span="full" />
        </FieldGrid>
      </Section>
      <Section title="Money">
        <FieldGrid>
          <AmountField name="totalValue" label="Total Value" required hint="0 when it is not known yet" />
          <TextField
            name="annualReturn"
            label="Expected annual return, %"
            optional
            inputMode="decimal"
            autoComplete="off"
            hint="Like 8.5"
          />
        </FieldGrid>
      </Section>
      <Section title="Progress and dates">
        <FieldGrid columns={3}>
          <TextField
            name="progress"
            label="Progress, %"
            defaultValue="0"
            inputMode="numeric"
            autoComplete="off"
            hint="From 0 to 100"
          />
          <DateField name="startedOn" label="Start date" defaultValue={today} />
          <DateField name="completionOn" label="Expected completion" optional />
        </FieldGrid>
      </Section>
      <Section title="Cover picture">
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
        </FieldGrid>
      </Section>
      <Section title="Public site">
        <CheckboxField
          name="published"
          look="switch"
          label="Published"
          hint="Anyone can see its card and its pictures on the public site"
        />
      </Section>
      <UploadProgress of="picture" />
      <LeaveGuard />
      <footer className="flex items-center justify-end gap-2 border-t border-line pt-4">
        <ButtonLink to={closeTo}>Cancel</ButtonLink>
        <SubmitButton pendingLabel="Adding project">Add Project</SubmitButton>
      </footer>
    </ActionForm>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6 grid gap-4 border-b border-line pb-6 last-of-type:mb-4 last-of-type:border-0 last-of-type:pb-0">
      <SectionTitle>{title}</SectionTitle>
      {children}
    </section>
  )
}
