import { Form, Link } from 'react-router'
import type { AuditSearch } from '../../domain/audit/audit-search.ts'
import {
  accountlessActors,
  auditActs,
  auditSubjects,
  subjectLabels,
} from '../../domain/audit/audit-words.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = { search: AuditSearch; administrators: { id: string; name: string }[] }

/** A plain GET form; a changed filter starts at the newest entry. */
export function AuditFilters({ search, administrators }: Props) {
  const { q, kind, who, act, subject, about, from, to } = search
  const set = [who, act, subject, about, from, to].filter((filter) => filter !== null).length
  const isOpen = set > 0
  const others = { q, kind, about }
  // A link of the log may name an investor or a former administrator.
  const isListed =
    who !== null && !(who in accountlessActors) && !administrators.some(({ id }) => id === who)
  return (
    <details open={isOpen} className="group mb-3 text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1 text-xs font-[550] text-muted max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          size="small"
          className="transition-transform group-open:rotate-180"
        />
        User, action, subject and period
        {isOpen && <span className="num opacity-85">{set}</span>}
      </summary>
      <Form
        key={JSON.stringify(search)}
        preventScrollReset
        className="grid grid-cols-2 items-end gap-3 pt-3 md:grid-cols-3 xl:grid-cols-6"
      >
        {Object.entries(others).map(([name, text]) =>
          text ? <input key={name} type="hidden" name={name} value={text} /> : null,
        )}
        <SelectField name="who" label="Who" defaultValue={who ?? ''}>
          <option value="">All users</option>
          {isListed && <option value={who}>Selected person</option>}
          {administrators.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {Object.entries(accountlessActors).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField name="act" label="Action" defaultValue={act ?? ''}>
          <option value="">All actions</option>
          {Object.entries(auditActs).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField name="subject" label="Subject" defaultValue={subject ?? ''}>
          <option value="">All subjects</option>
          {auditSubjects.map((name) => (
            <option key={name} value={name}>
              {subjectLabels[name].word}
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
