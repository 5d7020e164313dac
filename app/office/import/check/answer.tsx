import { type FetcherWithComponents, Link, useSearchParams } from 'react-router'
import type { DayReading } from '../../../domain/imports/days.ts'
import { type ImportList, importNouns } from '../../../domain/imports/import-list.ts'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { searchWith } from '../../../ui/search-with.ts'
import { Figures, Stat } from '../../../ui/stat.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { formatBytes } from '../../../values/bytes.ts'
import type { FormReply } from '../../../values/form.ts'
import { grouped } from '../../../values/grouped.ts'
import { FormBar } from '../../parts/long-form.tsx'
import { howMany } from '../how-many.ts'
import { importHome } from '../import-home.ts'
import { DayOrderNote } from './day-order-note.tsx'
import type { KindOfRows } from './kinds.ts'
import { Lines, ProblemLines, type ShownLine, type ShownProblem } from './lines.tsx'

type Checked = {
  counts: Record<KindOfRows, number>
  faulty: number
  shown: KindOfRows
  fingerprint: string
  rows: number
  notRead: string[]
  days: DayReading
  asksOrder: boolean
  problems: ShownProblem[]
  lines: ShownLine[]
}
type Props = {
  file: { id: string; list: ImportList; name: string; bytes?: number }
  checked: Checked
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

const words: Record<KindOfRows, string> = {
  problems: 'Problems',
  here: 'Already here',
  ready: 'Ready',
}

/** What a file would do, row by row, and the one button that does it. */
export function Answer({ file, checked, reply, fetcher }: Props) {
  const { counts, faulty, shown, rows, notRead, days, asksOrder } = checked
  const here = `${importHome}/${file.list}/${file.id}`
  const [params] = useSearchParams()
  return (
    <>
      <FileBox file={file} rows={rows} />
      {notRead.length > 0 && (
        <p className="mb-4 text-xs text-muted">Not read: {notRead.join(', ')}.</p>
      )}
      <DayOrderNote days={days} asksOrder={asksOrder} />
      <Figures>
        <Stat label="Rows read" figure={grouped(rows)} context="All of the file" />
        <Stat
          label="Ready"
          figure={grouped(counts.ready)}
          context={`New ${importNouns[file.list]}s`}
        />
        <Stat
          label="With a problem"
          figure={<span className={faulty > 0 ? 'text-negative' : ''}>{grouped(faulty)}</span>}
          context={faulty > 0 ? 'Mend them in the file first' : 'Nothing to mend'}
        />
        <Stat label="Already here" figure={grouped(counts.here)} context="Left out" />
      </Figures>
      <div className="toolbar mt-2">
        <nav aria-label="Rows" className="chips">
          {(['problems', 'here', 'ready'] as const).map((kind) => (
            <Link
              key={kind}
              to={`${here}${searchWith(params, 'show', kind)}`}
              replace
              preventScrollReset
              aria-current={kind === shown ? 'true' : undefined}
              className="chip"
            >
              {words[kind]} <span className="num opacity-85">{grouped(counts[kind])}</span>
            </Link>
          ))}
        </nav>
        {counts.problems > 0 && (
          <Link
            to={`${here}/problems${searchWith(params, 'show', '')}`}
            reloadDocument
            className={buttonClass('secondary', 'small', 'ms-auto')}
          >
            <Icon name="download" size="small" />
            Problems as CSV
          </Link>
        )}
      </div>
      {shown === 'problems' ? (
        <ProblemLines problems={checked.problems} count={counts.problems} />
      ) : (
        <Lines lines={checked.lines} count={counts[shown]} caption={words[shown]} />
      )}
      <Confirm file={file} checked={checked} reply={reply} fetcher={fetcher} />
    </>
  )
}

function FileBox({
  file: { list, name, bytes = 0 },
  rows,
}: Pick<Props, 'file'> & { rows: number }) {
  return (
    <div className="mb-5 flex max-w-136 items-center gap-3 rounded-card border border-line px-4 py-3">
      <span className="grid size-9 flex-none place-items-center rounded-small bg-tint-neutral">
        <Icon name="sheet" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-[560]">
          <bdi>{name}</bdi>
        </p>
        <p className="num text-xs text-muted">{`${howMany(rows, 'row')}, ${formatBytes(bytes)}`}</p>
      </div>
      <ButtonLink to={`${importHome}/${list}`} size="small">
        Another file
      </ButtonLink>
    </div>
  )
}

function Confirm({ file: { list }, checked: { counts, fingerprint }, reply, fetcher }: Props) {
  const mayGo = counts.problems === 0 && counts.ready > 0
  const leftOut = counts.here > 0 ? `, leave out ${grouped(counts.here)}` : ''
  return (
    <ActionForm reply={reply} fetcher={fetcher} className="mt-5">
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <FormBar>
        <p className="me-auto text-xs max-md:flex-[1_0_100%]">
          <b className="font-[560]">Nothing is written yet.</b>{' '}
          <span className="text-muted">{whatNext(counts)}</span>
        </p>
        <ButtonLink to={`${importHome}/${list}`}>Cancel</ButtonLink>
        {mayGo && (
          <SubmitButton pendingLabel="Importing" className="max-md:flex-1">
            {`Import ${howMany(counts.ready, 'row')}${leftOut}`}
          </SubmitButton>
        )}
      </FormBar>
    </ActionForm>
  )
}

function whatNext({ problems, ready }: Record<KindOfRows, number>): string {
  if (problems > 0)
    return 'A file goes in whole or not at all: mend the problems in it, then choose it again.'
  return ready > 0
    ? 'No mail and no notification goes out.'
    : 'Everything in this file is there already.'
}
