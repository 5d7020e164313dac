import { z } from 'zod'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { restoreInvestor } from '../../../domain/investors/remove-investor.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand } from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { checkbox } from '../../../values/fields.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { type Confirmation, ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { pageBehindInvestorDialog } from '../../paths.ts'
import { requireKnownInvestor } from '../parts/require-known-investor.server.ts'
import type { Route } from './+types/route.ts'

const RestoreSchema = z.object({ reopen: checkbox() })

export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await requireKnownInvestor(context, params.investorId)
  return { investor, confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireKnownInvestor(context, params.investorId),
    schema: RestoreSchema,
    run: async ({ form, value }) =>
      (value.reopen ? await requireConfirmation(context, form) : null) ??
      adminCommand(context, (admin) => restoreInvestor(admin, params.investorId, value)),
    refusals: {
      'not-archived': 'This investor is not archived.',
      'not-allowed': 'You are no longer an administrator. Nothing was changed.',
    },
    needsApproval:
      'This is a staff account: another person must approve its activation. Restore the investor without it, then propose the activation under Status in Manage Users.',
    done: (_, { value, subject: { id, account } }) => ({
      to: pageBehindInvestorDialog(url, id),
      toast: {
        title: 'Investor restored',
        kind: 'success',
        ...(account && { text: value.reopen ? openAgain : stillClosed }),
      },
    }),
    failed: 'Error restoring investor',
  })
}

const openAgain = 'Their account is open again.'
const stillClosed = 'They cannot sign in until their account is made active.'

export const meta: Route.MetaFunction = (args) => pageTitle('Restore Investor', args)

export default function RestoreInvestor({ loaderData, actionData }: Route.ComponentProps) {
  const { investor, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const isThere = !investor.isArchived && !answer
  return (
    <RouteDialog title="Restore Investor" subtitle={<bdi>{investor.fullName}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          {isThere ? (
            <Alert tone="info">This investor is not archived.</Alert>
          ) : (
            <FieldGrid>
              <p className="col-span-full">They return to the list and can invest and pay again.</p>
              {investor.account && <Reopening account={investor.account} confirm={confirm} />}
            </FieldGrid>
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{isThere ? 'Close' : 'Cancel'}</DialogCancel>
          {!isThere && (
            <SubmitButton pendingLabel="Restoring investor">Restore investor</SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

type ReopeningProps = {
  account: NonNullable<KnownInvestor['account']>
  confirm: Confirmation
}

/** Restoring the record and reactivating the account are separate decisions. */
function Reopening({ account, confirm }: ReopeningProps) {
  return (
    <>
      <CheckboxField
        name="reopen"
        label="Let them sign in again"
        defaultChecked={account.hasPassword}
        hint={
          account.hasPassword
            ? 'Their account was closed. This activates it again.'
            : 'Their account was closed before they set a password, and their invitation has expired. This activates it; set a password for them next.'
        }
      />
      {confirm.needed && (
        <p className="col-span-full text-xs text-muted">Needed to let them sign in again.</p>
      )}
      <ConfirmIdentity {...confirm} />
    </>
  )
}
