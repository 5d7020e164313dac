import { type FetcherWithComponents, useSearchParams } from 'react-router'
import type { Statement, StatementTotals } from '../../../domain/bank-statements/statement.ts'
import {
  exclusionLabels,
  statementProfileLabels,
} from '../../../domain/bank-statements/statement.ts'
import {
  type CheckedLine,
  type LineState,
  lineStates,
} from '../../../domain/bank-transactions/statement-lines.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Day } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { withSearchParam } from '../../../ui/fields/search-params.ts'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { Chip, ChipRow, Toolbar } from '../../../ui/layout/chips.tsx'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { Figures, Stat } from '../../../ui/layout/stat.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatBytes } from '../../../values/bytes.ts'
import type { Currency } from '../../../values/currency.ts'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import type { FormReply } from '../../../values/form.ts'
import { grouped } from '../../../values/grouped.ts'
import { FormBar } from '../../parts/long-form.tsx'
import {
  Balances,
  draftPath,
  howMany,
  lineStateLabels,
  Period,
  SignedAmount,
  statementsHome,
} from '../parts.tsx'

type ShownLine = Omit<CheckedLine, 'raw'>
type Check = {
  statement: Omit<Statement, 'lines' | 'period'> & { period: NonNullable<Statement['period']> }
  counts: Record<LineState, number>
  newOut: number
  adds: number
  totals: StatementTotals
  warnings: string[]
  /** How many transactions of earlier statements are excluded with their reversals. */
  reversed: number
  /** Matched payments that reversals in this statement take back. */
  takenBack: string[]
  /** Whether its columns were chosen by hand. */
  mapping: boolean
  fingerprint: string
  shown: LineState
  page: number
  pageSize: number
  lines: ShownLine[]
}
type File = { id: string; name: string; bytes: number; account: { currency: Currency } }
type Props = {
  file: File
  check: Check
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** What each line of a statement becomes, and the button that adds them. */
export function CheckedStatement({ file, check, reply, fetcher }: Props) {
  const { warnings, counts, shown, page, pageSize } = check
  return (
    <>
      <FileBox file={file} check={check} />
      {warnings.length > 0 && (
        <div className="mb-5 max-w-180">
          <Alert tone="warning">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
            <p className="mt-1 text-xs">Upload the missing statements too, in any order.</p>
          </Alert>
        </div>
      )}
      <TakenBack check={check} />
      <Sums file={file} check={check} />
      <Kinds check={check} />
      {counts[shown] === 0 ? (
        <EmptyState icon="search" title="No lines">
          No line of the statement is of this kind.
        </EmptyState>
      ) : (
        <>
          <Lines check={check} />
          <Pagination page={page} pageSize={pageSize} total={counts[shown]} />
        </>
      )}
      <Confirm check={check} reply={reply} fetcher={fetcher} />
    </>
  )
}

/** These reversals stay open until their payments are voided. */
function TakenBack({ check: { takenBack } }: Pick<Props, 'check'>) {
  if (takenBack.length === 0) return null
  return (
    <div className="mb-5 max-w-180">
      <Alert tone="warning">
        <p>
          {takenBack.length === 1
            ? 'The provider reversed a matched payment:'
            : `The provider reversed ${takenBack.length} matched payments:`}
        </p>
        <ul className="list-disc ps-5">
          {takenBack.map((payment) => (
            <li key={payment}>
              <bdi>{payment}</bdi>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-xs">
          Nothing is voided yet. Add the statement, then void the payment from its reversal under
          Bank transactions.
        </p>
      </Alert>
    </div>
  )
}

function FileBox({
  file: { id, name, bytes, account },
  check: { statement, mapping },
}: Pick<Props, 'file' | 'check'>) {
  const { period, profile, opening, closing } = statement
  return (
    <div className="mb-5 flex max-w-180 flex-wrap items-center gap-3 rounded-card border border-line px-4 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="truncate font-[560]">
          <bdi>{name}</bdi>
        </p>
        <p className="num text-xs text-muted">
          {statementProfileLabels[profile]}, {formatBytes(bytes)}.{' '}
          <Period from={period.from} to={period.to} />
        </p>
        <p className="text-xs text-muted">
          Balance: <Balances opening={opening} closing={closing} currency={account.currency} />
        </p>
      </div>
      {mapping && (
        <ButtonLink to={`${draftPath(id)}/columns`} size="small">
          Columns
        </ButtonLink>
      )}
      <ButtonLink to={`${statementsHome}/new`} size="small">
        Another file
      </ButtonLink>
    </div>
  )
}

function Sums({ file, check }: Pick<Props, 'file' | 'check'>) {
  const { counts, newOut, totals } = check
  const money = (minor: bigint) => formatCurrency(minor, file.account.currency)
  const problems = counts.problem
  return (
    <>
      <Figures>
        <Stat
          label="New"
          figure={grouped(counts.new)}
          context={newOut > 0 ? `${grouped(newOut)} of them outgoing` : 'To be matched'}
        />
        <Stat label="Seen before" figure={grouped(counts.seen)} context="Not added again" />
        <Stat
          label="Excluded"
          figure={grouped(counts.excluded)}
          context="Charges, sweeps, reversals"
        />
        <Stat
          label="Problems"
          figure={<span className={problems > 0 ? 'text-negative' : ''}>{grouped(problems)}</span>}
          context={problems > 0 ? 'Nothing can be added' : 'None'}
        />
      </Figures>
      <p className="num mt-2 text-xs text-muted">
        Money in {money(totals.in)}, money out {money(totals.out)}.
      </p>
    </>
  )
}

function Kinds({ check: { counts, shown } }: Pick<Props, 'check'>) {
  const [params] = useSearchParams()
  const isShown = (state: LineState) => state !== 'no-money' || counts[state] > 0
  return (
    <Toolbar className="mt-2">
      <ChipRow label="Lines">
        {lineStates.filter(isShown).map((state) => (
          <Chip key={state} to={withSearchParam(params, 'show', state)} isCurrent={state === shown}>
            {lineStateLabels[state]}{' '}
            <span className="num opacity-85">{grouped(counts[state])}</span>
          </Chip>
        ))}
      </ChipRow>
    </Toolbar>
  )
}

function Lines({ check: { shown, lines } }: Pick<Props, 'check'>) {
  const isWhy = shown === 'excluded' || shown === 'no-money'
  const last = shown === 'problem' ? 'Problem' : isWhy ? 'Why' : 'Typed reference'
  return (
    <Table
      caption={lineStateLabels[shown]}
      head={
        <>
          {['Line', 'Date', 'From or to', last].map((name) => (
            <Th key={name}>{name}</Th>
          ))}
          <Th end>Amount</Th>
        </>
      }
    >
      {lines.map((line) => (
        <Tr key={line.lineNumber}>
          <Td className="num text-muted">Line {line.lineNumber}</Td>
          <Td>
            <Day on={line.valueOn} />
          </Td>
          <Td wrap card="row">
            <Payer line={line} />
          </Td>
          <Td wrap card="row" className={line.problem ? 'text-negative' : ''}>
            <bdi className="wrap-anywhere">{about(line)}</bdi>
          </Td>
          <Td end card="row">
            {line.minor === 0n ? (
              <span className="text-muted">No amount</span>
            ) : (
              <SignedAmount minor={line.minor} currency={line.currency} />
            )}
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

function Payer({ line: { payerName, narrative, providerNumber } }: { line: ShownLine }) {
  const number = providerNumber.startsWith('~') ? null : providerNumber
  return (
    <>
      <bdi className="font-[560] wrap-anywhere">{payerName ?? narrative}</bdi>
      <span className="block text-xs text-muted wrap-anywhere">
        {number && <bdi className="num">{number}</bdi>}
        {number && payerName && ', '}
        {payerName && <bdi>{narrative}</bdi>}
      </span>
    </>
  )
}

const about = ({ problem, excluded, typedReference, takesBack }: ShownLine) => {
  if (takesBack) return `Reverses the payment of ${takesBack}`
  return problem ?? (excluded ? exclusionLabels[excluded] : (typedReference ?? ''))
}

function Confirm({ check, reply, fetcher }: Omit<Props, 'file'>) {
  const { counts, adds, reversed, fingerprint } = check
  const hasProblems = counts.problem > 0
  return (
    <ActionForm reply={reply} fetcher={fetcher} className="mt-5">
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <FormBar>
        <p className="me-auto text-xs max-md:flex-[1_0_100%]">
          <b className="font-[560]">Nothing has been added yet.</b>{' '}
          <span className="text-muted">{nextStep(check)}</span>
        </p>
        <ButtonLink to={statementsHome}>Cancel</ButtonLink>
        {!hasProblems && (
          <SubmitButton pendingLabel="Adding transactions" className="max-md:flex-1">
            {adds > 0 ? `Add ${howMany(adds, 'transaction')}` : 'Keep the statement'}
          </SubmitButton>
        )}
      </FormBar>
      {reversed > 0 && !hasProblems && (
        <p className="text-xs text-muted">
          {`${howMany(reversed, 'earlier transaction')} will be excluded, because a reversal of it is in this statement.`}
        </p>
      )}
    </ActionForm>
  )
}

function nextStep({ counts, newOut, adds }: Check): string {
  if (counts.problem > 0)
    return 'A statement is added completely or not at all. Check the lines with problems.'
  if (adds === 0) return 'Every line was already uploaded.'
  const out = newOut > 0 ? `${howMany(newOut, 'outgoing line')}, ` : ''
  return `${howMany(counts.new - newOut, 'line')} to match, ${out}${howMany(adds - counts.new, 'line')} excluded.`
}
