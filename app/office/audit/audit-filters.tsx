import { Form, Link } from 'react-router'
import type { AuditSearch } from '../../domain/audit/audit-search.ts'
import { auditActs, auditSubjects, namelessActors, subjects } from '../../domain/audit/audit-words.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type Props = { search: AuditSearch; administrators: { id: string; name: string }[] }

/** Who, which act, on what, and when. A plain GET form; a new list starts at its newest entry. */
export function AuditFilters({ search, administrators }: Props) {
  const { q, kind, who, act, subject, about, from, to } = search
  const isOpen = [who, act, subject, about, from, to].some((one) => one !== null)
  const others = { q, kind, about }
  // An investor, or a former administrator, whom a link of the log asked for.
  const isAsked = who !== null && !(who in namelessActors) && !administrators.some(({ id }) => id === who)
  return (
    <details open={isOpen} className="mb-3 text-sm">
      <summary className="w-fit cursor-pointer text-xs font-[550] text-muted">Who, act, subject and period</summary>
      <Form
        key={JSON.stringify(search)}
        preventScrollReset
        className="grid grid-cols-2 items-end gap-3 pt-3 md:grid-cols-3 xl:grid-cols-6"
      >
        {Object.entries(others).map(([name, text]) =>
          text ? <input key={name} type="hidden" name={name} value={text} /> : null,
        )}
        <SelectField name="who" label="Who" defaultValue={who ?? ''}>
          <option value="">Anybody</option>
          {isAsked && <option value={who}>The person asked for</option>}
          {administrators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {Object.entries(namelessActors).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField name="act" label="Act" defaultValue={act ?? ''}>
          <option value="">Any act</option>
          {Object.entries(auditActs).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField name="subject" label="Subject" defaultValue={subject ?? ''}>
          <option value="">Anything</option>
          {auditSubjects.map((name) => (
            <option key={name} value={name}>
              {subjects[name].word}
            </option>
          ))}
        </SelectField>
        <DateField name="from" label="From" defaultValue={from ?? undefined} />
        <DateField name="to" label="To" defaultValue={to ?? undefined} />
        <div className="flex items-center gap-3">
          <Button type="submit">Apply</Button>
          {isOpen && <Link to="/admin-dashboard/audit">Clear</Link>}
        </div>
      </Form>
    </details>
  )
}
