import { isRouteErrorResponse } from 'react-router'
import { revalidateWhenRefused } from '../../ui/connection/revalidate-when-refused.ts'
import pagesSheet from '../pages.css?url'
import { unlistedHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'
import { AboutProject } from './about-project.tsx'
import { AmountStep, DiscardDraft } from './amount-step.tsx'
import { useFocusOnArrival } from './focus-on-arrival.ts'
import { titleClass } from './frame.tsx'
import type { InvestView } from './invest-view.ts'
import { ClearDraft } from './keep-draft.tsx'
import { loadInvest } from './load-invest.server.ts'
import { ForAdministrators, InvestmentClosed, NoneLeft } from './no-form.tsx'
import { Review } from './review.tsx'
import { sendStep } from './send-step.server.ts'
import { Sent } from './sent.tsx'
import { Crumbs, Steps } from './steps.tsx'
import { Terms } from './terms.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** An investor's request in three steps, stored on the server. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadInvest(context, params.slug, url)
}

export function action(args: Route.ActionArgs) {
  return sendStep(args)
}

/** Revalidates after a refusal, because the offer may have changed. */
export const shouldRevalidate = revalidateWhenRefused

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return []
  const { project, view } = loaderData
  return unlistedHead(titleOf(project.name, view), args)
}

function titleOf(name: string, { kind }: InvestView): string {
  if (kind === 'closed') return `${name} is closed`
  return kind === 'sent' ? `Your request for ${name}` : `Invest in ${name}`
}

export default function Invest({ loaderData, actionData }: Route.ComponentProps) {
  const { project, view } = loaderData
  const { name, slug } = project
  if (view.kind === 'closed')
    return (
      <InvestmentClosed project={project} request={view.request} why={actionData?.reply.message} />
    )
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap">
        <Crumbs name={name} slug={slug} />
        <div className="grid gap-10 pt-2 pb-(--section) lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-x-[clamp(3rem,6vw,7rem)]">
          <div className="max-w-[42rem] min-w-0">
            <View loaderData={loaderData} view={view} reply={actionData?.reply} />
          </div>
          <AboutProject project={project} left={view.kind === 'form' ? view.offer : null} />
        </div>
      </div>
    </main>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Reply = NonNullable<Route.ComponentProps['actionData']>['reply'] | undefined

function View({ loaderData, view, reply }: { loaderData: Loaded; view: InvestView; reply: Reply }) {
  const { project, supportEmail } = loaderData
  switch (view.kind) {
    case 'closed':
      return null
    case 'admin':
      return <ForAdministrators name={project.name} />
    case 'none-left':
      return <NoneLeft project={project} left={view.left} why={reply?.message} />
    case 'sent':
      return <Sent project={project} request={view.request} why={reply?.message} />
    case 'form':
      return (
        <>
          <h1 className={`${titleClass} pb-3`}>Invest in {project.name}</h1>
          <p className="site-lead">
            Tell us the amount. Nothing is paid here; the contract comes first.
          </p>
          <Steps step={view.step} draft={view.misfit === null ? view.draft : null} />
          <Step
            key={view.step}
            view={view}
            project={project}
            supportEmail={supportEmail}
            reply={reply}
          />
        </>
      )
    default:
      return view satisfies never
  }
}

type StepProps = {
  view: Extract<InvestView, { kind: 'form' }>
  project: Loaded['project']
  supportEmail: string | null
  reply: Reply
}

/** Coming from another step focuses the heading. */
function Step({ view, project, supportEmail, reply }: StepProps) {
  const place = useFocusOnArrival()
  const { step, draft } = view
  return (
    <div ref={place}>
      {step === 'amount' && (
        <AmountStep {...view} slug={project.slug} reply={reply} supportEmail={supportEmail} />
      )}
      {step !== 'amount' && <ClearDraft slug={project.slug} />}
      {step === 'terms' && (
        <Terms
          completion={project.completion}
          risk={project.riskText}
          offer={view.offer}
          draft={draft}
          reply={reply}
        />
      )}
      {step === 'review' && draft && <Review {...view} draft={draft} reply={reply} />}
      {draft && <DiscardDraft slug={project.slug} />}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
