import { Outlet } from 'react-router'
import { companyFacts } from '../../../domain/company/company.server.ts'
import { mySharesOf, sumShares } from '../../../domain/distributions/my-returns.server.ts'
import { latestOfProject } from '../../../domain/documents/documents.server.ts'
import { investmentStatusLabels, investmentTones } from '../../../domain/investments/investment.ts'
import { findMyTerms } from '../../../domain/investments/my-terms.server.ts'
import { findMyInvestment } from '../../../domain/investments/portfolio.server.ts'
import { withoutDayWords } from '../../../domain/payment-plans/plan-state.ts'
import { plansOf } from '../../../domain/payment-plans/plans.server.ts'
import { proofsOfInvestment } from '../../../domain/payment-proofs/proofs.server.ts'
import { remindersOf } from '../../../domain/payment-reminders/reminders.server.ts'
import { howToPayNext } from '../../../domain/payments/how-to-pay-next.server.ts'
import { paymentsOf } from '../../../domain/payments/my-payments.server.ts'
import { listMilestones, proofDocumentsOf } from '../../../domain/projects/milestones.server.ts'
import { listUpdates } from '../../../domain/projects/progress-updates.server.ts'
import { updatePromisesOf } from '../../../domain/projects/update-promise.server.ts'
import { listVerification } from '../../../domain/verification/verification-items.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { notFound } from '../../../platform/session/session.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { HowToPayPanel } from '../../../ui/how-to-pay.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { RemindersPanel } from '../../../ui/reminders-panel.tsx'
import { isId } from '../../../values/id.ts'
import { listQuery } from '../../../values/list-query.ts'
import { viewerQuery } from '../../guard.server.ts'
import { projectBadges } from '../../parts/labels.ts'
import { usePortalAddress } from '../../parts/portal-link.tsx'
import { StatementsLink } from '../../parts/statements-link.tsx'
import { investmentsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'
import { Distributions } from './distributions.tsx'
import { InvestmentSummary } from './investment-summary.tsx'
import { Ledger } from './ledger.tsx'
import { Milestones } from './milestones.tsx'
import { Plan } from './plan.tsx'
import { ProjectDocuments } from './project-documents.tsx'
import { ProofsPanel } from './proofs-panel.tsx'
import { Terms } from './terms.tsx'
import { Updates } from './updates.tsx'
import { Verification } from './verification.tsx'

const documentsShown = 4

type Reader = Parameters<Parameters<typeof viewerQuery>[1]>[0]

export async function loader({ params: { investmentId }, url, context }: Route.LoaderArgs) {
  const found = await viewerQuery(context, async (reader) => {
    if (!isId(investmentId)) throw notFound()
    const [investment, terms, payments, shares, { supportEmail }] = await Promise.all([
      findMyInvestment(reader, investmentId),
      findMyTerms(reader, investmentId),
      paymentsOf(reader, [investmentId]),
      mySharesOf(reader, investmentId),
      companyFacts(reader),
    ])
    if (!investment || !terms) throw notFound()
    const { id, project } = investment
    const [updates, listed, built] = await Promise.all([
      project && listUpdates(reader, project.id, listQuery(url).page),
      project && latestOfProject(reader, project.id, documentsShown),
      builtOf(reader, project?.id ?? null),
    ])
    const instructions = await howToPayNext(reader, { ...investment, ...terms })
    const proofs = await proofsOfInvestment(reader, id)
    const reminders = await remindersOf(reader, id)
    const plans = await plansOf(reader, id)
    return {
      investment,
      terms,
      payments: payments.get(id) ?? [],
      shares,
      ...sumShares(shares),
      updates,
      ...built,
      documents: listed,
      supportEmail,
      instructions,
      proofs,
      reminders,
      plans,
    }
  })
  return { ...found, today: clock.today() }
}

/** The milestones and verification file of the project, and when its next update is due. */
async function builtOf(reader: Reader, projectId: string | null) {
  if (projectId === null)
    return { milestones: [], proofDocuments: new Map(), promise: null, verification: [] }
  const [milestones, proofDocuments, promises, verification] = await Promise.all([
    listMilestones(reader, projectId),
    proofDocumentsOf(reader, projectId),
    updatePromisesOf(reader, [projectId]),
    listVerification(reader, projectId),
  ])
  return {
    milestones,
    proofDocuments,
    promise: promises.get(projectId) ?? null,
    verification,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData?.investment.project?.name ?? 'Investment', args)

type Loaded = Route.ComponentProps['loaderData']

export default function Investment({ loaderData }: Route.ComponentProps) {
  const {
    investment,
    terms,
    payments,
    shares,
    returned,
    updates,
    documents: listed,
    supportEmail,
    today,
  } = loaderData
  const { instructions, proofs, plans } = loaderData
  const withoutDay = withoutDayWords(plans[0]?.lines, today)
  const address = usePortalAddress()
  return (
    <>
      <PageHead
        back={{ to: address(investmentsHome), label: 'My Investments' }}
        title={<bdi>{investment.project?.name ?? 'Project no longer shown'}</bdi>}
        lead={<Lead investment={investment} />}
        actions={<StatementsLink />}
      />
      <div className="grid gap-(--gap)">
        <InvestmentSummary
          investment={investment}
          returned={returned}
          declared={loaderData.declared}
          hasShares={shares.length > 0}
          former={formerProgress(investment, updates)}
          isPayable={instructions !== null}
          withoutDay={withoutDay}
          today={today}
        />
        <div className="grid grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] items-start gap-(--gap) @max-[58rem]/main:grid-cols-1">
          <div className="grid gap-(--gap)">
            <Plan investment={investment} plans={plans} today={today} />
            <Ledger payments={payments} />
            <Distributions shares={shares} total={returned} />
            <Milestones
              milestones={loaderData.milestones}
              documents={loaderData.proofDocuments}
              today={today}
            />
            <Updates found={updates} promise={loaderData.promise} status={investment.status} />
          </div>
          <div className="grid gap-(--gap)">
            {instructions && (
              <HowToPayPanel
                instructions={instructions}
                action={<HowToPayPdf investmentId={investment.id} />}
              />
            )}
            {(instructions || proofs.length > 0) && (
              <ProofsPanel investmentId={investment.id} proofs={proofs} />
            )}
            <RemindersPanel reminders={loaderData.reminders} />
            <Terms investment={investment} terms={terms} withoutDay={withoutDay} today={today} />
            {investment.project && listed && (
              <ProjectDocuments
                project={investment.project.name}
                status={investment.status}
                listed={listed}
              />
            )}
            <Verification items={loaderData.verification} today={today} />
            <Question supportEmail={supportEmail} />
          </div>
        </div>
      </div>
      <Outlet />
    </>
  )
}

function HowToPayPdf({ investmentId }: { investmentId: string }) {
  return (
    <DownloadLink
      href={usePortalAddress()(`${investmentsHome}/${investmentId}/how-to-pay/pdf`)}
      className="text-xs text-link underline underline-offset-2"
      aria-label="Download how to pay as PDF"
    >
      PDF
    </DownloadLink>
  )
}

/** The progress reported before the current one; null without one, or on older pages. */
function formerProgress({ project }: Loaded['investment'], found: Loaded['updates']) {
  const [latest, former] = found?.page === 1 ? found.updates : []
  const isToday =
    project !== null && latest !== undefined && latest.percent * 100 === project.progress
  return isToday && former && former.percent !== latest.percent ? former : null
}

function Lead({ investment: { project, owned, status } }: Pick<Loaded, 'investment'>) {
  const badge = project && projectBadges[project.status]
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {project && (
        <span className="inline-flex max-w-full items-center gap-1.5">
          <Icon name="pin" size="small" />
          <bdi className="min-w-0 wrap-anywhere">{project.location}</bdi>
        </span>
      )}
      {owned !== null && <bdi className="min-w-0 wrap-anywhere">{owned}</bdi>}
      {status === 'cancelled' && (
        <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>
      )}
    </span>
  )
}

function Question({ supportEmail }: { supportEmail: string | null }) {
  return (
    <section className="min-w-0 px-1 pt-1">
      <h2 className="text-base leading-[1.4] font-semibold tracking-[-0.006em]">
        A question about this investment?
      </h2>
      <p className="text-xs text-muted">
        {supportEmail === null ? (
          'Ask the person who invited you.'
        ) : (
          <>
            Write to{' '}
            <a
              href={`mailto:${supportEmail}`}
              className="text-link underline underline-offset-2 wrap-anywhere"
            >
              {supportEmail}
            </a>
            .
          </>
        )}
      </p>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home={investmentsHome} title="Your investment could not be loaded" />
  )
}
