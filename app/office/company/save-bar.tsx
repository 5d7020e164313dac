import { type MouseEvent, useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { LeaveDialog } from '../../ui/feedback/leave-dialog.tsx'
import { useFormState } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { counted } from '../../values/counted.ts'
import type { FormReply } from '../../values/form.ts'
import { sectionOf, sectionTitles } from './labels.ts'

type Props = { path: string; unsaved: number; reply: FormReply | undefined; onDiscard: () => void }

export function SaveBar({ path, unsaved, reply, onDiscard }: Props) {
  const [asks, setAsks] = useState(false)
  const { isAllowed } = useFormState()
  if (!isAllowed) return null
  const discard = (event: MouseEvent) => {
    event.preventDefault()
    if (unsaved > 0) setAsks(true)
    else onDiscard()
  }
  return (
    <div className="save-bar sticky bottom-0 z-12 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-ground py-3 max-md:-mx-4 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:px-4">
      <p className="me-auto text-xs text-muted max-md:flex-[1_0_100%]" role="status">
        {unsaved > 0 && (
          <b className="font-[560] text-text">{counted(unsaved, 'change')} not saved. </b>
        )}
        {reply && <Problems errors={reply.errors} />}
      </p>
      <ButtonLink to={path} onClick={discard} preventScrollReset>
        Discard
      </ButtonLink>
      <SubmitButton pendingLabel="Saving changes" className="max-md:flex-1">
        Save Changes
      </SubmitButton>
      {asks && (
        <LeaveDialog
          title="Discard your changes?"
          act="Discard changes"
          onAct={() => {
            setAsks(false)
            onDiscard()
          }}
          onStay={() => setAsks(false)}
        >
          {counted(unsaved, 'change')} not saved. The form returns to the saved values.
        </LeaveDialog>
      )}
    </div>
  )
}

function Problems({ errors }: Pick<FormReply, 'errors'>) {
  const names = Object.keys(errors)
  const [first] = names
  if (first === undefined) return null
  const section = sectionOf(first)
  const inOne = names.every((name) => sectionOf(name) === section)
  const show = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    event.currentTarget
      .closest('form')
      ?.querySelector<HTMLElement>('[aria-invalid="true"]')
      ?.focus()
  }
  return (
    <a href={`#${section}`} onClick={show} className="text-link underline">
      {`${counted(names.length, 'problem')}${inOne ? ' in' : ', the first in'} ${sectionTitles[section]}`}
    </a>
  )
}
