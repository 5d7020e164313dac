import { Outlet } from 'react-router'
import {
  type ActByOnePerson,
  actsByOnePerson,
} from '../../domain/approvals/acts-by-one-person.server.ts'
import { proposalDays } from '../../domain/approvals/approval.ts'
import { type ListedProposal, listProposals } from '../../domain/approvals/proposals.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { adminQuery, currentUser } from '../../platform/session/session.server.ts'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Chip, ChipRow, Toolbar } from '../../ui/layout/chips.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { listQuery } from '../../values/list-query.ts'
import { approvalsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { ActsByOnePerson } from './acts-by-one-person.tsx'
import { ProposalsTable } from './proposals-table.tsx'

const shows = ['decided', 'one-person'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const { page } = listQuery(url)
  const show = shows.find((known) => known === url.searchParams.get('show')) ?? null
  const user = await currentUser(context)
  const list = await adminQuery(context, async (admin) => {
    if (show === 'one-person') {
      const { acts, ...rest } = await actsByOnePerson(admin, page)
      return { ...rest, acts, proposals: null }
    }
    const { proposals, ...rest } = await listProposals(admin, { state: show ?? 'open', page })
    return { ...rest, proposals, acts: null }
  })
  const approves = user?.permissions.includes('approvals') ?? false
  return { ...list, show, userId: user?.userId ?? '', approves, now: clock.now() }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Approvals', args)

export default function Approvals({ loaderData }: Route.ComponentProps) {
  const { show, total, page, pageSize } = loaderData
  return (
    <>
      <PageHead
        title="Approvals"
        count={total}
        lead={`What needs a second person waits here for ${proposalDays} days.`}
        actions={
          <DialogLink to={`${approvalsHome}/limits`} look="secondary" icon="settings">
            Limits
          </DialogLink>
        }
      />
      <Toolbar>
        <ChipRow label="Show">
          <Chip to={approvalsHome} isCurrent={show === null}>
            Waiting
          </Chip>
          <Chip to={`${approvalsHome}?show=decided`} isCurrent={show === 'decided'}>
            Decided
          </Chip>
          <Chip to={`${approvalsHome}?show=one-person`} isCurrent={show === 'one-person'}>
            By one person
          </Chip>
        </ChipRow>
      </Toolbar>
      {total === 0 ? <Nothing show={show} /> : <List {...loaderData} />}
      {total > 0 && <Pagination page={page} pageSize={pageSize} total={total} />}
      <Outlet />
    </>
  )
}

type Listed = {
  proposals: ListedProposal[] | null
  acts: ActByOnePerson[] | null
  userId: string
  approves: boolean
  now: Date
}

function List({ proposals, acts, ...shown }: Listed) {
  if (acts) return <ActsByOnePerson acts={acts} />
  return <ProposalsTable proposals={proposals ?? []} {...shown} />
}

function Nothing({ show }: { show: (typeof shows)[number] | null }) {
  if (show === 'decided')
    return (
      <EmptyState icon="check-circle" title="No decisions yet">
        What was approved, declined or withdrawn appears here.
      </EmptyState>
    )
  if (show === 'one-person')
    return (
      <EmptyState icon="check-circle" title="Nothing was done by one person">
        Actions that need two people appear here when no one else could approve them.
      </EmptyState>
    )
  return (
    <EmptyState icon="check-circle" title="Nothing is waiting for approval">
      Payments, refunds and voids above the limits, and changes of payment accounts, roles, rates
      and limits wait here for a second person.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home="/admin-dashboard" title="The approvals could not be loaded" />
  )
}
