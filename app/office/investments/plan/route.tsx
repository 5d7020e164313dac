import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { agreePlan } from '../../../domain/payment-plans/agree-plan.server.ts'
import {
  milestoneChoices,
  offeredTemplates,
} from '../../../domain/payment-plans/plan-templates.server.ts'
import { plansOf } from '../../../domain/payment-plans/plans.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery } from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { investmentsHome } from '../../paths.ts'
import { InvestmentSubtitle } from '../parts/investment-subtitle.tsx'
import { requireInvestment } from '../parts/require-investment.server.ts'
import type { Route } from './+types/route.ts'
import { beginPlan } from './begin-plan.ts'
import { factsForPlan } from './plan-faults.server.ts'
import { PlanForm } from './plan-form.tsx'
import { fillLines, readPlan } from './read-plan.server.ts'
import { type PlanReply, planRefusals } from './refusals.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const investment = await requireInvestment(context, params.investmentId)
  const today = clock.today()
  return adminQuery(context, async (admin) => {
    const [current] = await plansOf(admin, investment.id)
    return {
      investment,
      today,
      key: randomUUID(),
      planVersion: current?.version ?? 0,
      fields: beginPlan(investment, current, today),
      templates: await offeredTemplates(admin, investment.project.id),
      milestones: await milestoneChoices(admin, investment.project.id),
    }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { investmentId } = params
  const home = `${investmentsHome}/${investmentId}`
  return formAction(args, {
    guard: async () => {
      const investment = await requireInvestment(context, investmentId)
      return adminQuery(context, (admin) => factsForPlan(admin, investment))
    },
    parse: readPlan,
    run: async ({ value }) => {
      if ('fields' in value) return value
      if ('fill' in value)
        return adminCommand(context, (admin) => fillLines(admin, investmentId, value))
      return adminCommand(context, (admin) => agreePlan(admin, investmentId, value))
    },
    refusals: planRefusals,
    done: (sent) =>
      'fields' in sent
        ? { reply: { errors: {}, values: sent.fields } }
        : {
            to: home,
            toast: {
              title: sent.version === 1 ? 'Payment plan added' : 'Payment plan changed',
              text: 'The investor sees it in the portal.',
              kind: 'success',
            },
          },
    failed: 'Error saving payment plan',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Payment Plan', args)

export default function PlanOfInvestment({ loaderData, actionData }: Route.ComponentProps) {
  const { investment, planVersion } = loaderData
  const { answer, fetcher } = useAnswer<PlanReply>(actionData as PlanReply | undefined)
  // Keeps the values the form was opened with across live revalidation; the version detects
  // changes.
  const [opened] = useState(loaderData)
  const obstacle = obstacleOf(investment)
  return (
    <>
      <PageHead
        back={{ to: `${investmentsHome}/${investment.id}`, label: 'Investment' }}
        title={planVersion > 0 ? 'Change Payment Plan' : 'Add Payment Plan'}
        lead={<InvestmentSubtitle investment={investment} />}
      />
      {obstacle && !answer ? (
        <Alert tone="info">{obstacle}</Alert>
      ) : (
        <PlanForm opened={opened} answer={answer} fetcher={fetcher} />
      )}
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** Why no plan can be agreed; null when one can. */
function obstacleOf({ isOwn, isArchived, partyArchived, status }: Loaded['investment']) {
  if (isOwn) return ownInvestmentMessage
  if (isArchived || partyArchived)
    return 'This investment, its project or its investor is archived. Restore it first.'
  return status === 'cancelled'
    ? 'This investment was cancelled. It cannot have a payment plan.'
    : null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={investmentsHome} title="Error fetching data" />
}
