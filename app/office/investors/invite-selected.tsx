import { useEffect, useState } from 'react'
import { Form, useLocation, useSearchParams } from 'react-router'
import type { ListedInvestor } from '../../domain/investors/investors.server.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useScript } from '../../ui/connection/use-script.ts'
import { Icon } from '../../ui/icon.tsx'
import { investorsHome } from '../paths.ts'

const formId = 'invite'

/** Opens the invitation dialog for the ticked investors, or for the whole list. */
export function InviteSelected() {
  const [params] = useSearchParams()
  const scripted = useScript()
  const { selected, toggleAll } = useSelected()
  return (
    <Form
      id={formId}
      action={`${investorsHome}/invitations`}
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

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form=${formId}]`)]
const countSelected = () => boxes().filter(({ checked }) => checked).length

/** Counts ticked boxes; they belong to the form, not to React. */
function useSelected() {
  const { key } = useLocation()
  const [selected, setSelected] = useState(0)
  useEffect(() => {
    const count = () => setSelected(countSelected())
    // Another page of the list has other boxes.
    if (key) count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  }, [key])
  const toggleAll = () => {
    const checked = countSelected() === 0
    for (const box of boxes()) box.checked = checked
    setSelected(countSelected())
  }
  return { selected, toggleAll }
}
