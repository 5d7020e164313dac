import { isRouteErrorResponse, redirect } from 'react-router'
import { companyPhoneReader } from '../../domain/company/company.server.ts'
import { expressInterest } from '../../domain/inquiries/interest.server.ts'
import { interestDetailsSchema } from '../../domain/inquiries/interest-schema.ts'
import { offeredSchedules } from '../../domain/payment-plans/offered-schedules.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { guestCommand, guestQuery, visitorContext } from '../../platform/session/session.server.ts'
import { parseForm, refuseForm } from '../../values/form.ts'
import { timeUntil } from '../../values/relative-time.ts'
import { AboutProject } from '../invest/about-project.tsx'
import { templateUnavailable } from '../invest/amount-refusal.ts'
import { titleClass } from '../invest/frame.tsx'
import { Crumbs } from '../invest/steps.tsx'
import pagesSheet from '../pages.css?url'
import { unlistedHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'
import { DetailsOfInterest } from './details.tsx'
import { AmountOfInterest, TermsOfInterest } from './first-steps.tsx'
import { chosenOf, InterestSteps } from './interest-steps.tsx'
import {
  interestingProject,
  readChoice,
  smallestAmount,
  stepAt,
  termsChanged,
  termsOf,
} from './load-interest.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** A guest says what they would like to invest, in steps without a session. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const offer = await interestingProject(context, params.slug)
  const { project, projectId, units } = offer
  const view = stepAt(url, offer)
  const { step, choice } = view
  const plans =
    step === 'details'
      ? await guestQuery(context, (guest) => offeredSchedules(guest, projectId, choice.amount))
      : []
  const terms = view.choice ? termsOf(project, view.choice) : ''
  return { project, units, terms, least: smallestAmount(project), view, plans }
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return formAction(args, {
    guard: () => interestingProject(context, params.slug),
    parse: async (form, offer) => {
      const readPhone = await guestCommand(context, companyPhoneReader)
      const parsed = parseForm(interestDetailsSchema(readPhone), form)
      if (!parsed.ok) return parsed
      const choice = readChoice(form, offer)
      if ('reply' in choice) return { ok: false, reply: refuseForm(form, wrongChoice) }
      if (parsed.value.terms !== termsOf(offer.project, choice))
        return { ok: false, reply: refuseForm(form, { message: termsChanged }) }
      const { amount, unit } = choice
      return { ok: true, value: { ...parsed.value, amount, unitId: unit?.id ?? null } }
    },
    run: ({ value: { terms: _, unit: __, ...person } }) => {
      const { clientAddress } = context.get(visitorContext)
      return guestCommand(context, (guest) =>
        expressInterest(guest, { ...person, slug: params.slug, clientAddress }),
      )
    },
    refusals: {
      closed: 'This project is not taking requests at the moment. Nothing was sent.',
      'unit-taken': wrongChoice,
      'template-unavailable': templateUnavailable,
      'too-many': ({ retryAt }) => ({
        message: `Too many codes in a short time. Please try again in ${timeUntil(retryAt, clock.now())}.`,
        status: 429,
      }),
    },
    done: ({ interestId }) => redirect(`/investment/${params.slug}/interest/${interestId}`, 303),
    failed: 'This could not be sent',
  })
}

/** The fields of the choice are hidden on the last step. */
const wrongChoice = {
  message: 'The amount, unit or share is no longer available. Go back and choose again.',
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? unlistedHead(`Invest in ${loaderData.project.name}`, args) : []
}

export default function InterestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { project, units, terms, least, view, plans } = loaderData
  const chosen = view.choice && chosenOf(view.choice)
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
            <InterestSteps step={view.step} chosen={chosen} />
            {view.step === 'amount' && (
              <AmountOfInterest
                slug={project.slug}
                least={least}
                units={units}
                chosen={chosen}
                reply={view.reply}
              />
            )}
            {view.step === 'terms' && chosen && (
              <TermsOfInterest project={project} terms={terms} chosen={chosen} reply={view.reply} />
            )}
            {view.step === 'details' && chosen && (
              <DetailsOfInterest
                terms={terms}
                chosen={chosen}
                plans={plans}
                reply={actionData?.reply}
              />
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
