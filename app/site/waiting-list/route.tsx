import { isRouteErrorResponse, redirect } from 'react-router'
import { WaitingListSchema } from '../../domain/inquiries/interest-schema.ts'
import { joinWaitingList } from '../../domain/inquiries/waiting-list.server.ts'
import { findPublishedProject } from '../../domain/projects/published-projects.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import {
  type Context,
  guestCommand,
  guestQuery,
  notFound,
  visitorContext,
} from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { FormReply } from '../../values/form.ts'
import { timeUntil } from '../../values/relative-time.ts'
import { Foot, stepClass, titleClass } from '../invest/frame.tsx'
import pagesSheet from '../pages.css?url'
import { unlistedHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** Only a fully reserved project has a waiting list; of others the visitor is led to the project's page. */
async function reservedProject(context: Context, slug: string) {
  const project = await guestQuery(context, (guest) => findPublishedProject(guest, slug))
  if (!project) throw notFound()
  if ('movedTo' in project) throw redirect(`/investment/${project.movedTo}/waiting-list`, 308)
  const { name, invest } = project
  if (!invest || invest.to.endsWith('/invest')) throw redirect(`/investment/${slug}`)
  return { name, slug }
}

export function loader({ context, params }: Route.LoaderArgs) {
  return reservedProject(context, params.slug)
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  return formAction(args, {
    guard: () => reservedProject(context, params.slug),
    schema: WaitingListSchema,
    run: ({ value: { email }, subject: { slug } }) => {
      const { clientAddress } = context.get(visitorContext)
      return guestCommand(context, (guest) =>
        joinWaitingList(guest, { slug, email, clientAddress }),
      )
    },
    refusals: {
      closed: 'This project is not taking investments at the moment.',
      available: 'Something is available now. Go back to the project.',
      'too-many': ({ retryAt }) => ({
        message: `Too many emails in a short time. Please try again in ${timeUntil(retryAt, clock.now())}.`,
        status: 429,
      }),
    },
    done: (_, { value }) => ({ facts: { sentTo: value.email } }),
    failed: 'This could not be sent',
  })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? unlistedHead(`Waiting list of ${loaderData.name}`, args) : []
}

export default function WaitingListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, slug } = loaderData
  const sentTo = actionData && 'sentTo' in actionData ? String(actionData.sentTo) : null
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap max-w-3xl pt-8 pb-(--section)">
        <h1 className={titleClass}>Waiting list of {name}</h1>
        {sentTo === null ? (
          <Join slug={slug} reply={actionData?.reply} />
        ) : (
          <div className={stepClass}>
            <p role="status" className="site-lead wrap-anywhere">
              We sent a link to <b className="font-[550]">{sentTo}</b>. Open it to join the list.
            </p>
            <Foot>
              <ButtonLink to={`/investment/${slug}`}>Back to the project</ButtonLink>
            </Foot>
          </div>
        )}
      </div>
    </main>
  )
}

function Join({ slug, reply }: { slug: string; reply: FormReply | undefined }) {
  return (
    <ActionForm reply={reply} className={stepClass}>
      <p className="site-lead">
        Everything is invested or reserved now. Reservations end after 14 days; we email everyone on
        the list once, when something becomes available.
      </p>
      <div className="max-w-96">
        <TextField
          name="email"
          label="Email Address"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
        />
      </div>
      <Foot>
        <SubmitButton pendingLabel="Sending the link">Send me the link</SubmitButton>
        <ButtonLink to={`/contact?project=${slug}`}>Contact us</ButtonLink>
      </Foot>
    </ActionForm>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
