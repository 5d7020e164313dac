import { DescribePictureSchema } from '../../../../../domain/projects/picture-schema.ts'
import { describePicture } from '../../../../../domain/projects/project-pictures.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { DateField } from '../../../../../ui/fields/date-field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { Picture } from '../../../../../ui/picture.tsx'
import { formatDay } from '../../../../../values/calendar-date.ts'
import { requirePicture } from '../require-picture.server.ts'
import type { Route } from './+types/route.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  return requirePicture(context, params)
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId, pictureId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: DescribePictureSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => describePicture(admin, projectId, { pictureId, ...value })),
    refusals: {
      'in-the-future': ({ today }) => ({
        errors: { takenOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
      }),
    },
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/pictures`,
      toast: { title: 'Description saved', kind: 'success' },
    }),
    failed: 'The description was not saved',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Describe Picture', args)

export default function DescribePicture({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { picture, place, count, projectName } = loaderData
  const subtitle = (
    <>
      <bdi>{projectName}</bdi>, {place} of {count}
    </>
  )
  return (
    <RouteDialog title="Describe Picture" subtitle={subtitle}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <div className="grid gap-4">
            <Picture
              source={picture}
              alt=""
              sizes="30rem"
              className="max-h-64 w-full rounded-control object-cover"
            />
            <TextareaField
              name="alt"
              label="Description"
              required
              rows={2}
              defaultValue={picture.alt}
              hint="For people who cannot see it: what it shows, in one sentence"
            />
            <DateField
              name="takenOn"
              label="Taken on"
              optional
              defaultValue={picture.takenOn ?? undefined}
              hint="For photographs only. Leave it empty for drawings."
            />
          </div>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving description">Save Description</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
