import { FieldNote, useField } from '../../ui/fields/field.tsx'
import { useFormState } from '../../ui/fields/form.tsx'
import {
  type StaffRole,
  staffRoleHints,
  staffRoleLabels,
  staffRoles,
} from '../../values/staff-role.ts'

type Props = {
  chosen: readonly StaffRole[]
  legend?: string
  hints?: Readonly<Record<StaffRole, string>>
}

/** The roles of staff to choose from, several at a time. */
export function StaffRoleFields({ chosen, legend = 'Roles', hints = staffRoleHints }: Props) {
  const { id, error } = useField({ name: 'roles' })
  const { reply } = useFormState()
  const checked = reply ? (reply.values.roles?.split('\n') ?? []) : chosen
  return (
    <fieldset
      className="col-span-full grid gap-1"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 text-(length:--label) font-[550]">{legend}</legend>
      {staffRoles.map((role) => (
        <label key={role} className="flex min-h-8 items-start gap-2.5 py-1 max-md:min-h-11">
          <input
            type="checkbox"
            name="roles"
            value={role}
            defaultChecked={(checked as readonly string[]).includes(role)}
            aria-invalid={error ? true : undefined}
            className="mt-[0.1875rem] size-[1.125rem] flex-none accent-(--primary)"
          />
          <span>
            {staffRoleLabels[role]}
            <span className="block text-xs text-muted">{hints[role]}</span>
          </span>
        </label>
      ))}
      <FieldNote id={id} error={error} hint={undefined} />
    </fieldset>
  )
}
