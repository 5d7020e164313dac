import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findDistribution } from '../../../../domain/distributions/distributions.server.ts'
import { voidDistribution } from '../../../../domain/distributions/void-distribution.server.ts'
import { VoidSchema } from '../../../../domain/payments/correction-schema.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { Day } from '../../../../ui/day.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../../values/counted.ts'
import { isId } from '../../../../values/id.ts'
import { approvable } from '../../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import type { Route } from './+types/route.ts'

const refusals = {
  'already-voided': 'This distribution was already voided.',
  'key-reused': 'The form was already sent with a different reason. Reload the page and try again.',
}

async function requireDistribution(context: Context, id: string) {
  const distribution = await adminQuery(context, async (admin) =>
    isId(id) ? findDistribution(admin, id) : null,
  )
  if (!distribution) throw notFound()
  return distribution
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return {
    distribution: await requireDistribution(context, params.distributionId),
    key: randomUUID(),
  }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { distributionId } = params
  const to = `/admin-dashboard/distributions/${distributionId}`
  return formAction(args, {
    guard: () => requireDistribution(context, distributionId),
    schema: VoidSchema,
    run: ({ value }) => {
      const input = { ...value, distributionId }
      const proposing = { command: 'void-distribution' as const, input, key: value.key, to }
      return approvable(context, proposing, (admin) => voidDistribution(admin, input))
    },
    refusals,
    done: () => ({
      to,
      toast: { title: 'Distribution voided', kind: 'success' },
    }),
    failed: 'Error voiding distribution',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Void Distribution', args)

export default function VoidDistribution({ loaderData, actionData }: Route.ComponentProps) {
  const { project, datedOn, sent, shares, sentShares, voidedBecause } = loaderData.distribution
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const subtitle = (
    <>
      <bdi>{project}</bdi>, <Day on={datedOn} />
    </>
  )
  return (
    <RouteDialog title="Void Distribution" subtitle={subtitle}>
      {voidedBecause !== null && !answer ? (
        <>
          <DialogBody>
            <p>{refusals['already-voided']}</p>
          </DialogBody>
          <DialogFoot>
            <DialogCancel>Close</DialogCancel>
          </DialogFoot>
        </>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            <FieldGrid>
              <TextareaField name="reason" label="Reason" required rows={2} span="full" />
              <Consequences>
                <Consequence of="Returns received">
                  {sentShares === 0 ? (
                    'stay: nothing was sent'
                  ) : (
                    <>
                      shrink by <Amount cents={sent} show="when-needed" className="font-[580]" /> in
                      all, from today
                    </>
                  )}
                </Consequence>
                <Consequence of="Shares">
                  all {counted(shares, 'share')}
                  {sentShares > 0 && `, ${sentShares} of them sent`}
                </Consequence>
                <Consequence of="Investors with a share">
                  are notified, with the reason and their amount
                </Consequence>
                <Consequence of="Afterwards">
                  it stays in the list, struck through; this cannot be undone
                </Consequence>
              </Consequences>
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton look="danger" pendingLabel="Voiding distribution">
              Void distribution
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
