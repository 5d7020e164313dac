import { Fragment } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { acceptedEndings } from '../../../../domain/documents/document-file.ts'
import {
  type VerificationItem,
  verificationAudienceLabels,
  verificationAudiences,
  verificationKindLabels,
  verificationKinds,
} from '../../../../domain/verification/verification-item.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { LeaveGuard } from '../../../../ui/feedback/leave-guard.tsx'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { FileField } from '../../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import { type CalendarDate, calendarDate } from '../../../../values/calendar-date.ts'
import type { ConcurrentChange } from '../../../../values/concurrent-change.ts'
import type { FormReply } from '../../../../values/form.ts'
import { ConcurrentChanges } from '../../../parts/concurrent-changes.tsx'
import { FormBar } from '../../../parts/long-form.tsx'
import { UploadProgress } from '../../../parts/upload-progress.tsx'
import { fieldsOf, labelOf } from './item-values.ts'

type Props = {
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  changes?: ConcurrentChange[]
  /** The item as the form was opened, of which `version` is the current one. */
  stored?: VerificationItem & { version: number }
  formKey?: string
  today: CalendarDate
  uploadLimitBytes: number
  closeTo: string
  submit: { label: string; pending: string }
}

export function ItemForm(props: Props) {
  const { reply, fetcher, changes = [], stored, formKey, today, uploadLimitBytes } = props
  const version = reply?.values.version ?? String(stored?.version ?? '')
  return (
    <ActionForm reply={reply} fetcher={fetcher} encType="multipart/form-data">
      <div className="grid max-w-[46rem] gap-4 pb-8">
        {formKey !== undefined && <input type="hidden" name="key" value={formKey} />}
        {stored && (
          <>
            <input type="hidden" name="version" value={version} />
            {Object.entries(fieldsOf(stored)).map(([name, text]) => (
              <input key={name} type="hidden" name={`${name}0`} value={text} />
            ))}
          </>
        )}
        <ConcurrentChanges changes={changes} labelOf={labelOf} />
        <FieldGrid>
          <Fragment key={version}>
            <ItemFields stored={stored} today={today} />
          </Fragment>
        </FieldGrid>
        {/* Not remounted with the other fields: a chosen file would be lost. */}
        <FieldGrid>
          <FileField
            name="file"
            label={stored?.file ? 'New file' : 'File'}
            accept={acceptedEndings}
            hint={`PDF, Office, images or text, up to ${Math.floor(uploadLimitBytes / 1_048_576)} MB`}
          />
          {stored?.file && (
            <p className="col-span-full text-xs text-muted wrap-anywhere">
              Current file: <bdi>{stored.file.name}</bdi>. A new file replaces it; the earlier one
              is kept, and no longer shown to anyone.
            </p>
          )}
        </FieldGrid>
      </div>
      <UploadProgress of="document" />
      <LeaveGuard />
      <FormBar>
        <ButtonLink to={props.closeTo}>Cancel</ButtonLink>
        <SubmitButton pendingLabel={props.submit.pending}>{props.submit.label}</SubmitButton>
      </FormBar>
    </ActionForm>
  )
}

type ItemFieldsProps = { stored: VerificationItem | undefined; today: CalendarDate }

function ItemFields({ stored, today }: ItemFieldsProps) {
  const fields = stored ? fieldsOf(stored) : {}
  const day = (name: string) => (fields[name] ? calendarDate(fields[name]) : undefined)
  return (
    <>
      <SelectField name="kind" label={labelOf('kind')} required defaultValue={fields.kind ?? ''}>
        {!stored && <option value="">Choose</option>}
        {verificationKinds.map((kind) => (
          <option key={kind} value={kind}>
            {verificationKindLabels[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="audience"
        label={labelOf('audience')}
        required
        hint="Everyone: on the public page, where its file can be downloaded without signing in"
        defaultValue={fields.audience ?? 'internal'}
      >
        {verificationAudiences.map((audience) => (
          <option key={audience} value={audience}>
            {verificationAudienceLabels[audience]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="title"
        label={labelOf('title')}
        optional
        span="full"
        autoComplete="off"
        hint="What it is about, such as the parcel of land. Required for other documents."
        defaultValue={fields.title}
      />
      <TextField
        name="reference"
        label={labelOf('reference')}
        optional
        autoComplete="off"
        defaultValue={fields.reference}
      />
      <TextField
        name="issuer"
        label={labelOf('issuer')}
        optional
        autoComplete="off"
        hint="The authority, company or person that issued it"
        defaultValue={fields.issuer}
      />
      <DateField
        name="issuedOn"
        label={labelOf('issuedOn')}
        optional
        max={today}
        defaultValue={day('issuedOn')}
      />
      <DateField
        name="expiresOn"
        label={labelOf('expiresOn')}
        optional
        hint="The last day on which it is valid"
        defaultValue={day('expiresOn')}
      />
      <TextareaField
        name="howToCheck"
        label={labelOf('howToCheck')}
        optional
        span="full"
        rows={3}
        hint="Where and how anyone can check it without us, such as a search at the land registry"
        defaultValue={fields.howToCheck}
      />
    </>
  )
}
