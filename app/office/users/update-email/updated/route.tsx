import { formerEmailOf } from '../../../../domain/accounts/administration/change-email.server.ts'
import { verifyEmails } from '../../../../domain/accounts/administration/email-sync.server.ts'
import { findAccount } from '../../../../domain/accounts/find-account.server.ts'
import { adminQuery, notFound } from '../../../../platform/session/session.server.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import type { Route } from './+types/route.ts'

/** Checks all three places of the address again after a change. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const account = await findAccount(admin, params.userId)
    const former = account && (await formerEmailOf(admin, account.id))
    if (!account || !former) throw notFound()
    const sync = await verifyEmails(admin, { userId: account.id, expectedEmail: account.email })
    return { account, former, inSync: 'inSync' in sync && sync.inSync }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Email Updated', args)

export default function EmailUpdated({
  loaderData: { account, former, inSync },
}: Route.ComponentProps) {
  return (
    <RouteDialog title="Email Updated" subtitle={account.name}>
      <DialogBody>
        <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <dt className="text-muted">Previous email</dt>
          <dd className="wrap-anywhere">
            <bdi>{former}</bdi>
          </dd>
          <dt className="text-muted">New email</dt>
          <dd className="font-medium wrap-anywhere">
            <bdi>{account.email}</bdi>
          </dd>
          <dt className="text-muted">Email sync</dt>
          <dd>
            {inSync ? <Badge tone="green">In sync</Badge> : <Badge tone="red">Out of sync</Badge>}
          </dd>
        </dl>
        <Consequences>
          <Consequence of="The new address">
            {account.verified ? 'is verified' : 'is unverified until they confirm it by email'}
          </Consequence>
          <Consequence of="The previous address">is notified of the change</Consequence>
          {!account.hasPassword && (
            <Consequence of="Their invitation">ended; send it again to the new address</Consequence>
          )}
        </Consequences>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </RouteDialog>
  )
}
