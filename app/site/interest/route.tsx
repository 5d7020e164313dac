import { isRouteErrorResponse, redirect } from 'react-router'
import { companyPhoneReader } from '../../domain/company/company.server.ts'
import { expressInterest } from '../../domain/inquiries/interest.server.ts'
import { interestDetailsSchema } from '../../domain/inquiries/interest-schema.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { guestCommand, visitorContext } from '../../platform/session/session.server.ts'
import { parseForm } from '../../values/form.ts'
import { formatAmount } from '../../values/money.ts'
import { timeUntil } from '../../values/relative-time.ts'
import { AboutProject } from '../invest/about-project.tsx'
import { titleClass } from '../invest/frame.tsx'
import { Crumbs } from '../invest/steps.tsx'
import pagesSheet from '../pages.css?url'
import { unlistedHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'
import { DetailsOfInterest } from './details.tsx'
import { AmountOfInterest, TermsOfInterest } from './first-steps.tsx'
import { InterestSteps } from './interest-steps.tsx'
import {
  interestingProject,
  readAmount,
  smallestAmount,
  stepAt,
  termsChanged,
} from './load-interest.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** A guest says what they would like to invest, in steps without a session. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { project, terms } = await interestingProject(context, params.slug)
  return { project, terms, least: smallestAmount(project), view: stepAt(url, project, terms) }
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return formAction(args, {
    guard: () => interestingProject(context, params.slug),
    parse: async (form, { project, terms }) => {
      const readPhone = await guestCommand(context, companyPhoneReader)
      const parsed = parseForm(interestDetailsSchema(readPhone), form)
      if (!parsed.ok) return parsed
      const amount = readAmount(form, project)
      if ('reply' in amount) return { ok: false, reply: { ...parsed, ...amount.reply } }
      if (parsed.value.terms === terms) return parsed
      return { ok: false, reply: { errors: {}, values: {}, message: termsChanged } }
    },
    run: ({ value: { terms: _, ...person } }) => {
      const { clientAddress } = context.get(visitorContext)
      return guestCommand(context, (guest) =>
        expressInterest(guest, { ...person, slug: params.slug, clientAddress }),
      )
    },
    refusals: {
      closed: 'This project takes no requests now. Nothing was sent.',
      'too-many': ({ retryAt }) => ({
        message: `Too many codes in a short time. Please try again in ${timeUntil(retryAt, clock.now())}.`,
        status: 429,
      }),
    },
    done: ({ interestId }) => redirect(`/investment/${params.slug}/interest/${interestId}`, 303),
    failed: 'This could not be sent',
  })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? unlistedHead(`Invest in ${loaderData.project.name}`, args) : []
}

export default function InterestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { project, terms, least, view } = loaderData
  const amount = view.amount === null ? null : formatAmount(view.amount, 'when-needed').slice(1)
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap">
        <Crumbs name={project.name} slug={project.slug} />
        <div className="grid gap-10 pt-2 pb-(--section) lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-x-[clamp(3rem,6vw,7rem)]">
          <div className="max-w-[42rem] min-w-0">
            <h1 className={`${titleClass} pb-3`}>Invest in {project.name}</h1>
            <p className="site-lead">
              Tell us the amount. Nothing is paid here; the contract comes first.
            </p>
            <InterestSteps step={view.step} amount={amount} />
            {view.step === 'amount' && (
              <AmountOfInterest slug={project.slug} {...{ least, amount }} reply={view.reply} />
            )}
            {view.step === 'terms' && (
              <TermsOfInterest {...{ project, terms }} amount={amount ?? ''} reply={view.reply} />
            )}
            {view.step === 'details' && (
              <DetailsOfInterest terms={terms} amount={amount ?? ''} reply={actionData?.reply} />
            )}
          </div>
          <AboutProject project={project} left={null} />
        </div>
      </div>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
