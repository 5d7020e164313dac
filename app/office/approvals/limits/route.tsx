import { actLabels, type LimitedAct, limitedActs } from '../../../domain/approvals/approval.ts'
import {
  type ApprovalLimits,
  approvalLimits,
  changeApprovalLimits,
} from '../../../domain/approvals/approval-limits.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { amountText } from '../../investments/parts/typed-amount.ts'
import { needsConfirmation, requireFullConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmFully } from '../../parts/confirm-identity.tsx'
import { approvalsHome } from '../../paths.ts'
import { approvable } from '../approvable.server.ts'
import type { Route } from './+types/route.ts'
import { LimitsSchema } from './limits-schema.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const limits = await adminQuery(context, approvalLimits)
  return { limits, confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args
  const to = `${approvalsHome}${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    schema: LimitsSchema,
    run: async ({ form, value: { were, ...limits } }) => {
      const unconfirmed = await requireFullConfirmation(context, form)
      if (unconfirmed) return unconfirmed
      const input = { were: byAct(were), limits }
      return approvable(context, { command: 'change-approval-limits', input, to }, (admin) =>
        changeApprovalLimits(admin, input),
      )
    },
    refusals: {
      unchanged: 'These limits are already set. Nothing was changed.',
      'version-conflict':
        'Someone else has just changed the limits. Your entries are kept. Reload the page to see the new ones.',
    },
    done: () => ({ to, toast: { kind: 'success', title: 'Limits saved' } }),
    failed: 'The limits could not be saved',
  })
}

function byAct(limits: readonly (ApprovalLimits[LimitedAct] | undefined)[]): ApprovalLimits {
  const entries = limitedActs.map((act, place) => [act, limits[place] ?? null])
  return Object.fromEntries(entries) as ApprovalLimits
}

export const meta: Route.MetaFunction = (args) => pageTitle('Approval limits', args)

const labels: Record<LimitedAct, string> = {
  ...actLabels,
  payment: 'Payments by hand',
  refund: 'Refunds',
  adjustment: 'Adjustments',
  void: 'Voids',
  distribution: 'Distributions',
  sending: 'Distributions sent',
  return: 'Money sent back',
}

export default function ApprovalLimitsDialog({ loaderData, actionData }: Route.ComponentProps) {
  const { limits, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const were = limitedActs.map((act) => limits[act]?.toString() ?? '').join()
  return (
    <RouteDialog title="Approval limits" subtitle="Above a limit, a second person approves">
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="were" value={answer?.reply.values.were ?? were} />
          <FieldGrid>
            <p className="col-span-full text-sm text-muted">
              A limit applies to the day’s total of each kind of action on one investment, or on one
              project for distributions. Payments that a statement matches automatically need no
              approval. Leave a field empty for no limit.
            </p>
            {limitedActs.map((act) => (
              <AmountField
                key={act}
                name={act}
                label={labels[act]}
                optional
                span="half"
                defaultValue={limits[act] === null ? '' : amountText(limits[act])}
              />
            ))}
            <p className="col-span-full text-sm text-muted">
              Changes of payment accounts, exchange rates, roles and sign-ins of staff, and these
              limits always need two people, once two can approve.
            </p>
            <ConfirmFully {...confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving">Save limits</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
