import { useState } from 'react'
import { type FetcherWithComponents, useFetcher, useLocation } from 'react-router'
import type { OpenedAmount } from '../../../../../domain/payment-plans/plans.server.ts'
import { milestonePictures } from '../../../../../domain/projects/milestone.ts'
import type { ActionReply } from '../../../../../platform/http/form-action.server.ts'
import { ButtonLink } from '../../../../../ui/button.tsx'
import { Day } from '../../../../../ui/day.tsx'
import { Alert } from '../../../../../ui/feedback/alert.tsx'
import { LeaveGuard } from '../../../../../ui/feedback/leave-guard.tsx'
import { DateField } from '../../../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { FileField } from '../../../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../../../ui/fields/textarea-field.tsx'
import {
  type CalendarDate,
  isAfter,
  isBefore,
  parseCalendarDate,
} from '../../../../../values/calendar-date.ts'
import { counted } from '../../../../../values/counted.ts'
import type { FormReply } from '../../../../../values/form.ts'
import { formatAmount } from '../../../../../values/money.ts'
import { FormBar, FormPart, LongForm } from '../../../../parts/long-form.tsx'
import { UploadProgress } from '../../../../parts/upload-progress.tsx'

/** What reaching the milestone on a day opens; amounts are in words, because the reply to an upload is JSON. */
export type Opened = {
  on: CalendarDate
  opens: (Omit<OpenedAmount, 'amount'> & { amount: string })[]
}

export const openedOn = (on: CalendarDate, opens: OpenedAmount[]): Opened => ({
  on,
  opens: opens.map(({ amount, ...day }) => ({
    ...day,
    amount: formatAmount(amount, 'when-needed'),
  })),
})

export type ProofReply = ActionReply<{ opened: Opened }>

type Props = {
  answer: ProofReply | undefined
  fetcher: FetcherWithComponents<unknown>
  formKey: string
  today: CalendarDate
  /** For today. */
  opened: Opened
  documents: { id: string; title: string }[]
  uploadLimitBytes: number
  closeTo: string
}

export function ProofForm(props: Props) {
  const { answer, fetcher, formKey, today, documents, uploadLimitBytes, closeTo } = props
  const reply = answer?.reply
  const { opened, onDay } = useOpened(props)
  return (
    <ActionForm reply={reply} fetcher={fetcher} encType="multipart/form-data">
      <LongForm parts={partsOf(reply)}>
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="previewed" value={opened?.on ?? ''} />
        <FormPart id="certified" title="Day and certifier">
          <FieldGrid>
            <DateField
              name="reachedOn"
              label="Reached on"
              required
              defaultValue={today}
              max={today}
              onValueChange={onDay}
            />
            <TextField name="certifierName" label="Certified by" required autoComplete="off" />
            <TextField
              name="certifierProfession"
              label="Profession"
              required
              autoComplete="off"
              hint="Such as structural engineer or quantity surveyor"
            />
            <TextField name="certifierLicence" label="Licence number" required autoComplete="off" />
          </FieldGrid>
          <Opens opened={opened} today={today} />
        </FormPart>
        <Pictures today={today} limitBytes={uploadLimitBytes} />
        <FormPart id="document" title="Document and note">
          <FieldGrid>
            <SelectField
              name="documentId"
              label="Document"
              optional
              span="full"
              hint="A document of this project for all its investors, such as the certificate"
            >
              <option value="">No document</option>
              {documents.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            <TextareaField
              name="note"
              label="Note"
              optional
              rows={2}
              span="full"
              hint="For administrators only"
            />
          </FieldGrid>
        </FormPart>
      </LongForm>
      <UploadProgress of="picture" />
      <LeaveGuard />
      <FormBar>
        <ButtonLink to={closeTo}>Cancel</ButtonLink>
        <SubmitButton pendingLabel="Marking as reached">Mark as reached</SubmitButton>
      </FormBar>
    </ActionForm>
  )
}

/** What the typed day opens; null while that is not known. */
function useOpened({ answer, opened, today }: Pick<Props, 'answer' | 'opened' | 'today'>) {
  const { pathname } = useLocation()
  const { data, load } = useFetcher<{ opened: Opened }>()
  const [typed, setTyped] = useState<string>(answer?.reply.values.reachedOn ?? today)
  const parsed = parseCalendarDate(typed)
  const day = parsed.ok ? parsed.day : null
  const known = [data?.opened, answer?.opened, opened].find((each) => each?.on === day)
  const onDay = (text: string) => {
    setTyped(text)
    const next = parseCalendarDate(text)
    if (next.ok && !isAfter(next.day, today)) void load(`${pathname}?on=${next.day}`)
  }
  return { opened: known ?? null, onDay }
}

/** The instalments that become due, with a warning of those whose day has passed. */
function Opens({ opened, today }: { opened: Opened | null; today: CalendarDate }) {
  return (
    <div role="status" className="grid gap-2">
      {opened?.opens.map(({ dueOn, amount, investors }) => {
        const isPast = isBefore(dueOn, today)
        return (
          <Alert key={dueOn} tone={isPast ? 'warning' : 'info'}>
            This opens <span className="num">{amount}</span> for {counted(investors, 'investor')},
            due on <Day on={dueOn} />
            {isPast ? ', already past: their instalments are overdue immediately.' : '.'}
          </Alert>
        )
      })}
    </div>
  )
}

const places = Array.from({ length: milestonePictures }, (_, index) => index + 1)

function Pictures({ today, limitBytes }: { today: CalendarDate; limitBytes: number }) {
  const limit = Math.floor(limitBytes / 1_048_576)
  return (
    <FormPart id="pictures" title="Pictures">
      <p className="text-sm text-muted">
        Pictures or a document prove it. Everyone who may see the project sees the pictures.
      </p>
      {places.map((place) => (
        <fieldset key={place} className="min-w-0 border-t border-line-soft pt-3">
          <legend className="sr-only">Picture {place}</legend>
          <FieldGrid>
            <FileField
              name={`picture${place}`}
              label={`Picture ${place}`}
              accept="image/*"
              hint={`JPEG, PNG, WebP, AVIF, GIF or TIFF, up to ${limit} MB and 40 megapixels`}
            />
            <TextField
              name={`alt${place}`}
              label={`Description of picture ${place}`}
              autoComplete="off"
              hint="What it shows, in one sentence"
            />
            <DateField name={`takenOn${place}`} label="Taken on" max={today} />
          </FieldGrid>
        </fieldset>
      ))}
    </FormPart>
  )
}

const fieldsOf = {
  certified: ['reachedOn', 'certifierName', 'certifierProfession', 'certifierLicence'],
  pictures: places.flatMap((place) => [`picture${place}`, `alt${place}`, `takenOn${place}`]),
  document: ['documentId', 'note'],
}

function partsOf(reply: FormReply | undefined) {
  const problemsIn = (part: keyof typeof fieldsOf) =>
    fieldsOf[part].filter((field) => reply?.errors[field] !== undefined).length
  return [
    { id: 'certified', title: 'Day and certifier', problems: problemsIn('certified') },
    { id: 'pictures', title: 'Pictures', problems: problemsIn('pictures') },
    { id: 'document', title: 'Document and note', problems: problemsIn('document') },
  ]
}
