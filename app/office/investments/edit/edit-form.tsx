import { useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { useRevalidator } from 'react-router'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { BothVersions } from './both-versions.tsx'
import { EditFields } from './edit-fields.tsx'
import type { Loaded } from './parties.tsx'
import type { EditReply } from './refusal.server.ts'

type Props = {
  loaded: Loaded
  answer: EditReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/**
 * Keeps the opened values across live revalidation; the version detects concurrent edits. After a
 * conflict, Reload restarts the form from the stored values.
 */
export function EditInvestmentForm({ loaded, answer, fetcher }: Props) {
  const [opened, setOpened] = useState(loaded)
  const [times, setTimes] = useState(0)
  const [spent, setSpent] = useState<EditReply>()
  const { revalidate } = useRevalidator()
  const [waits, setWaits] = useState(false)
  const shown = answer === spent ? undefined : answer
  if (waits && loaded !== opened && loaded.investment.version !== opened.investment.version) {
    setWaits(false)
    setOpened(loaded)
    setSpent(answer)
    setTimes(times + 1)
  }
  const reload = () => {
    setWaits(true)
    void revalidate()
  }
  const { reply, already = null, beyond = null, moved = null } = shown ?? {}
  const values = reply?.values
  return (
    <ActionForm key={times} reply={reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="key" value={values?.key ?? opened.key} />
        <input type="hidden" name="version" value={values?.version ?? opened.investment.version} />
        <input
          type="hidden"
          name="opened"
          value={values?.opened ?? JSON.stringify(opened.version)}
        />
        {moved && <BothVersions moved={moved} onReload={reload} />}
        <FieldGrid>
          <EditFields opened={opened} reply={reply} already={already} beyond={beyond} />
        </FieldGrid>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton pendingLabel="Saving investment">Save investment</SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}
