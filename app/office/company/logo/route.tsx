import { findInstallation } from '../../../domain/company/company.server.ts'
import { changeLogo, logoAddress, logoId } from '../../../domain/company/company-logo.server.ts'
import { encodeLogo } from '../../../platform/files/images.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import { adminCommand, adminQuery } from '../../../platform/session/session.server.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { type ParsedForm, refuseForm } from '../../../values/form.ts'
import { pictureRefusalMessage } from '../../parts/uploaded-picture.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const id = await logoId(admin)
    return {
      logo: id && logoAddress(id),
      uploadLimitBytes: (await findInstallation(admin)).uploadLimitBytes,
    }
  })
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: async (form, { uploadLimitBytes }, received): Promise<ParsedForm<Buffer | null>> => {
      if (form.get('act') === 'remove') return { ok: true, value: null }
      const logo = await readLogo(received, uploadLimitBytes)
      return 'why' in logo
        ? { ok: false, reply: refuseForm(form, { errors: { logo: logo.why } }) }
        : { ok: true, value: logo.png }
    },
    run: ({ value: png }) => adminCommand(context, (admin) => changeLogo(admin, png)),
    refusals: {},
    done: (_, { value: png }) => ({
      to: '/admin-dashboard/company',
      toast: { title: png ? 'Logo saved' : 'Logo removed', kind: 'success' },
    }),
    failed: 'The logo could not be saved',
  })
}

async function readLogo(
  { uploads, tooLarge }: ReceivedForm,
  limitBytes: number,
): Promise<{ png: Buffer } | { why: string }> {
  if (tooLarge.has('logo'))
    return { why: pictureRefusalMessage({ refused: 'too-large' }, limitBytes) }
  const upload = uploads.get('logo')
  if (!upload) return { why: 'Choose a picture.' }
  if (!upload.mediaType?.startsWith('image/'))
    return { why: pictureRefusalMessage({ refused: 'not-a-picture' }, limitBytes) }
  const png = await encodeLogo(upload.key)
  return png ? { png } : { why: pictureRefusalMessage({ refused: 'unreadable' }, limitBytes) }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Logo', args)

export default function LogoDialog({
  loaderData: { logo, uploadLimitBytes },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const megabytes = Math.floor(uploadLimitBytes / 1_048_576)
  return (
    <RouteDialog title="Logo" subtitle="On every page, receipt, statement and email">
      <ActionForm reply={answer?.reply} fetcher={fetcher} encType="multipart/form-data">
        <DialogBody>
          {logo && <LogoPreview logo={logo} />}
          <FieldGrid>
            <FileField
              name="logo"
              label={logo ? 'New logo' : 'Logo'}
              required
              accept="image/*"
              hint={`JPEG, PNG, WebP, AVIF, GIF or TIFF, up to ${megabytes} MB. Square works best. A very dark or very light transparent logo gets a background, so that it stays visible.`}
            />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {logo && (
            <Button type="submit" look="danger" name="act" value="remove" formNoValidate>
              Remove logo
            </Button>
          )}
          <SubmitButton pendingLabel="Saving logo">Save logo</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}

function LogoPreview({ logo }: { logo: string }) {
  return (
    <p className="mb-4 flex gap-3">
      <img
        src={logo}
        alt="The current logo on a light page"
        width={64}
        height={64}
        className="rounded-control border border-line bg-[#fff] p-2"
      />
      <img
        src={logo}
        alt="The current logo on a dark page"
        width={64}
        height={64}
        className="rounded-control border border-line bg-[#0e1612] p-2"
      />
    </p>
  )
}
