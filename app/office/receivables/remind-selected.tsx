import { Form, useSearchParams } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useScript } from '../../ui/connection/use-script.ts'
import { Icon } from '../../ui/icon.tsx'
import { useMayOpen } from '../parts/use-access.ts'
import { useSelected } from '../parts/use-selected.ts'
import { receivablesHome } from '../paths.ts'

const formId = 'remind'
const preview = `${receivablesHome}/reminders`

/** Opens the preview of reminders for the ticked investors. */
export function RemindSelected() {
  const [params] = useSearchParams()
  const scripted = useScript()
  const { selected, toggleAll } = useSelected(formId)
  if (!useMayOpen(preview)) return null
  return (
    <Form
      id={formId}
      action={preview}
      preventScrollReset
      className="mb-2 flex flex-wrap items-center gap-2"
    >
      {[...params].map(([name, value]) =>
        name === 'select' ? null : (
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
        {selected > 0 ? `Remind ${selected} selected` : 'Remind selected'}
      </button>
    </Form>
  )
}

export function SelectBox({ id, name }: { id: string; name: string }) {
  if (!useMayOpen(preview)) return null
  return (
    <label className="-ms-1.5 grid size-7 flex-none cursor-pointer place-items-center max-md:size-11">
      <input
        type="checkbox"
        form={formId}
        name="select"
        value={id}
        autoComplete="off"
        aria-label={`Select ${name}`}
        className="size-4 accent-(--primary)"
      />
    </label>
  )
}
