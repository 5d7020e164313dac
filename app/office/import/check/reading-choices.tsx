import { Form, Link, useSearchParams } from 'react-router'
import {
  type DayOrder,
  type DayReading,
  dayOrders,
  type Heading,
  headingParameter,
  type ImportList,
  notRead,
} from '../../../domain/imports/import-list.ts'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { withSearchParam } from '../../../ui/fields/search-params.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import { FormBar } from '../../parts/long-form.tsx'
import { importHome } from '../../paths.ts'

type Props = {
  file: { list: ImportList; name: string }
  message: string
  headings: Heading[]
  columns: { field: string; name: string; isRequired: boolean }[]
}

/** Column mapping, for headings that are missing or unknown. Kept in the query string. */
export function ChooseColumns({ file, message, headings, columns }: Props) {
  const [params] = useSearchParams()
  const named = headings.filter(({ name }) => name !== '')
  return (
    <Form method="get" className="max-w-180">
      <Alert tone={message ? 'warning' : 'info'}>
        {message && <p className="font-[560]">{message}</p>}
        <p className={message ? 'mt-1 text-xs' : ''}>
          Choose what each column of <bdi className="wrap-anywhere">{file.name}</bdi> holds. The
          first row is read as headings, not as an entry.
        </p>
      </Alert>
      <div className="mt-4 grid gap-4 @min-[40rem]/main:grid-cols-2">
        {named.map(({ name, field, examples }) => (
          <SelectField
            key={name}
            name={`${headingParameter}${name}`}
            label={<bdi className="wrap-anywhere">{name}</bdi>}
            hint={<Examples cells={examples} />}
            defaultValue={field === '' ? notRead : (field ?? '')}
          >
            <option value="">Choose a column</option>
            <option value={notRead}>Leave out</option>
            {columns.map((column) => (
              <option key={column.field} value={column.field}>
                {column.isRequired ? `${column.name} (required)` : column.name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <KeptChoices params={params} />
      <div className="mt-5">
        <FormBar>
          <ButtonLink to={`${importHome}/${file.list}`}>Another file</ButtonLink>
          <button type="submit" className={buttonClass('primary')}>
            Check the file
          </button>
        </FormBar>
      </div>
    </Form>
  )
}

function KeptChoices({ params }: { params: URLSearchParams }) {
  return ['days', 'encoding'].map((name) => {
    const value = params.get(name)
    return value && <input key={name} type="hidden" name={name} value={value} />
  })
}

function Examples({ cells }: { cells: string[] }) {
  const filled = cells.filter((cell) => cell.trim() !== '').map((cell) => cell.slice(0, 40))
  return filled.length === 0 ? 'Empty in the first rows' : <bdi>{filled.join(' · ')}</bdi>
}

const orderLabels: Record<DayOrder, string> = {
  'day-first': 'Day first',
  'month-first': 'Month first',
}

/** Asks for the day order where the file is ambiguous; otherwise says how dates are read and why. */
export function DayOrderNote({ days, asksOrder }: { days: DayReading; asksOrder: boolean }) {
  const [params] = useSearchParams()
  const { order, shownBy, unclear } = days
  if (!unclear || !(asksOrder || order)) return null
  const choice = (other: DayOrder) => (
    <Link
      key={other}
      to={withSearchParam(params, 'days', other) || '?'}
      replace
      className={buttonClass('secondary', 'small')}
    >
      {`${orderLabels[other]}: ${formatDay(unclear[other])}`}
    </Link>
  )
  if (asksOrder || !order) {
    return (
      <div className="mb-4 max-w-180">
        <Alert tone="warning">
          <p className="font-[560]">Are the dates in this file written day first or month first?</p>
          <p className="mt-1 mb-2 text-xs">{`Row ${unclear.row} has ${unclear.text}. Choose how to read it.`}</p>
          <p className="flex flex-wrap gap-2">{dayOrders.map(choice)}</p>
        </Alert>
      </div>
    )
  }
  const why = shownBy ? `, as row ${shownBy.row} shows: ${shownBy.text}` : ''
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-xs text-muted">
      {`Dates are read ${orderLabels[order].toLowerCase()}${why}.`}
      {!shownBy && choice(order === 'day-first' ? 'month-first' : 'day-first')}
    </p>
  )
}
