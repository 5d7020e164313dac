import {
  type LegalTextKind,
  legalTextKinds,
  legalTextTitles,
} from '../../../domain/company/legal-text.ts'
import { LegalTextSchema } from '../../../domain/company/legal-text-schema.ts'
import { findLegalText, publishLegalText } from '../../../domain/company/legal-texts.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import type { Route } from './+types/route.ts'

function kindOf({ kind }: { kind?: string }): LegalTextKind {
  const known = legalTextKinds.find((name) => name === kind)
  if (!known) throw notFound()
  return known
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = kindOf(params)
  return { kind, newest: await adminQuery(context, (admin) => findLegalText(admin, kind)) }
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return formAction(args, {
    guard: async (asking) => {
      await requireAdmin(asking)
      return kindOf(params)
    },
    schema: LegalTextSchema,
    run: ({ value, subject: kind }) =>
      adminCommand(context, (admin) => publishLegalText(admin, kind, value)),
    refusals: {
      unchanged: { errors: { body: 'This text is already published. Change it first.' } },
      'version-conflict':
        'Someone else has just published a version. Your text is kept: copy it, reload the page and compare.',
    },
    done: ({ version }, { subject: kind }) => ({
      to: '/admin-dashboard/company#legal',
      toast: {
        title: `${legalTextTitles[kind]} published`,
        text: `Version ${version} is public now.`,
        kind: 'success',
      },
    }),
    failed: 'The text could not be published',
  })
}

export const meta: Route.MetaFunction = (args) =>
  pageTitle(legalTextTitles[args.params.kind === 'terms' ? 'terms' : 'privacy'], args)

export default function LegalTextDialog({
  loaderData: { kind, newest },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog
      title={legalTextTitles[kind]}
      subtitle={newest ? `New version after version ${newest.version}` : 'First version'}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="version" value={newest?.version ?? 0} />
          <FieldGrid>
            <TextareaField
              name="body"
              label="Text"
              required
              span="full"
              rows={16}
              defaultValue={newest?.body}
              hint="A line that begins with # is a heading; lines that begin with - are a list. An empty line begins a new paragraph."
            />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Publishing">Publish</SubmitButton>
        </DialogFoot>
      </ActionForm>
      {answer?.toast && <Toaster toast={answer.toast} />}
    </RouteDialog>
  )
}
