import { Link, Outlet } from 'react-router'
import { latestAuditEntries } from '../../../domain/audit/audit-log.server.ts'
import { returnsOf } from '../../../domain/distributions/my-returns.server.ts'
import { personalDocumentsOf } from '../../../domain/documents/documents-of-investor.server.ts'
import { inquiriesOfInvestor } from '../../../domain/inquiries/inquiries-of-investor.server.ts'
import { waitingRequests } from '../../../domain/investment-requests/my-requests.server.ts'
import {
  firstInvestments,
  type MyInvestment,
  nextPayments,
  portfolioOf,
} from '../../../domain/investments/portfolio.server.ts'
import { findInvestor, type KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { latestNotifications } from '../../../domain/notifications/my-notifications.server.ts'
import { reminderStateOf } from '../../../domain/payment-reminders/reminders.server.ts'
import { type HeldMoney, heldMoney } from '../../../domain/payments/held-money.server.ts'
import { latestPaymentsOf } from '../../../domain/payments/payments-of-investor.server.ts'
import { contactNotesOf } from '../../../domain/receivables/contact-notes.server.ts'
import { firstStatementDate, listStatements } from '../../../domain/statements/statements.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { adminQuery, notFound } from '../../../platform/session/session.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { formatHeld } from '../../../values/held-money.ts'
import { PhoneLinks } from '../../parts/phone-links.tsx'
import { investmentsHome, investorsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'
import { AccountPanel } from './account-panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { ChangesPanel, SignInsPanel } from './history-panels.tsx'
import { InquiriesPanel } from './inquiries-panel.tsx'
import { InvestmentsPanel } from './investments-panel.tsx'
import { InvestorSummary } from './investor-summary.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { RequestsPanel } from './requests-panel.tsx'
import { StatementsPanel } from './statements-panel.tsx'

/** Entries per panel; each links to its full list. */
const few = 5

export async function loader({ params, context }: Route.LoaderArgs) {
  const { investorId } = params
  return adminQuery(context, async (admin) => {
    const investor = await findInvestor(admin, investorId)
    if (!investor) throw notFound()
    const about = { ...admin, investorId }
    const userId = investor.account?.id ?? null
    const [
      portfolio,
      {
        payments: [next = null],
      },
      returns,
      investments,
      requests,
      payments,
    ] = await Promise.all([
      portfolioOf(about),
      nextPayments(about, 1),
      returnsOf(about),
      firstInvestments(about, few),
      waitingRequests(about),
      latestPaymentsOf(admin, investorId, few),
    ])
    const [statements, firstStated, documents, notifications, changes, signIns] = await Promise.all(
      [
        listStatements(about),
        firstStatementDate(about),
        personalDocumentsOf(admin, { investorId, userId }, few),
        latestNotifications(about, few),
        latestAuditEntries(admin, investorId, { of: 'changes', count: few }),
        userId ? latestAuditEntries(admin, userId, { of: 'sign-ins', count: few }) : [],
      ],
    )
    const held = await heldMoney(admin, investorId)
    const reminders = await reminderStateOf(admin, investorId)
    const contact = await contactNotesOf(admin, investorId, few)
    const inquiries = await inquiriesOfInvestor(admin, investorId, few)
    const money = { portfolio, next, returns, investments, requests, payments, held, reminders }
    const listed = { statements, mayIssue: firstStated !== null, documents }
    const history = { contact, inquiries, changes, signIns }
    return { investor, ...money, ...listed, notifications, ...history, today: clock.today() }
  })
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.investor.fullName} · Investor` : 'Investor', args)

export default function Investor({ loaderData }: Route.ComponentProps) {
  const {
    investor,
    portfolio,
    next,
    returns,
    investments,
    payments,
    documents,
    notifications,
    today,
  } = loaderData
  const { fullName, holder, email, phone, isArchived } = investor
  const payTo = paymentOf(investor.id, investments)
  return (
    <>
      <PageHead
        back={{ to: investorsHome, label: 'Manage Investors' }}
        title={<bdi className="wrap-anywhere">{fullName}</bdi>}
        lead={
          <>
            <bdi className="wrap-anywhere">{email}</bdi>, {holder}
            {phone && (
              <>
                , <PhoneLinks phone={phone} />
              </>
            )}{' '}
            {isArchived && <Badge>Archived</Badge>}
          </>
        }
        actions={<Acts investor={investor} payTo={payTo} />}
      />
      <InvestorSummary portfolio={portfolio} next={next} returns={returns} today={today} />
      <Held held={loaderData.held} name={fullName} />
      <div className="mt-5 grid items-start gap-5 @min-[56rem]/main:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <RequestsPanel email={email} requests={loaderData.requests} />
          <InvestmentsPanel investor={investor} investments={investments} today={today} />
          <PaymentsPanel {...payments} />
          <ChangesPanel investorId={investor.id} entries={loaderData.changes} />
        </div>
        <div className="grid min-w-0 gap-5">
          <AccountPanel investor={investor} reminders={loaderData.reminders} />
          <StatementsPanel
            investorId={investor.id}
            statements={loaderData.statements}
            shown={few}
            mayIssue={loaderData.mayIssue}
          />
          <DocumentsPanel investorId={investor.id} documents={documents} name={fullName} />
          <ContactPanel investorId={investor.id} contact={loaderData.contact} today={today} />
          <InquiriesPanel inquiries={loaderData.inquiries} email={email} />
          <MessagesPanel notifications={notifications} name={fullName} />
          {investor.account && (
            <SignInsPanel accountId={investor.account.id} entries={loaderData.signIns} />
          )}
          <Removal investor={investor} />
        </div>
      </div>
      <Outlet />
    </>
  )
}

/** Rests of transactions that wait for an investment or a return. */
function Held({ held, name }: { held: HeldMoney[]; name: string }) {
  const amounts = formatHeld(held)
  if (amounts === null) return null
  return (
    <div className="mt-5">
      <Alert>
        {amounts} held for <bdi>{name}</bdi>, not credited to an investment yet.{' '}
        <Link
          to={`/admin-dashboard/transactions?${new URLSearchParams({ q: name })}`}
          className="font-medium text-link underline underline-offset-2"
        >
          Show the transactions
        </Link>
      </Alert>
    </div>
  )
}

/** The payment dialog of the only payable investment; the list when there are several; null for none. */
function paymentOf(investorId: string, investments: MyInvestment[]): string | null {
  const open = investments.filter(({ status }) => status === 'pending' || status === 'active')
  const [first, another] = open
  if (!first) return null
  return another
    ? `${investmentsHome}?investor=${investorId}&sort=next-payment`
    : `${investmentsHome}/${first.id}/ledger/payment`
}

/** On phones this many buttons need their own line (see PageHead). */
const ownLine = { className: 'keeps-words' }

function Acts({ investor, payTo }: { investor: KnownInvestor; payTo: string | null }) {
  const { id, isArchived, account, status } = investor
  const at = `${investorsHome}/${id}/profile`
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink icon="eye" to={`/investment-dashboard?investorId=${id}`} newTab>
        View dashboard
      </ButtonLink>
      {isArchived ? (
        <DialogLink look="primary" icon="refresh" to={`${at}/restore`}>
          Restore
        </DialogLink>
      ) : (
        <>
          <DialogLink look="secondary" icon="edit" to={`${at}/edit`}>
            Edit
          </DialogLink>
          {(account === null || status === 'pending') && (
            <DialogLink look="secondary" icon="mail" to={`${at}/invitation`}>
              Invite
            </DialogLink>
          )}
          <ButtonLink icon="upload" to={`/admin-dashboard/documents/new?investor=${id}`}>
            Upload
          </ButtonLink>
          <DialogLink look="secondary" icon="plus" to={`${at}/investment`} {...(!payTo && ownLine)}>
            Add Investment
          </DialogLink>
          {payTo && (
            <ButtonLink look="primary" icon="payment" to={payTo} {...ownLine}>
              Record payment
            </ButtonLink>
          )}
        </>
      )}
    </div>
  )
}

/** The dialog decides between deleting and archiving. */
function Removal({ investor: { id, isArchived } }: { investor: KnownInvestor }) {
  if (isArchived) return null
  return (
    <section className="px-1">
      <h2 className="text-md font-semibold">Archive or delete this investor</h2>
      <p className="mt-0.5 mb-2 text-xs text-muted">
        They can no longer sign in. All records stay.
      </p>
      <DialogLink
        look="secondary"
        size="small"
        icon="trash"
        to={`${investorsHome}/${id}/profile/removal`}
      >
        Archive or delete
      </DialogLink>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={investorsHome} title="Error fetching investors" />
}
