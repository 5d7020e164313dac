import { Link } from 'react-router'
import {
  listStatementUploads,
  type StatementUpload,
} from '../../domain/bank-transactions/statement-files.server.ts'
import {
  listWithdrawnStatements,
  type WithdrawnStatement,
} from '../../domain/bank-transactions/withdraw-statement.server.ts'
import { listPaymentAccounts } from '../../domain/payment-accounts/payment-accounts.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Moment } from '../../ui/day.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { grouped } from '../../values/grouped.ts'
import { isId } from '../../values/id.ts'
import { listQuery } from '../../values/list-query.ts'
import type { Route } from './+types/route.ts'
import { Balances, HowToDownload, howMany, Period, statementsHome } from './parts.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { page } = listQuery(url)
  const account = url.searchParams.get('account') ?? ''
  return adminQuery(context, async (admin) => {
    const accounts = await listPaymentAccounts(admin)
    const accountId = isId(account) ? account : null
    return {
      ...(await listStatementUploads(admin, { accountId, page })),
      withdrawn: await listWithdrawnStatements(admin, accountId),
      accounts: accounts.map(({ id, name }) => ({ value: id, label: name })),
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Bank Statements', args)

export default function BankStatements({ loaderData }: Route.ComponentProps) {
  const { statements, total, page, pageSize, accounts } = loaderData
  return (
    <>
      <PageHead
        back={{ to: '/admin-dashboard/transactions', label: 'Bank transactions' }}
        title="Bank Statements"
        count={total}
        lead="What arrived by M-Pesa and bank, as shown on their statements."
        actions={<UploadLink />}
      />
      {accounts.length > 1 && (
        <Toolbar>
          <FilterSelect
            name="account"
            label="Payment account"
            everything="All accounts"
            choices={accounts}
          />
        </Toolbar>
      )}
      {total === 0 ? (
        <>
          <EmptyState icon="payment" title="No statements yet" action={<UploadLink />}>
            Upload the statements of your paybill, till and bank accounts. Each payment in them is
            matched to its investment.
          </EmptyState>
          <HowToDownload />
        </>
      ) : (
        <>
          <Statements statements={statements} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Withdrawn statements={loaderData.withdrawn} />
    </>
  )
}

function Withdrawn({ statements }: { statements: WithdrawnStatement[] }) {
  if (statements.length === 0) return null
  return (
    <details className="mt-6 text-sm">
      <summary className="tall-target w-fit cursor-pointer underline underline-offset-2">
        {statements.length === 1
          ? '1 withdrawn statement'
          : `${statements.length} withdrawn statements`}
      </summary>
      <ul className="mt-2 grid gap-2">
        {statements.map(({ id, name, account, from, to, lines, reason, by, at }) => (
          <li key={id} className="wrap-anywhere">
            <bdi className="font-[560]">{name}</bdi>, <bdi>{account}</bdi>,{' '}
            <Period from={from} to={to} />, {howMany(lines, 'line')}.{' '}
            <span className="text-muted">
              Withdrawn{' '}
              {by && (
                <>
                  by <bdi>{by}</bdi>{' '}
                </>
              )}
              on <Moment at={at} />: <bdi>{reason}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function UploadLink() {
  return (
    <ButtonLink to={`${statementsHome}/new`} {...opensWithN} look="primary" icon="upload">
      Upload a statement
    </ButtonLink>
  )
}

function Statements({ statements }: { statements: StatementUpload[] }) {
  const head = ['Period', 'Account', 'Balance', 'Uploaded'].map((name) => (
    <Th key={name}>{name}</Th>
  ))
  return (
    <Table
      caption="Bank statements, the latest period first"
      head={
        <>
          {head}
          <Th end>Lines</Th>
        </>
      }
    >
      {statements.map(({ id, account, from, to, opening, closing, ...file }) => (
        <Tr key={id}>
          <Td>
            <Link
              to={`${statementsHome}/${id}`}
              className="font-[560] text-link underline underline-offset-2"
            >
              <Period from={from} to={to} />
            </Link>
          </Td>
          <Td wrap>
            <bdi className="wrap-anywhere">{account.name}</bdi>
            <span className="num block text-xs text-muted">
              <bdi>{account.number}</bdi>, {account.currency}
            </span>
          </Td>
          <Td card="row" className="text-xs">
            <Balances opening={opening} closing={closing} currency={account.currency} />
          </Td>
          <Td card="row" className="text-xs text-muted">
            {file.uploadedBy && (
              <>
                <bdi>{file.uploadedBy}</bdi>,{' '}
              </>
            )}
            <Moment at={file.uploadedAt} />
          </Td>
          <Td end card="row" className="num">
            {grouped(file.lines)}
            <span className="block text-xs text-muted">{grouped(file.newLines)} new</span>
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home="/admin-dashboard" title="The statements could not be loaded" />
  )
}
