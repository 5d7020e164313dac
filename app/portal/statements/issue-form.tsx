import type { FetcherWithComponents } from 'react-router'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import type { FormReply } from '../../values/form.ts'

/** Issues a statement early, or for a past period. */
export function IssueForm({
  periods,
  reply,
  fetcher,
}: {
  periods: { key: string; label: string }[]
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}) {
  return (
    <Panel title="Get a statement now">
      <ActionForm reply={reply} fetcher={fetcher} className="flex flex-wrap items-end gap-4">
        <div className="min-w-0 flex-[0_1_18rem]">
          <SelectField name="period" label="Period" required>
            {periods.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <SubmitButton size="field" pendingLabel="Issuing">
          Issue statement
        </SubmitButton>
      </ActionForm>
      <p className="mt-3 text-xs text-muted">
        Statements for the current period run to today. Statements of past quarters and years are
        issued automatically.
      </p>
    </Panel>
  )
}
