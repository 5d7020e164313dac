import { Link } from 'react-router'
import { hasMailTransport } from '../../domain/accounts/administration/mail-availability.server.ts'
import { moneyIn } from '../../domain/bank-transactions/money-in.server.ts'
import { companyFacts } from '../../domain/company/company.server.ts'
import { isDescribed } from '../../domain/company/company.ts'
import { recoveryState } from '../../domain/company/recovery-state.server.ts'
import { messagesAttention, officeAttention } from '../../domain/inquiries/attention.server.ts'
import { receivedByMonth } from '../../domain/payments/received-by-month.server.ts'
import { officeOverview, recentActivities } from '../../domain/reports/overview.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { config } from '../../platform/config.server.ts'
import { adminQuery, type Context, ownPermissions } from '../../platform/session/session.server.ts'
import { Day } from '../../ui/day.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import type { Toast } from '../../values/toast.ts'
import type { Route } from './+types/route.ts'
import { BackupState, type Backups, BackupWarnings } from './backup-state.tsx'
import { FirstSteps, isNothingCounted } from './first-steps.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { ReceivedByAccount } from './received-by-account.tsx'
import { ReceivedChart } from './received-chart.tsx'
import { RecentActivities } from './recent-activities.tsx'
import { SupportDashboard } from './support-dashboard.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const permissions = await ownPermissions(context)
  const seesMoney = permissions.includes('read-money')
  return {
    now: clock.now(),
    today: clock.today(),
    backups: permissions.includes('settings') ? await backupsOf(context) : null,
    ...(await (seesMoney ? whole : ofSupport)(context)),
  }
}

async function ofSupport(context: Context) {
  return { figures: null, messages: await adminQuery(context, messagesAttention) }
}

async function whole(context: Context) {
  const found = await adminQuery(context, async (admin) => ({
    overview: await officeOverview(admin),
    attention: await officeAttention(admin),
    moneyIn: await moneyIn(admin),
    activities: await recentActivities(admin),
    months: await receivedByMonth(admin),
    company: await companyFacts(admin),
    canSendMail: await hasMailTransport(admin),
  }))
  const { company, ...figures } = found
  const isOutOfReach = company.contactEmail === null || company.supportEmail === null
  return { figures: { ...figures, isOutOfReach, isCompanyDescribed: isDescribed(company) } }
}

/** Null where nothing is scheduled and nothing was done by hand: then backups are made in another way. */
async function backupsOf(context: Context): Promise<Backups | null> {
  const state = await adminQuery(context, recoveryState)
  const everyHours = config.backups?.everyHours ?? null
  const isKnown = everyHours !== null || state.backupAt || state.drillAt || state.verifyAt
  return isKnown ? { ...state, everyHours } : null
}

export const meta: Route.MetaFunction = (args) => pageTitle('Dashboard', args)

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { now, today, figures, backups } = loaderData
  return (
    <>
      <PageHead title="Dashboard" lead={<Day on={today} />} actions={<AddInvestment />} />
      {backups && <BackupWarnings backups={backups} now={now} />}
      {figures === null ? (
        <SupportDashboard attention={loaderData.messages} now={now} />
      ) : (
        <WholeDashboard {...figures} now={now} />
      )}
      {backups && <BackupState backups={backups} now={now} />}
    </>
  )
}

type Figures = NonNullable<Route.ComponentProps['loaderData']['figures']>

function WholeDashboard({
  overview,
  attention,
  moneyIn: arrived,
  activities,
  months,
  isOutOfReach,
  isCompanyDescribed,
  canSendMail,
  now,
}: Figures & { now: Date }) {
  const isEmpty = isNothingCounted(overview)
  return (
    <>
      {isOutOfReach && <ContactsMissing />}
      <FirstSteps
        overview={overview}
        isCompanyDescribed={isCompanyDescribed}
        canSendMail={canSendMail}
      />
      {!isEmpty && <OverviewFigures overview={overview} overdue={attention.due.overdue} />}
      <div className="mt-7 grid gap-x-10 gap-y-7 @min-[56rem]/main:grid-cols-2">
        <NeedsAttention attention={attention} moneyIn={arrived} now={now} />
        {!isEmpty && <RecentActivities activities={activities} now={now} />}
      </div>
      <ReceivedByAccount month={arrived.month} received={arrived.received} />
      {!isEmpty && <ReceivedChart months={months} />}
    </>
  )
}

function AddInvestment() {
  return (
    <DialogLink to="investments/new" look="secondary" icon="plus">
      Add Investment
    </DialogLink>
  )
}

/** Without contacts, emails and pages refer readers to the person who invited them. */
function ContactsMissing() {
  return (
    <div className="mb-5">
      <Alert>
        People cannot see how to reach you: no contact email is set.{' '}
        <Link to="company#contacts" className="font-medium text-link underline underline-offset-2">
          Set the contact details
        </Link>
      </Alert>
    </div>
  )
}

const failed: Toast = {
  kind: 'error',
  title: 'Error fetching dashboard data',
  text: 'Please try again later.',
}

/** The rest of the back office works when the figures cannot be loaded. */
export function ErrorBoundary() {
  return (
    <>
      <PageHead title="Dashboard" />
      <ErrorState title="The figures could not be loaded">Please try again later.</ErrorState>
      <Toaster toast={failed} />
    </>
  )
}
