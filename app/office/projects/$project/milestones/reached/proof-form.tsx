import type { FetcherWithComponents } from 'react-router'
import { milestonePictures } from '../../../../../domain/projects/milestone.ts'
import { ButtonLink } from '../../../../../ui/button.tsx'
import { LeaveGuard } from '../../../../../ui/feedback/leave-guard.tsx'
import { DateField } from '../../../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { FileField } from '../../../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../../../ui/fields/textarea-field.tsx'
import type { CalendarDate } from '../../../../../values/calendar-date.ts'
import type { FormReply } from '../../../../../values/form.ts'
import { FormBar, FormPart, LongForm } from '../../../../parts/long-form.tsx'
import { UploadProgress } from '../../../../parts/upload-progress.tsx'

type Props = {
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  formKey: string
  today: CalendarDate
  documents: { id: string; title: string }[]
  uploadLimitBytes: number
  closeTo: string
}

export function ProofForm(props: Props) {
  const { reply, fetcher, formKey, today, documents, uploadLimitBytes, closeTo } = props
  return (
    <ActionForm reply={reply} fetcher={fetcher} encType="multipart/form-data">
      <LongForm parts={partsOf(reply)}>
        <input type="hidden" name="key" value={formKey} />
        <FormPart id="certified" title="Day and certifier">
          <FieldGrid>
            <DateField
              name="reachedOn"
              label="Reached on"
              required
              defaultValue={today}
              max={today}
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
