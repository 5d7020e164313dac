import { Outlet } from 'react-router'
import { statementProfileLabels } from '../../../domain/bank-statements/statement.ts'
import {
  findStatementUpload,
  listUploadedLines,
  type UploadedLine,
} from '../../../domain/bank-transactions/statement-files.server.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Day, Moment } from '../../../ui/day.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { Figures, Stat } from '../../../ui/layout/stat.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { grouped } from '../../../values/grouped.ts'
import { listQuery } from '../../../values/list-query.ts'
import {
  Balances,
  Period,
  SignedAmount,
  statementsHome,
  TransactionBadge,
  transactionsOf,
} from '../parts.tsx'
import type { Route } from './+types/route.ts'

export function loader({ params, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const statement = await findStatementUpload(admin, params.statementFileId)
    if (!statement) throw notFound()
    return { statement, ...(await listUploadedLines(admin, statement, listQuery(url).page)) }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Bank statement', args)

export default function UploadedStatement({ loaderData }: Route.ComponentProps) {
  const { statement, lines, totals, page, pageSize } = loaderData
  const { account, from, to, opening, closing, name, uploadedBy, uploadedAt } = statement
  const money = (minor: bigint) => formatCurrency(minor, account.currency)
  return (
    <>
      <PageHead
        title={<Period from={from} to={to} />}
        back={{ to: statementsHome, label: 'Bank Statements' }}
        lead={
          <>
            <bdi>{account.name}</bdi>, <bdi className="num">{account.number}</bdi>
          </>
        }
        actions={
          <>
            <DialogLink look="secondary" to={`${statementsHome}/${statement.id}/withdraw`}>
              Withdraw
            </DialogLink>
            {statement.newLines > 0 && (
              <ButtonLink to={transactionsOf(statement.id)} look="primary" icon="payment">
                Match its transactions
              </ButtonLink>
            )}
          </>
        }
      />
      <p className="mb-4 text-xs text-muted wrap-anywhere">
        <bdi>{name}</bdi>, {statementProfileLabels[statement.profile]}. Uploaded{' '}
        <Moment at={uploadedAt} />
        {uploadedBy && (
          <>
            {' '}
            by <bdi>{uploadedBy}</bdi>
          </>
        )}
        .
      </p>
      <Figures columns={3}>
        <Stat
          label="Lines"
          figure={grouped(statement.lines)}
          context={`${grouped(statement.newLines)} new`}
        />
        <Stat label="Money in" figure={<Sum>{money(totals.in)}</Sum>} />
        <Stat label="Money out" figure={<Sum>{money(totals.out)}</Sum>} />
      </Figures>
      <p className="mt-2 mb-4 text-xs text-muted">
        Balance: <Balances opening={opening} closing={closing} currency={account.currency} />
      </p>
      {lines.length === 0 ? (
        <EmptyState icon="payment" title="No lines">
          No money moved in this period.
        </EmptyState>
      ) : (
        <>
          <Lines lines={lines} />
          <Pagination page={page} pageSize={pageSize} total={statement.lines} />
        </>
      )}
      <Outlet />
    </>
  )
}

const Sum = ({ children }: { children: string }) => (
  <span className="text-xl whitespace-nowrap">{children}</span>
)

function Lines({ lines }: { lines: UploadedLine[] }) {
  return (
    <Table
      caption="Lines in the order of the file"
      head={
        <>
          {['Line', 'Date', 'From', 'State'].map((name) => (
            <Th key={name}>{name}</Th>
          ))}
          <Th end>Amount</Th>
        </>
      }
    >
      {lines.map((line) => (
        <Tr key={line.id}>
          <Td className="num text-muted">Line {line.lineNumber}</Td>
          <Td>
            <Day on={line.valueOn} />
          </Td>
          <Td wrap card="row">
            <bdi className="font-[560] wrap-anywhere">{line.payerName ?? line.narrative}</bdi>
            <span className="block text-xs text-muted wrap-anywhere">
              <bdi>{aboutLine(line)}</bdi>
            </span>
          </Td>
          <Td>
            <TransactionBadge state={line.state} exclusion={line.exclusion} />{' '}
            {!line.isNew && <Badge>Seen before</Badge>}
          </Td>
          <Td end card="row">
            <SignedAmount minor={line.minor} currency={line.currency} />
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

function aboutLine({ providerNumber, payerName, narrative }: UploadedLine): string {
  const number = providerNumber.startsWith('~') ? null : providerNumber
  return [number, payerName && narrative].filter(Boolean).join(', ')
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={statementsHome} title="The statement could not be loaded" />
}
