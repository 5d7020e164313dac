import { Form, useSearchParams } from 'react-router'
import type { ListedInvestor } from '../../domain/investors/investors.server.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useScript } from '../../ui/connection/use-script.ts'
import { Icon } from '../../ui/icon.tsx'
import { useMayOpen } from '../parts/use-access.ts'
import { useSelected } from '../parts/use-selected.ts'
import { investorsHome } from '../paths.ts'

const formId = 'invite'
const invitations = `${investorsHome}/invitations`

/** Opens the invitation dialog for the ticked investors, or for the whole list. */
export function InviteSelected() {
  const [params] = useSearchParams()
  const scripted = useScript()
  const { selected, toggleAll } = useSelected(formId)
  if (!useMayOpen(invitations)) return null
  return (
    <Form
      id={formId}
      action={invitations}
      preventScrollReset
      className="mb-2 flex flex-wrap items-center gap-2"
    >
      {[...params].map(([name, value]) =>
        name === 'select' || name === 'import' ? null : (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ),
      )}
      {scripted && (
        <Button size="small" onClick={toggleAll}>
          {selected > 0 ? 'Clear selection' : 'Select all on this page'}
        </Button>
      )}
      <button type="submit" className={buttonClass('secondary', 'small')}>
        <Icon name="mail" size="small" />
        {selected > 0 ? `Send invitations to ${selected} selected` : 'Send invitations'}
      </button>
    </Form>
  )
}

export function SelectBox({ investor: { id, fullName, email } }: { investor: ListedInvestor }) {
  if (!useMayOpen(invitations)) return null
  return (
    <label className="-ms-1.5 grid size-7 flex-none cursor-pointer place-items-center max-md:size-11">
      <input
        type="checkbox"
        form={formId}
        name="select"
        value={id}
        autoComplete="off"
        aria-label={`Select ${fullName}, ${email}`}
        className="size-4 accent-(--primary)"
      />
    </label>
  )
}
