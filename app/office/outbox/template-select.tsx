import { Form, useSearchParams, useSubmit } from 'react-router'
import { mailTemplateLabels, mailTemplates } from '../../domain/outbox/mail.ts'
import { Icon } from '../../ui/icon.tsx'
import { useScript } from '../../ui/use-script.ts'

const name = 'mail'

/** Narrows the list to one kind of mail; the search and the state stay. */
export function TemplateSelect() {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const scripted = useScript()
  return (
    <Form preventScrollReset replace className="flex items-center gap-2">
      {[...params].map(([other, value]) =>
        other === name || other === 'page' ? null : (
          <input key={`${other}=${value}`} type="hidden" name={other} value={value} />
        ),
      )}
      <span className="relative inline-flex items-center">
        <select
          key={params.get(name)}
          name={name}
          aria-label="Mail"
          defaultValue={params.get(name) ?? ''}
          className="min-h-(--control) cursor-pointer appearance-none rounded-control border border-line-control bg-surface ps-3 pe-7 text-xs font-[550] overflow-ellipsis hover:border-muted max-md:w-28"
          onChange={(event) => void submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
        >
          <option value="">Every mail</option>
          {mailTemplates.map((template) => (
            <option key={template} value={template}>
              {mailTemplateLabels[template]}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="tiny" className="pointer-events-none absolute end-2 text-muted" />
      </span>
      {!scripted && <button type="submit">Show</button>}
    </Form>
  )
}
