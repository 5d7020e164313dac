import { findInstallation } from '../../../domain/company/company.server.ts'
import { type DirectorInput, DirectorSchema } from '../../../domain/company/director-schema.ts'
import {
  addDirector,
  changeDirector,
  type Director,
  listDirectors,
  type PortraitChange,
  removeDirector,
} from '../../../domain/company/directors.server.ts'
import { encodePortrait } from '../../../platform/files/images.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import { adminCommand, adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { Button } from '../../../ui/button.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import { pictureRefusalMessage } from '../../parts/uploaded-picture.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { directorId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const directors = await listDirectors(admin)
    const director = directors.find(({ id }) => id === directorId) ?? null
    if (directorId !== undefined && !director) throw notFound()
    const { uploadLimitBytes } = await findInstallation(admin)
    const lastPlace = Math.max(0, ...directors.map(({ place }) => place))
    return { director, place: director?.place ?? Math.min(99, lastPlace + 1), uploadLimitBytes }
  })
}

type Change = 'remove' | { director: DirectorInput; portrait: PortraitChange }

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  const { directorId } = params
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: async (form, { uploadLimitBytes }, received): Promise<ParsedForm<Change>> => {
      if (form.get('act') === 'remove' && directorId) return { ok: true, value: 'remove' }
      const parsed = parseForm(DirectorSchema, form)
      const portrait = await readPortrait(received, uploadLimitBytes)
      const refusal = portrait && 'refused' in portrait ? { portrait: portrait.refused } : {}
      if (!parsed.ok)
        return {
          ok: false,
          reply: { ...parsed.reply, errors: { ...parsed.reply.errors, ...refusal } },
        }
      if (portrait && 'refused' in portrait)
        return { ok: false, reply: refuseForm(form, { errors: refusal }) }
      const isRemoved = form.has('withoutPortrait')
      return {
        ok: true,
        value: {
          director: parsed.value,
          portrait: portrait?.webp ?? (isRemoved ? 'removed' : null),
        },
      }
    },
    run: ({ value }) =>
      adminCommand(context, async (admin) => {
        if (value === 'remove') return removeDirector(admin, directorId ?? '')
        const { director, portrait } = value
        return directorId
          ? changeDirector(admin, directorId, director, portrait)
          : addDirector(admin, director, portrait)
      }),
    refusals: {
      'version-conflict':
        'Someone else has just changed this director. Your entries are kept. Reload the page to see the changes.',
    },
    done: (_, { value }) => ({
      to: '/admin-dashboard/company#directors',
      toast: { title: value === 'remove' ? 'Director removed' : 'Director saved', kind: 'success' },
    }),
    failed: 'The director could not be saved',
  })
}

async function readPortrait(
  { uploads, tooLarge }: ReceivedForm,
  limitBytes: number,
): Promise<{ webp: Buffer } | { refused: string } | null> {
  const refusal = (refused: 'too-large' | 'not-a-picture' | 'unreadable') => ({
    refused: pictureRefusalMessage({ refused }, limitBytes),
  })
  if (tooLarge.has('portrait')) return refusal('too-large')
  const upload = uploads.get('portrait')
  if (!upload) return null
  if (!upload.mediaType?.startsWith('image/')) return refusal('not-a-picture')
  const webp = await encodePortrait(upload.key)
  return webp ? { webp } : refusal('unreadable')
}

const titleOf = (isNew: boolean) => (isNew ? 'Add director' : 'Edit director')

export const meta: Route.MetaFunction = (args) =>
  pageTitle(titleOf(args.params.directorId === undefined), args)

export default function DirectorDialog({
  loaderData: { director, place, uploadLimitBytes },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog title={titleOf(director === null)} subtitle={director?.name}>
      <ActionForm reply={answer?.reply} fetcher={fetcher} encType="multipart/form-data">
        <DialogBody>
          <FieldGrid>
            <Fields director={director} place={place} uploadLimitBytes={uploadLimitBytes} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {director && (
            <Button type="submit" look="danger" name="act" value="remove" formNoValidate>
              Remove director
            </Button>
          )}
          <SubmitButton pendingLabel="Saving">Save director</SubmitButton>
        </DialogFoot>
      </ActionForm>
      {answer?.toast && <Toaster toast={answer.toast} />}
    </RouteDialog>
  )
}

type FieldsProps = { director: Director | null; place: number; uploadLimitBytes: number }

function Fields({ director, place, uploadLimitBytes }: FieldsProps) {
  const megabytes = Math.floor(uploadLimitBytes / 1_048_576)
  return (
    <>
      <input type="hidden" name="version" value={director?.version ?? 0} />
      <TextField
        name="name"
        label="Name"
        required
        span="full"
        autoComplete="off"
        defaultValue={director?.name}
        hint="As in the register"
      />
      <TextField
        name="role"
        label="Role"
        required
        span="half"
        autoComplete="off"
        defaultValue={director?.role}
        placeholder="Director, finance"
      />
      <TextField
        name="place"
        label="Position on the page"
        required
        span="half"
        inputMode="numeric"
        defaultValue={String(place)}
        hint="1 is first"
      />
      {director?.portrait && (
        <p className="col-span-full">
          <Portrait name={director.name} portrait={director.portrait} size={96} />
        </p>
      )}
      <FileField
        name="portrait"
        label={director?.portrait ? 'New picture' : 'Picture'}
        accept="image/*"
        hint={`Optional, up to ${megabytes} MB; shown as a square.`}
      />
      {director?.portrait && <CheckboxField name="withoutPortrait" label="Remove the picture" />}
    </>
  )
}
