import { Fragment } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { LeaveGuard } from '../../../../ui/feedback/leave-guard.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { ConcurrentChanges } from '../../../parts/concurrent-changes.tsx'
import { FormBar, LongForm } from '../../../parts/long-form.tsx'
import { Basics, Money, ProgressAndDates, PublicPage } from '../../../parts/project-fields.tsx'
import { partsOf, projectLabelOf } from '../../../parts/project-labels.ts'
import { Terms } from '../../../parts/project-terms.tsx'
import type { EditReply } from './refusal.ts'

type Props = {
  opened: { version: number; fields: Record<string, string> }
  /** The stored version; differs when someone else has saved since. */
  storedVersion: number
  answer: EditReply | undefined
  fetcher: FetcherWithComponents<unknown>
  closeTo: string
}

/** After a concurrent edit, the form holds both sets of changes. */
export function FactsForm({ opened, storedVersion, answer, fetcher, closeTo }: Props) {
  const reply = answer?.reply
  const version = reply?.values.version ?? String(opened.version)
  const values = opened.fields
  return (
    <ActionForm reply={reply} fetcher={fetcher}>
      <input type="hidden" name="version" value={version} />
      <input
        type="hidden"
        name="opened"
        value={reply?.values.opened ?? JSON.stringify(opened.fields)}
      />
      {version !== String(storedVersion) && <Behind />}
      <ConcurrentChanges changes={answer?.changes ?? []} labelOf={projectLabelOf} />
      <LongForm parts={partsOf(['basics', 'money', 'time', 'terms', 'page'], reply)}>
        {/* Remounts when the reply brings other values; uncontrolled fields would keep the old ones. */}
        <Fragment key={version}>
          <Basics values={values} />
          <Money values={values} />
          <ProgressAndDates values={values} />
          <Terms values={values} />
          <PublicPage values={values} isNew={false} />
        </Fragment>
      </LongForm>
      <LeaveGuard />
      <FormBar>
        <ButtonLink to={closeTo}>Cancel</ButtonLink>
        <SubmitButton pendingLabel="Saving changes">Save Changes</SubmitButton>
      </FormBar>
    </ActionForm>
  )
}

function Behind() {
  return (
    <div className="mb-5">
      <Alert>
        Someone else has just saved this project. Your entries are kept; when you save, you see what
        changed first.
      </Alert>
    </div>
  )
}
