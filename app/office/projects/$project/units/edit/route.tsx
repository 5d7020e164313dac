import { Fragment, useState } from 'react'
import { editUnit } from '../../../../../domain/projects/change-units.server.ts'
import { EditUnitSchema } from '../../../../../domain/projects/unit-schema.ts'
import type { OfficeUnit } from '../../../../../domain/projects/units.server.ts'
import {
  type ActionReply,
  formAction,
  type Refusal,
} from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { AmountField } from '../../../../../ui/fields/amount-field.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { type ConcurrentChange, mergeTyped } from '../../../../../values/concurrent-change.ts'
import { refuseForm } from '../../../../../values/form.ts'
import { amountText } from '../../../../investments/parts/typed-amount.ts'
import { ConcurrentChanges } from '../../../../parts/concurrent-changes.tsx'
import { requireUnit } from '../require-unit.server.ts'
import type { Route } from './+types/route.ts'

type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

const versionConflict =
  'This unit changed while you were editing, and nothing was saved yet. Look at what changed, then save again.'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { unit: await requireUnit(context, params) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: EditUnitSchema,
    run: ({ value }) => adminCommand(context, (admin) => editUnit(admin, params, value)),
    refusals: {
      'version-conflict': ({ now }, form) => merge(form, now),
      'is-share': {
        errors: { name: 'A percentage is not the name of a unit. Add it as a share.' },
      },
      known: { errors: { name: 'Another unit of this project has this name.' } },
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/units`,
      toast: { title: 'Unit changed', kind: 'success' },
    }),
    failed: 'Failed to change the unit',
  })
}

/** Merges the typed values with what was stored in the meantime. */
function merge(form: FormData, now: OfficeUnit): Refusal {
  const stored = textOf(now)
  const { values } = refuseForm(form, {})
  const read = (mark: string) =>
    Object.fromEntries(Object.keys(stored).map((name) => [name, values[`${name}${mark}`] ?? '']))
  const { fields, changes } = mergeTyped({ opened: read('0'), stored, typed: read('') })
  const version = String(now.version)
  return { values: { ...fields, version }, message: versionConflict, facts: { changes } }
}

function textOf({ name, price }: OfficeUnit) {
  return { name, price: amountText(price) }
}

const labelOf = (name: string) => (name === 'name' ? 'Name' : 'Price')

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Unit', args)

export default function EditUnit({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(latest)
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.unit)
  const version = answer?.reply.values.version ?? String(opened.version)
  return (
    <RouteDialog
      title={opened.share === null ? 'Edit Unit' : 'Edit Share'}
      subtitle={<bdi>{opened.name}</bdi>}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="version" value={version} />
          {Object.entries(textOf(opened)).map(([name, text]) => (
            <input key={name} type="hidden" name={`${name}0`} value={text} />
          ))}
          <ConcurrentChanges changes={answer?.changes ?? []} labelOf={labelOf} />
          <FieldGrid>
            <Fragment key={version}>
              <UnitFields unit={opened} />
            </Fragment>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving changes">Save changes</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** The percentage of a share does not change. */
function UnitFields({ unit }: { unit: OfficeUnit }) {
  return (
    <>
      {unit.share === null ? (
        <TextField
          name="name"
          label="Name"
          required
          span="full"
          autoComplete="off"
          defaultValue={unit.name}
          hint={unit.holder ? 'Its owner sees the new name in the portal.' : undefined}
        />
      ) : (
        <input type="hidden" name="name" value={unit.name} />
      )}
      <AmountField
        name="price"
        label="Price"
        optional
        hint="In whole dollars"
        defaultValue={amountText(unit.price)}
      />
    </>
  )
}
