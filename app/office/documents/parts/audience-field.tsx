import { type Ref, useId } from 'react'
import type { ProjectChoice } from '../../../domain/notifications/audience.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Field, inputClass } from '../../../ui/fields/field.tsx'
import { useFormState } from '../../../ui/fields/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { counted } from '../../../values/counted.ts'

type Props = {
  /** The current choice, which the hint describes; the form syncs it to `selectRef`. */
  audience: string
  selectRef: Ref<HTMLSelectElement>
  project: ProjectChoice | undefined
  onChoose: (audience: string) => void
}

/** Explains in words who can see the document. */
export function AudienceField({ audience, selectRef, project, onChoose }: Props) {
  const id = useId()
  const scripted = useScript()
  const error = useFormState().reply?.errors.audience
  return (
    <Field
      id={id}
      label="Who can see it"
      span="full"
      error={error}
      hint={<AudienceHint audience={audience} project={project} scripted={scripted} />}
    >
      <div className="relative">
        <select
          ref={selectRef}
          id={id}
          name="audience"
          className={`${inputClass} cursor-pointer appearance-none pe-9`}
          autoComplete="off"
          defaultValue={audience}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-${error ? 'error' : 'hint'}`}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          <option value="project">
            {scripted && !project ? 'Administrators only' : 'Investors of the project'}
          </option>
          <option value="investor">One investor</option>
        </select>
        <Icon
          name="chevron-down"
          size="small"
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
        />
      </div>
    </Field>
  )
}

function AudienceHint({
  audience,
  project,
  scripted,
}: Pick<Props, 'audience' | 'project'> & { scripted: boolean }) {
  if (!scripted) return 'Without a project and an investor, only administrators can see it'
  if (audience === 'investor') return 'No one else can see it'
  if (!project) return 'Without a project, only administrators can see it'
  return `${counted(project.investors, 'investor')} of ${project.name}`
}
