import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { addUnits } from '../../../../../domain/projects/change-units.server.ts'
import { findProject } from '../../../../../domain/projects/find-project.server.ts'
import { AddUnitsSchema } from '../../../../../domain/projects/unit-schema.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../../../values/counted.ts'
import { isId } from '../../../../../values/id.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return { name: project.name, key: randomUUID() }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: AddUnitsSchema,
    run: ({ value }) => adminCommand(context, (admin) => addUnits(admin, projectId, value)),
    refusals: {
      'key-reused': 'The form was already sent with different values. Close this and try again.',
      known: ({ names }) => ({ errors: { units: knownWords(names) } }),
      'too-many': ({ most }) => ({
        errors: { units: `A project has at most ${most} units.` },
      }),
    },
    done: ({ added }) => ({
      to: `/admin-dashboard/projects/${projectId}/units`,
      toast: { title: added === 1 ? 'Unit added' : `${added} units added`, kind: 'success' },
    }),
    failed: 'Failed to add the units',
  })
}

const mostNamed = 5

function knownWords(names: string[]): string {
  const shown = names.slice(0, mostNamed).join(', ')
  const more = names.length - mostNamed
  const all = more > 0 ? `${shown} and ${counted(more, 'more name')}` : shown
  return names.length === 1
    ? `The project already has ${all}. Remove it from the list.`
    : `The project already has ${all}. Remove them from the list.`
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Units', args)

export default function AddUnits({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  return (
    <RouteDialog title="Add Units" subtitle={<bdi>{loaderData.name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <TextareaField
              name="units"
              label="Units or shares, one on each line"
              required
              rows={8}
              span="full"
              hint="With a price in whole dollars after a comma if there is one."
            />
            <div className="col-span-full text-xs text-muted">
              <p>For example:</p>
              <ul className="mt-1 grid gap-0.5">
                <li>Apartment A-1203, 35,000</li>
                <li>Plot 1 to 20, 12,000 adds twenty plots</li>
                <li>25%, 5,000 is a share</li>
              </ul>
            </div>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding units">Add units</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
