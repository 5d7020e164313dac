import { notFound } from '../../../../platform/session/session.server.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import { requireKnownInvestor } from '../../parts/require-known-investor.server.ts'
import type { Route } from './+types/route.ts'

/** Shown after the password dialog; a direct visit finds nothing unless an administrator set the password. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await requireKnownInvestor(context, params.investorId)
  if (!investor.account?.mustChangePassword) throw notFound()
  return { name: investor.fullName, email: investor.account.email, isOpen: investor.account.isOpen }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Password Set', args)

export default function PasswordIsSet({
  loaderData: { name, email, isOpen },
}: Route.ComponentProps) {
  return (
    <RouteDialog title="Password Set" subtitle={<bdi>{name}</bdi>}>
      <DialogBody>
        <p className="mb-4 flex items-start gap-3">
          <Icon name="check-circle" className="mt-px flex-none text-positive" />
          <span>
            Password set. Share it with <bdi>{name}</bdi> yourself; it is not emailed and not shown
            again.
          </span>
        </p>
        <Consequences>
          <Consequence of="They sign in with">
            <bdi className="wrap-anywhere">{email}</bdi>
          </Consequence>
          <Consequence of="The first sign-in">asks for a new password</Consequence>
          {!isOpen && (
            <Consequence of="Their account">
              is inactive; activate it in Manage Users first
            </Consequence>
          )}
        </Consequences>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </RouteDialog>
  )
}
