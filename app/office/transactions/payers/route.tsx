import { Link } from 'react-router'
import { z } from 'zod'
import { payerNumberWords } from '../../../domain/bank-transactions/bank-transaction.ts'
import {
  forgetPayer,
  type KnownPayerOfInvestor,
  listKnownPayers,
} from '../../../domain/bank-transactions/known-payers.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../../ui/feedback/empty-state.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SearchForm } from '../../../ui/fields/search-form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { Toolbar } from '../../../ui/layout/chips.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { listQuery } from '../../../values/list-query.ts'
import { payersHome, transactionsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'

const ForgetSchema = z.object({ payerId: z.uuid('Choose a payer from the list.') })

export const loader = ({ url, context }: Route.LoaderArgs) =>
  adminQuery(context, async (admin) => {
    const search = listQuery(url)
    return { ...(await listKnownPayers(admin, search)), q: search.q }
  })

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    guard: requireAdmin,
    schema: ForgetSchema,
    run: ({ value }) => adminCommand(args.context, (admin) => forgetPayer(admin, value.payerId)),
    refusals: {},
    done: () => ({
      to: `${payersHome}${args.url.search}`,
      toast: {
        kind: 'success',
        title: 'Payer removed',
        text: 'Their payments are no longer suggested for this investor.',
      },
    }),
    failed: 'The payer was not removed',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Known payers', args)

export default function KnownPayers({ loaderData, actionData }: Route.ComponentProps) {
  const { payers, total, q } = loaderData
  const { answer } = useAnswer(actionData)
  return (
    <>
      <PageHead
        title="Known payers"
        count={total}
        lead="Who paid for whom, learnt from matches by hand. Their next payments are suggested for the same investor."
        back={{ to: transactionsHome, label: 'Bank transactions' }}
      />
      {(total > 0 || q !== '') && (
        <Toolbar>
          <SearchForm label="Search payers..." />
        </Toolbar>
      )}
      {total === 0 ? (
        <NoPayers isSearch={q !== ''} />
      ) : (
        <Table
          caption="Known payers, the latest first"
          head={
            <>
              <Th>Payer</Th>
              <Th>Pays for</Th>
              <Th>Learnt</Th>
              <Th end>
                <span className="sr-only">Remove</span>
              </Th>
            </>
          }
        >
          {payers.map((payer) => (
            <Payer key={payer.id} payer={payer} />
          ))}
        </Table>
      )}
      {total > 0 && <Pagination {...loaderData} />}
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}

function NoPayers({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyState icon="search" title="No payers found">
      <SearchAdvice>Search for a payer’s name or number, or for an investor.</SearchAdvice>
    </EmptyState>
  ) : (
    <EmptyState icon="investors" title="No known payers yet">
      Match a transaction by hand, and its payer appears here.
    </EmptyState>
  )
}

function Payer({ payer }: { payer: KnownPayerOfInvestor }) {
  const { id, payerName, investor, investorId, learntBy, learntAt } = payer
  const payerNumber = payer.payerNumber && payerNumberWords(payer.payerNumber)
  const { fetcher } = useAnswer(undefined)
  return (
    <Tr>
      <Td wrap>
        <bdi className="font-[560]">{payerName ?? payerNumber}</bdi>
        {payerName && <span className="block text-xs text-muted">{payerNumber}</span>}
      </Td>
      <Td wrap>
        <Link
          to={`/admin-dashboard/investors/${investorId}`}
          className="tall-target text-link underline underline-offset-2"
        >
          <bdi>{investor}</bdi>
        </Link>
      </Td>
      <Td card="row" className="text-xs text-muted">
        <Moment at={learntAt} />
        {learntBy && <>, by {learntBy}</>}
      </Td>
      <Td end card="row">
        <ActionForm reply={undefined} fetcher={fetcher} nothingToType>
          <input type="hidden" name="payerId" value={id} />
          <SubmitButton look="secondary" size="small">
            Remove<span className="sr-only"> {payerName ?? payerNumber}</span>
          </SubmitButton>
        </ActionForm>
      </Td>
    </Tr>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={transactionsHome} title="The payers could not be loaded" />
}
