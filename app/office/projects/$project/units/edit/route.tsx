import { useState } from 'react'
import { editUnit } from '../../../../../domain/projects/change-units.server.ts'
import { EditUnitSchema } from '../../../../../domain/projects/unit-schema.ts'
import type { OfficeUnit } from '../../../../../domain/projects/units.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { AmountField } from '../../../../../ui/fields/amount-field.tsx'
import { TextField } from '../../../../../ui/fields/text-field.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { amountText } from '../../../../investments/parts/typed-amount.ts'
import { EditDialog } from '../../../../parts/edit-dialog.tsx'
import { mergedRefusal } from '../../../../parts/merged-refusal.server.ts'
import { requireUnit } from '../require-unit.server.ts'
import type { Route } from './+types/route.ts'

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

function merge(form: FormData, now: OfficeUnit) {
  return mergedRefusal(form, { version: now.version, texts: textOf(now), message: versionConflict })
}

function textOf({ name, price }: OfficeUnit) {
  return { name, price: amountText(price) }
}

const labelOf = (name: string) => (name === 'name' ? 'Name' : 'Price')

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Unit', args)

export default function EditUnit({ loaderData, actionData: latest }: Route.ComponentProps) {
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.unit)
  return (
    <EditDialog
      title={opened.share === null ? 'Edit Unit' : 'Edit Share'}
      subtitle={<bdi>{opened.name}</bdi>}
      latest={latest}
      version={opened.version}
      texts={textOf(opened)}
      labelOf={labelOf}
    >
      <UnitFields unit={opened} />
    </EditDialog>
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
