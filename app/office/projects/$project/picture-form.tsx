import { type ReactNode, useState } from 'react'
import type { ActionReply } from '../../../platform/http/form-action.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { UploadProgress } from '../../parts/upload-progress.tsx'

type Props = {
  name: string
  formKey: string
  uploadLimitBytes: number
  /** The latest day on which a photograph was taken; without it there is no field. */
  today?: CalendarDate
  latest: ActionReply | undefined
  children: ReactNode
}

export function PictureForm({ name, formKey, uploadLimitBytes, today, latest, children }: Props) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? formKey)
  return (
    <RouteDialog title="Add Picture" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher} encType="multipart/form-data">
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <FileField
              name="picture"
              label="Picture"
              required
              accept="image/*"
              hint={`JPEG, PNG, WebP, AVIF, GIF or TIFF, up to ${Math.floor(uploadLimitBytes / 1_048_576)} MB and 40 megapixels`}
            />
            <TextField
              name="alt"
              label="Description"
              required
              span="full"
              autoComplete="off"
              hint="For people who cannot see it: what it shows, in one sentence"
            />
            {today && (
              <DateField
                name="takenOn"
                label="Taken on"
                optional
                max={today}
                hint="For photographs only. Leave it empty for drawings."
              />
            )}
          </FieldGrid>
          <p className="mt-3 text-xs text-muted">{children}</p>
          <UploadProgress of="picture" />
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Uploading picture">Upload Picture</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
