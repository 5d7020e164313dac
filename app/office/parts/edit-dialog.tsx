import { Fragment, type ReactNode } from 'react'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../ui/fields/field.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../ui/layout/dialog-parts.tsx'
import { DialogCancel, RouteDialog } from '../../ui/layout/route-dialog.tsx'
import type { ConcurrentChange } from '../../values/concurrent-change.ts'
import { ConcurrentChanges } from './concurrent-changes.tsx'

type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

type Props = {
  title: string
  subtitle: ReactNode
  latest: EditReply | undefined
  /** The version and texts with which the form was opened, whatever a live update reads later. */
  version: number
  texts: Readonly<Record<string, string>>
  labelOf: (name: string) => string
  children: ReactNode
}

/** The dialog of an edit that shows what another person changed while it was open. */
export function EditDialog({ title, subtitle, latest, version, texts, labelOf, children }: Props) {
  const { answer, fetcher } = useAnswer<EditReply>(latest)
  const shown = answer?.reply.values.version ?? String(version)
  return (
    <RouteDialog title={title} subtitle={subtitle}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="version" value={shown} />
          {Object.entries(texts).map(([name, text]) => (
            <input key={name} type="hidden" name={`${name}0`} value={text} />
          ))}
          <ConcurrentChanges changes={answer?.changes ?? []} labelOf={labelOf} />
          <FieldGrid>
            <Fragment key={shown}>{children}</Fragment>
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
