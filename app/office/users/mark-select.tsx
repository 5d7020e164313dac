import { Form, useSearchParams, useSubmit } from 'react-router'
import { type AccountMark, accountMarkLabels, accountMarks } from '../../domain/accounts/account.ts'
import { Icon } from '../../ui/icon.tsx'
import { useScript } from '../../ui/use-script.ts'

const name = 'mark'

/** Narrows the list to who needs something: a choice beside the chips, because somebody may be in several of them. */
export function MarkSelect({ counts }: { counts: Record<AccountMark | 'all', number> }) {
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
          aria-label="Show"
          defaultValue={params.get(name) ?? ''}
          className="num min-h-(--control) cursor-pointer appearance-none rounded-control border border-line-control bg-surface ps-3 pe-7 text-xs font-[550] hover:border-muted"
          onChange={(event) => void submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
        >
          <option value="">Everybody</option>
          {accountMarks.map((mark) => (
            <option key={mark} value={mark}>{`${accountMarkLabels[mark]} (${counts[mark]})`}</option>
          ))}
        </select>
        <Icon name="chevron-down" size="tiny" className="pointer-events-none absolute end-2 text-muted" />
      </span>
      {!scripted && <button type="submit">Show</button>}
    </Form>
  )
}
