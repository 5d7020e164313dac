import { randomUUID } from 'node:crypto'
import { useMemo, useState } from 'react'
import { findInstallation } from '../../../../domain/company/company.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { asAdmin, notFound } from '../../../../platform/session.server.ts'
import { DialogBody, DialogFoot } from '../../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../../ui/field.tsx'
import { FileField } from '../../../../ui/file-field.tsx'
import { ActionForm } from '../../../../ui/form.tsx'
import { DialogCancel, RouteDialog } from '../../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../../ui/submit-button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { Toaster } from '../../../../ui/toaster.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { isId } from '../../../../values/id.ts'
import type { Toast } from '../../../../values/toast.ts'
import { answerPage } from '../../../parts/answer-upload.server.ts'
import { sendWithProgress } from '../../../parts/send-with-progress.ts'
import { UploadProgress } from '../../../parts/upload-progress.tsx'
import { uploadFailed } from '../upload-failed.ts'
import type { Route } from './+types/route.ts'
import { pictureAdded, receivePicture } from './receive-picture.server.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return asAdmin(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    const { uploadLimitBytes } = await findInstallation(admin)
    return { key: randomUUID(), name: project.name, uploadLimitBytes, isFirst: project.pictureCount === 0 }
  })
}

export async function action({ request, context, params: { projectId } }: Route.ActionArgs) {
  return answerPage(await receivePicture(request, context, projectId), pictureAdded(projectId))
}

/** With script the bytes are counted on their way, and without an answer the dialog stays as it stands. */
export async function clientAction({ request, params: { projectId } }: Route.ClientActionArgs) {
  const address = `/admin-dashboard/projects/${projectId}/pictures/upload`
  return sendWithProgress(address, await request.formData(), uploadFailed)
}

export const meta: Route.MetaFunction = () => [{ title: 'Add Picture · Msingi' }]

export default function AddPicture({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { name, uploadLimitBytes, isFirst } = loaderData
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(answer?.values.key ?? loaderData.key)
  const isFault = answer?.message?.startsWith(uploadFailed) ?? false
  // One and the same for one answer, so that it is shown once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with each answer, though it says the same
  const toast = useMemo(() => (isFault ? faultToast() : null), [answer, isFault])
  return (
    <RouteDialog title="Add Picture" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer} fetcher={fetcher} encType="multipart/form-data">
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
          </FieldGrid>
          <p className="mt-3 text-xs text-muted">
            {isFirst ? 'It becomes the cover.' : 'It is placed behind the others; you can move it then.'}
          </p>
          <UploadProgress of="picture" />
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Uploading picture">Upload Picture</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={toast} />
    </RouteDialog>
  )
}

function faultToast(): Toast {
  return { title: 'Upload failed', text: uploadFailed, kind: 'error' }
}
