import { randomUUID } from 'node:crypto'
import { type ReactNode, useState } from 'react'
import type { ApprovalBlocker } from '../../../domain/investment-requests/request.ts'
import { ApproveRequestSchema } from '../../../domain/investment-requests/request-schema.ts'
import { approveRequestWithPlan } from '../../../domain/payment-plans/approve-with-plan.server.ts'
import {
  type OfferedSchedule,
  offeredSchedules,
} from '../../../domain/payment-plans/offered-schedules.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { revalidateWhenRefused } from '../../../ui/connection/revalidate-when-refused.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../values/counted.ts'
import { add, formatAmount, isPositive, zero } from '../../../values/money.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { requestsHome } from '../../paths.ts'
import { DecidedAlreadyBody, decidedWords } from '../decided.tsx'
import { requireRequest } from '../require-request.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const request = await requireRequest(context, params.requestId)
  const plans = await adminQuery(context, (admin) =>
    offeredSchedules(admin, request.project.id, request.amount),
  )
  return { request, plans, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireRequest(context, params.requestId),
    schema: ApproveRequestSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => approveRequestWithPlan(admin, params.requestId, value)),
    refusals: {
      ...blockerMessages,
      decided: decidedWords,
      'run-out':
        'This request is more than 14 days old and no longer reserves anything. It expires in a few minutes.',
      'exceeds-offer': ({ left }) =>
        `The project no longer offers as much: ${formatAmount(left, 'when-needed')} is left. Decline the request, or change what the project offers.`,
      'unknown-unit': unitGone,
      'invalid-share': unitGone,
      'unit-taken': unitGone,
      'share-exceeds': unitGone,
      'template-unavailable': {
        errors: { templateId: 'This template is no longer in use. Choose another.' },
      },
      'template-differs': {
        errors: { templateId: 'This template does not add up to the amount. Choose another.' },
      },
      'before-agreement': {
        errors: { templateId: 'A date in this template has passed. Choose another.' },
      },
      'key-reused': 'This was already sent. Reload the page and try again.',
    },
    done: () => ({
      to: `${requestsHome}${url.search}`,
      toast: {
        title: 'Request approved',
        text: 'It is now a pending investment, and the investor is notified.',
        kind: 'success',
      },
    }),
    failed: 'The request was not approved',
  })
}

const unitGone =
  'What the investor requested is no longer available. Decline the request, so that they can choose again.'

const blockerMessages: Record<ApprovalBlocker, string> = {
  'own-request': 'This is your own request. Ask another administrator to approve it.',
  'project-archived': 'The project was archived. Restore it first, or decline the request.',
  'project-completed':
    'The project was completed and no longer takes investments. Decline the request.',
  'investor-archived': 'The investor was archived. Restore them first, or decline the request.',
  'investor-inactive':
    'The account of this investor is inactive. Activate it first, or decline the request.',
}

/** A refusal usually means that someone else decided the request; the dialog then says so. */
export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Approve Request', args)

export default function ApproveRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request, plans } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const blocker = blockerIn(request)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  return (
    <RouteDialog
      title="Approve Request"
      subtitle={
        <>
          <span className="block">
            <bdi>{request.investor.name}</bdi>, <bdi>{request.project.name}</bdi>
          </span>
          <bdi className="block text-xs">{request.investor.email}</bdi>
        </>
      }
    >
      {request.status !== 'pending' ? (
        <DecidedAlreadyBody request={request} />
      ) : blocker ? (
        <BlockedNotice requestId={request.id}>{blocker}</BlockedNotice>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            <FieldGrid>
              <PlanOfRequest request={request} plans={plans} />
              <ApprovalEffects request={request} />
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton pendingLabel="Approving request">
              {`Approve request of ${formatAmount(request.amount, 'when-needed')}`}
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

type RequestToDecide = Awaited<ReturnType<typeof requireRequest>>

/** Why the request cannot be approved now, or null. */
function blockerIn({
  project,
  blocker,
  hasRunOut,
  amount,
  remainingAfter,
}: RequestToDecide): ReactNode {
  if (blocker) return blockerMessages[blocker]
  if (hasRunOut)
    return 'It is older than 14 days and no longer reserves anything. The investor can send it again.'
  if (remainingAfter === null || remainingAfter >= zero) return null
  const left = add(remainingAfter, amount)
  return (
    <>
      <bdi>{project.name}</bdi> no longer offers as much:{' '}
      <Amount cents={left < zero ? zero : left} show="when-needed" /> is left. Decline the request,
      or change what the project offers.
    </>
  )
}

function BlockedNotice({ requestId, children }: { requestId: string; children: ReactNode }) {
  return (
    <>
      <DialogBody>
        <Alert tone="warning">{children}</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
        <DialogLink look="primary" to={`${requestsHome}/${requestId}/decline`}>
          Decline
        </DialogLink>
      </DialogFoot>
    </>
  )
}

function chosenWords(templateId: string | null, isOffered: boolean): string {
  if (templateId === null) return 'The investor chose none.'
  return isOffered
    ? 'The investor chose it with the request.'
    : 'The template that the investor chose is no longer offered. Ask them before choosing another.'
}

/** The plan that the investor chose, or another of the project's templates. */
function PlanOfRequest({ request, plans }: { request: RequestToDecide; plans: OfferedSchedule[] }) {
  if (plans.length === 0) return null
  const chosen = plans.find(({ id }) => id === request.templateId)
  return (
    <SelectField
      name="templateId"
      label="Payment plan"
      span="full"
      defaultValue={chosen?.id ?? ''}
      hint={chosenWords(request.templateId, chosen !== undefined)}
    >
      <option value="">No plan yet</option>
      {plans.map(({ id, name, rows }) => (
        <option key={id} value={id}>
          {`${name}, ${counted(rows.length, 'payment')}`}
        </option>
      ))}
    </SelectField>
  )
}

function ApprovalEffects({ request }: { request: RequestToDecide }) {
  const { investor, project, amount, units, owned, alreadyInvested, remainingAfter } = request
  return (
    <Consequences>
      <Consequence of="New investment">
        <Amount cents={amount} show="when-needed" />
        {owned === null && units !== null && `, ${counted(units, 'unit')}`}, pending, dated today
      </Consequence>
      {owned !== null && (
        <Consequence of="Unit or share">
          <bdi>{owned}</bdi> then belongs to the investment
        </Consequence>
      )}
      {isPositive(alreadyInvested) && (
        <Consequence of="Other investments in this project">
          <Amount cents={alreadyInvested} show="when-needed" /> already
        </Consequence>
      )}
      {remainingAfter !== null && remainingAfter >= zero && (
        <Consequence of={<bdi>{project.name}</bdi>}>
          then offers <Amount cents={remainingAfter} show="when-needed" /> more
        </Consequence>
      )}
      <Consequence of={<bdi>{investor.name}</bdi>}>is notified, also by email</Consequence>
    </Consequences>
  )
}
