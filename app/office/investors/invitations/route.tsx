import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { hasMailTransport } from '../../../domain/accounts/administration/mail-availability.server.ts'
import { SendInvitationsSchema } from '../../../domain/accounts/invitations/invitation-schema.ts'
import { invitationLifetime } from '../../../domain/accounts/invitations/invitations.server.ts'
import {
  findInvitable,
  type InvitationScope,
  mostInvited,
  sendInvitations,
} from '../../../domain/investors/invite-many.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../values/counted.ts'
import { grouped } from '../../../values/grouped.ts'
import { isId } from '../../../values/id.ts'
import { investorListParams } from '../../list-params.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import type { Route } from './+types/route.ts'

const mostNamed = 10

export async function loader({ url, context }: Route.LoaderArgs) {
  const scope = scopeOf(url)
  return adminQuery(context, async (admin) => {
    const { ready, open, others } = await findInvitable(admin, scope)
    const named = [...ready, ...open]
      .slice(0, mostNamed)
      .map(({ name, email }) => ({ name, email }))
    return {
      formKey: randomUUID(),
      most: mostInvited,
      ready: ready.length,
      open: open.length,
      others,
      named,
      of:
        'ids' in scope
          ? ('selection' as const)
          : 'importId' in scope
            ? ('import' as const)
            : ('list' as const),
      linkLifetime: await invitationLifetime(admin),
      mailGoesOut: await hasMailTransport(admin),
    }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: SendInvitationsSchema,
    run: async ({ value }) => {
      const done = await adminCommand(context, (admin) =>
        sendInvitations(admin, { ...value, scope: scopeOf(url) }),
      )
      if ('refused' in done || done.sent > 0) return done
      return { refused: done.kept > 0 ? ('all-open' as const) : ('nobody' as const) }
    },
    refusals: {
      'key-reused': 'This was already sent. Reload the page and try again.',
      'all-open': {
        errors: {
          again: 'Everyone here has an open invitation. Tick this to replace them.',
        },
      },
      nobody: 'No one here can be invited now. Reload the page to see why.',
    },
    done: (done) => ({
      to: listBehindDialog(url),
      toast: {
        kind: 'success',
        title: `${counted(done.sent, 'invitation')} queued`,
        ...textOf(done),
      },
    }),
    failed: { title: 'The invitations were not sent', text: 'Nothing was sent.' },
  })
}

function textOf({ notSent, left }: { notSent: number; left: number }) {
  const words = [
    ...(notSent > 0
      ? [`${grouped(notSent)} could not be invited: their email belongs to another account.`]
      : []),
    ...(left > 0 ? [`${grouped(left)} more can be invited next.`] : []),
  ]
  return words.length > 0 ? { text: words.join(' ') } : {}
}

export const meta: Route.MetaFunction = (args) => pageTitle('Send Invitations', args)

const scopes = {
  selection: 'The selected investors',
  import: 'Investors of this import',
  list: 'All in this list',
}

export default function SendInvitations({ loaderData, actionData }: Route.ComponentProps) {
  const { of, ready, open, most, mailGoesOut } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.formKey)
  const [again, setAgain] = useState(answer?.reply.values.again === 'on')
  const count = Math.min(again ? ready + open : ready, most)
  return (
    <RouteDialog title="Send invitations" subtitle={scopes[of]}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            {!mailGoesOut && (
              <div className="col-span-full">
                <Alert tone="warning">
                  No mail server is set up. Invitations wait until there is one.
                </Alert>
              </div>
            )}
            <People {...loaderData} />
            {open > 0 && (
              <div
                className="col-span-full"
                onChange={({ target }) =>
                  setAgain(target instanceof HTMLInputElement && target.checked)
                }
              >
                <CheckboxField
                  name="again"
                  label={`Also replace ${counted(open, 'invitation')} still open`}
                  hint="Their earlier links end."
                />
              </div>
            )}
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {ready + open > 0 && (
            <SubmitButton pendingLabel="Sending invitations">
              {count > 0 ? `Send ${counted(count, 'invitation')}` : 'Send invitations'}
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function People({ ready, open, others, named, most, linkLifetime }: Loaded) {
  return (
    <>
      {named.length === 0 ? (
        <p className="col-span-full">No one here needs an invitation.</p>
      ) : (
        <ul className="col-span-full grid gap-1">
          {named.map(({ name, email }) => (
            <li key={email} className="wrap-anywhere">
              <bdi className="font-[560]">{name}</bdi>{' '}
              <bdi className="text-xs text-muted">{email}</bdi>
            </li>
          ))}
          {ready + open > named.length && (
            <li className="text-xs text-muted">{`and ${grouped(ready + open - named.length)} more`}</li>
          )}
        </ul>
      )}
      <Consequences>
        <Consequence of="Can be invited">{grouped(ready)}</Consequence>
        {open > 0 && <Consequence of="Invitation still open">{grouped(open)}</Consequence>}
        {others > 0 && (
          <Consequence of="Not needed">{`${grouped(others)}, active, inactive or archived`}</Consequence>
        )}
        <Consequence of="Each gets">
          a link, valid for {linkLifetime}, to set a password
        </Consequence>
        {ready > most && <Consequence of="Limit">{`at most ${most}`}</Consequence>}
      </Consequences>
    </>
  )
}

/** `?select=` names investors, `?import=` an import; otherwise everyone in the list. */
function scopeOf(url: URL): InvitationScope {
  const selected = url.searchParams.getAll('select')
  if (selected.length > 0) return { ids: selected.filter(isId) }
  const importId = url.searchParams.get('import')
  if (importId !== null) return isId(importId) ? { importId } : { ids: [] }
  const { page: _, ...search } = investorListParams(url)
  return { search }
}

/** The list's address without the dialog's own parameters. */
function listBehindDialog(url: URL): string {
  const params = new URLSearchParams(url.search)
  params.delete('select')
  params.delete('import')
  return `/admin-dashboard/investors${params.size > 0 ? `?${params}` : ''}`
}
