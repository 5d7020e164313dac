import {
  promiseWords,
  type UpdateInterval,
  type UpdatePromise,
  updateIntervalLabels,
  updateIntervals,
} from '../../../../domain/projects/update-promise.ts'
import type { ActionReply } from '../../../../platform/http/form-action.server.ts'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'

type Props = {
  project: { updateEvery: UpdateInterval | null; status: string; published: boolean }
  promise: UpdatePromise | null
  latest: ActionReply | undefined
}

/** How often the project reports, as its public page and the portal say. */
export function PromiseForm({ project, promise, latest }: Props) {
  const { updateEvery } = project
  return (
    <section
      aria-label="Update promise"
      className="mb-4 max-w-[52rem] rounded-card border border-line bg-surface px-(--pad) py-3"
    >
      <ActionForm reply={latest?.reply} key={updateEvery}>
        <div className="grid grid-cols-[minmax(0,18rem)_auto] items-end justify-start gap-3 max-[24em]:grid-cols-1">
          <SelectField
            name="every"
            label="This project reports"
            defaultValue={updateEvery ?? 'never'}
          >
            <option value="never">No promise</option>
            {updateIntervals.map((every) => (
              <option key={every} value={every}>
                {updateIntervalLabels[every]}
              </option>
            ))}
          </SelectField>
          <SubmitButton look="secondary" pendingLabel="Saving">
            Save
          </SubmitButton>
        </div>
      </ActionForm>
      <p className="mt-2 text-xs text-muted">
        <Standing project={project} promise={promise} />
      </p>
    </section>
  )
}

function Standing({ project, promise }: Omit<Props, 'latest'>) {
  if (project.updateEvery !== null && project.status === 'completed')
    return 'The project is completed: no further update is due.'
  if (!promise)
    return 'Investors and visitors see when the last update was and when the next is due. You are reminded three days before.'
  const { last, next } = promiseWords(promise)
  if (next === null) return `${last}. The first is due one interval after the project is published.`
  return (
    <>
      {last}. {promise.isOverdue ? <b className="font-[560] text-negative">{next}</b> : next}.
    </>
  )
}
