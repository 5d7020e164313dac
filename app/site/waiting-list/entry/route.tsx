import { isRouteErrorResponse, redirect } from 'react-router'
import {
  confirmWaiting,
  findWaitingEntry,
  leaveWaitingList,
  type WaitingEntry,
} from '../../../domain/inquiries/waiting-list.server.ts'
import { anyone, formAction } from '../../../platform/http/form-action.server.ts'
import { guestCommand, guestQuery, notFound } from '../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { Foot, stepClass, titleClass } from '../../invest/frame.tsx'
import pagesSheet from '../../pages.css?url'
import { unlistedHead } from '../../parts/head.ts'
import { NotFound } from '../../parts/not-found.ts'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** Opening the link changes nothing, because scanners of email open links too. */
export async function loader({ context, params: { slug, waitingId } }: Route.LoaderArgs) {
  const entry = isId(waitingId)
    ? await guestQuery(context, (guest) => findWaitingEntry(guest, waitingId))
    : null
  if (entry?.slug !== slug) throw notFound()
  return { entry }
}

export function action(args: Route.ActionArgs) {
  const { context, params } = args
  const { slug, waitingId } = params
  return formAction(args, {
    guard: anyone,
    run: ({ form }) => {
      if (!isId(waitingId)) throw notFound()
      const isLeaving = form.get('act') === 'leave'
      return guestCommand(context, async (guest) => {
        await (isLeaving ? leaveWaitingList(guest, waitingId) : confirmWaiting(guest, waitingId))
        return { isLeaving }
      })
    },
    refusals: {},
    done: ({ isLeaving }) =>
      redirect(
        isLeaving ? `/investment/${slug}` : `/investment/${slug}/waiting-list/${waitingId}`,
        303,
      ),
    failed: 'This could not be saved',
  })
}

export const meta: Route.MetaFunction = (args) => unlistedHead('Waiting list', args)

export default function WaitingEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry } = loaderData
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <div className="site-wrap max-w-3xl pt-8 pb-(--section)">
        <h1 className={titleClass}>Waiting list of {entry.project}</h1>
        <Entry entry={entry} reply={actionData?.reply} />
      </div>
    </main>
  )
}

function Entry({ entry, reply }: { entry: WaitingEntry; reply: FormReply | undefined }) {
  return (
    <ActionForm reply={reply} nothingToType className={stepClass}>
      <p className="site-lead">{words[entry.state]}</p>
      <Foot>
        {entry.state === 'new' && <SubmitButton>Join the waiting list</SubmitButton>}
        {entry.state === 'waiting' && (
          <SubmitButton look="secondary" name="act" value="leave">
            Leave the list
          </SubmitButton>
        )}
        <ButtonLink to={`/investment/${entry.slug}`}>See the project</ButtonLink>
      </Foot>
    </ActionForm>
  )
}

const words = {
  new: 'We email you once, when something becomes available. You can leave the list with the same link.',
  waiting: 'You are on the list. We email you once, when something becomes available.',
  told: 'We emailed you that something was free, which ended your place on the list.',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}
