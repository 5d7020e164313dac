import { type FetcherWithComponents, Link, useSearchParams } from 'react-router'
import {
  type DayReading,
  type ImportList,
  importNouns,
  type Problem,
  type ShownRow,
} from '../../../domain/imports/import-list.ts'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { withSearchParam } from '../../../ui/fields/search-params.ts'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Chip, ChipRow, Toolbar } from '../../../ui/layout/chips.tsx'
import { Figures, Stat } from '../../../ui/layout/stat.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatBytes } from '../../../values/bytes.ts'
import type { FormReply } from '../../../values/form.ts'
import { grouped } from '../../../values/grouped.ts'
import type { Cents } from '../../../values/money.ts'
import { FormBar } from '../../parts/long-form.tsx'
import { importHome } from '../../paths.ts'
import { addedWords, howMany } from '../parts.tsx'
import { DayOrderNote } from './reading-choices.tsx'

/** Row kinds in the order they are checked. */
export const kindsOfRows = ['problems', 'here', 'ready'] as const
type KindOfRows = (typeof kindsOfRows)[number]

type Checked = {
  counts: Record<KindOfRows, number>
  faulty: number
  leavesOut: boolean
  shown: KindOfRows
  fingerprint: string
  total: Cents | null
  rows: number
  notRead: string[]
  days: DayReading
  asksOrder: boolean
  encoding: string | null
  problems: Problem[]
  lines: ShownRow[]
}
type File = { id: string; list: ImportList; name: string; bytes?: number }
type Props = {
  file: File
  checked: Checked
  /** Its import was proposed and waits for a second person. */
  isWaiting: boolean
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

const kindLabels: Record<KindOfRows, string> = {
  problems: 'Problems',
  here: 'Already recorded',
  ready: 'Ready',
}

/** The result of a dry run, row by row, and the button that imports. */
export function Answer({ file, checked, isWaiting, reply, fetcher }: Props) {
  const { counts, faulty, rows, notRead, days, asksOrder, encoding } = checked
  return (
    <>
      <FileBox file={file} rows={rows} />
      {encoding && (
        <p className="mb-4 text-xs text-muted">
          {`Read as ${encoding}. If names look wrong, save the file as CSV UTF-8 and choose it again.`}
        </p>
      )}
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
          context={faulty === 0 ? 'None' : checked.leavesOut ? 'Left out' : 'Fix or leave out'}
        />
        <Stat label="Already recorded" figure={grouped(counts.here)} context="Left out" />
      </Figures>
      <KindsOfRows checked={checked} />
      <Rows checked={checked} />
      <Confirm
        file={file}
        checked={checked}
        isWaiting={isWaiting}
        reply={reply}
        fetcher={fetcher}
      />
    </>
  )
}

function FileBox({ file: { list, name, bytes = 0 }, rows }: { file: File; rows: number }) {
  const [params] = useSearchParams()
  return (
    <div className="mb-5 flex max-w-136 flex-wrap items-center gap-3 rounded-card border border-line px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="truncate font-[560]">
          <bdi>{name}</bdi>
        </p>
        <p className="num text-xs text-muted">{`${howMany(rows, 'row')}, ${formatBytes(bytes)}`}</p>
      </div>
      <ButtonLink to={withSearchParam(params, 'columns', 'choose')} size="small">
        Columns
      </ButtonLink>
      <ButtonLink to={anotherFile(list, params)} size="small">
        Another file
      </ButtonLink>
    </div>
  )
}

/** The page that takes the next file, with the column and date choices made for this one. */
function anotherFile(list: ImportList, params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  for (const name of ['show', 'problems', 'columns', 'encoding']) next.delete(name)
  return `${importHome}/${list}${next.size > 0 ? `?${next}` : ''}`
}

function KindsOfRows({ checked: { counts, faulty, leavesOut, shown } }: { checked: Checked }) {
  const [params] = useSearchParams()
  const download = (file: string) => {
    const search = withSearchParam(params, 'show', '')
    return { to: `${file}${search}`, reloadDocument: true, relative: 'path' as const }
  }
  return (
    <Toolbar className="mt-2">
      <ChipRow label="Rows">
        {kindsOfRows.map((kind) => (
          <Chip key={kind} to={withSearchParam(params, 'show', kind)} isCurrent={kind === shown}>
            {kindLabels[kind]} <span className="num opacity-85">{grouped(counts[kind])}</span>
          </Chip>
        ))}
      </ChipRow>
      {faulty > 0 && (
        <div className="ms-auto flex flex-wrap gap-2">
          <Link {...download('problems')} className={buttonClass('secondary', 'small')}>
            <Icon name="download" size="small" />
            Problems as CSV
          </Link>
          <Link {...download('left-out')} className={buttonClass('secondary', 'small')}>
            <Icon name="download" size="small" />
            Their rows as CSV
          </Link>
          <Link
            to={withSearchParam(params, 'problems', leavesOut ? '' : 'left-out') || '?'}
            replace
            preventScrollReset
            className={buttonClass('secondary', 'small')}
          >
            {leavesOut ? 'Keep rows with problems' : `Leave out ${howMany(faulty, 'row')}`}
          </Link>
        </div>
      )}
    </Toolbar>
  )
}

function Rows({ checked: { shown, problems, lines, counts } }: { checked: Checked }) {
  const isProblems = shown === 'problems'
  const heads = isProblems ? ['Column', 'Value', 'Problem'] : ['Name', 'Read as']
  const count = counts[shown]
  const isEmpty = { problems: 'No problems', here: 'No rows', ready: 'No rows' }[shown]
  if (count === 0) {
    return (
      <EmptyState icon={isProblems ? 'check-circle' : 'search'} title={isEmpty}>
        {isProblems
          ? 'Every row of the file can be imported, or is already recorded.'
          : 'No row of the file is of this kind.'}
      </EmptyState>
    )
  }
  const listed = problems.length + lines.length
  const rest = isProblems ? 'Problems as CSV has all of them.' : 'The others are like these.'
  const head = ['Row', ...heads].map((name) => <Th key={name}>{name}</Th>)
  return (
    <>
      <Table caption={kindLabels[shown]} head={head}>
        {problems.map((problem) => (
          <ProblemRow key={`${problem.row} ${problem.column}`} problem={problem} />
        ))}
        {lines.map(({ row, name, about }) => (
          <Tr key={row}>
            <Td className="num text-muted">Row {row}</Td>
            <Td wrap>
              <bdi className="font-[560] wrap-anywhere">{name}</bdi>
            </Td>
            <Td wrap card="row">
              <bdi className="wrap-anywhere">{about}</bdi>
            </Td>
          </Tr>
        ))}
      </Table>
      {listed < count && (
        <p className="num pt-3 text-xs text-muted">
          {`The first ${grouped(listed)} of ${grouped(count)}. ${rest}`}
        </p>
      )}
    </>
  )
}

const longestFound = 120

function ProblemRow({ problem: { row, column, found, says, fix } }: { problem: Problem }) {
  const letters = Array.from(found)
  const shown =
    letters.length > longestFound ? `${letters.slice(0, longestFound).join('')}…` : found
  return (
    <Tr>
      <Td className="num text-muted">Row {row}</Td>
      <Td className="font-[560]">{column}</Td>
      <Td wrap card="row" className="text-negative">
        {found === '' ? (
          '(empty)'
        ) : (
          <bdi className="underline decoration-wavy decoration-1 underline-offset-4 wrap-anywhere">
            {shown}
          </bdi>
        )}
      </Td>
      <Td wrap card="row">
        {says}
        {fix && <span className="block text-xs text-muted">{fix}</span>}
      </Td>
    </Tr>
  )
}

function Confirm({ file: { list }, checked, isWaiting, reply, fetcher }: Props) {
  const { counts, faulty, leavesOut, fingerprint, total } = checked
  const mayImport = (faulty === 0 || leavesOut) && counts.ready > 0 && !isWaiting
  const leftOut = counts.here + (leavesOut ? faulty : 0)
  const next =
    faulty > 0 && !leavesOut
      ? 'Fix the problems and choose the file again, or leave their rows out.'
      : counts.ready > 0
        ? `${addedWords(list, counts.ready, total)}. No email and no notification is sent.`
        : 'Nothing in this file can be added.'
  return (
    <ActionForm reply={reply} fetcher={fetcher} className="mt-5">
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <FormBar>
        <p className="me-auto text-xs max-md:flex-[1_0_100%]">
          <b className="font-[560]">Nothing has been imported yet.</b>{' '}
          <span className="text-muted">{next}</span>
        </p>
        <ButtonLink to={`${importHome}/${list}`}>Cancel</ButtonLink>
        {mayImport && (
          <SubmitButton pendingLabel="Importing" className="max-md:flex-1">
            {`Import ${howMany(counts.ready, 'row')}${leftOut > 0 ? `, leave out ${grouped(leftOut)}` : ''}`}
          </SubmitButton>
        )}
      </FormBar>
    </ActionForm>
  )
}
