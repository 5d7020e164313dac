import { useState } from 'react'
import { Link } from 'react-router'
import { investmentStatusLabels } from '../../../../../domain/investments/investment.ts'
import { plansWithMilestone } from '../../../../../domain/payment-plans/plans.server.ts'
import { removeMilestone } from '../../../../../domain/projects/change-milestones.server.ts'
import { RemoveMilestoneSchema } from '../../../../../domain/projects/milestone-schema.ts'
import {
  type MilestoneUses,
  usesOfMilestone,
} from '../../../../../domain/projects/milestones.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  requireAdmin,
} from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../../../values/counted.ts'
import { investmentsHome } from '../../../../paths.ts'
import { requireMilestone } from '../require-milestone.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const milestone = await requireMilestone(context, params)
  return adminQuery(context, async (admin) => ({
    milestone,
    uses: await usesOfMilestone(admin, milestone.id),
    plans: await plansWithMilestone(admin, milestone.id),
    templates: `/admin-dashboard/projects/${params.projectId}/plans`,
  }))
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: RemoveMilestoneSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => removeMilestone(admin, params, value.version)),
    refusals: {
      'version-conflict':
        'Someone else has changed this milestone. Close this and look at it again.',
      'was-reached': reachedWords,
      'plans-wait': ({ plans, templates }) => waitingWords(plans, templates),
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/milestones`,
      toast: { title: 'Milestone removed', kind: 'success' },
    }),
    failed: 'Failed to remove the milestone',
  })
}

const reachedWords =
  'This milestone was reached before. What was recorded stays, so it cannot be removed.'

/** Plans stay as agreed, with earlier versions and those of cancelled investments; templates can be changed. */
function waitingWords(plans: number, templates: number): string {
  if (plans > 0)
    return `${counted(plans, 'investment')} ${plans === 1 ? 'has' : 'have'} a payment plan with this milestone, current or earlier. Plans stay as agreed, so it cannot be removed. Rename it or change its planned day instead.`
  return templates === 1
    ? '1 plan template depends on this milestone. Replace it first.'
    : `${counted(templates, 'plan template')} depend on this milestone. Replace them first.`
}

function obstacleOf({ plans, templates, reached }: MilestoneUses): string | null {
  if (reached > 0) return reachedWords
  return plans + templates > 0 ? waitingWords(plans, templates) : null
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Milestone', args)

type Loaded = Route.ComponentProps['loaderData']

/** What keeps the milestone, with links to it. */
function Obstacle({ words, uses, plans, templates }: Loaded & { words: string }) {
  return (
    <>
      <DialogBody>
        <p>{words}</p>
        {plans.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {plans.map(({ id, investor, status }) => (
              <li key={id}>
                <Link to={`${investmentsHome}/${id}`} className="text-link underline">
                  <bdi>{investor}</bdi>
                </Link>{' '}
                <span className="text-muted">{investmentStatusLabels[status]}</span>
              </li>
            ))}
            {uses.plans > plans.length && (
              <li className="text-muted">and {uses.plans - plans.length} more</li>
            )}
          </ul>
        )}
        {uses.templates > 0 && (
          <p>
            <Link to={templates} className="text-link underline">
              See the plan templates
            </Link>
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}

export default function RemoveMilestone({ loaderData, actionData: latest }: Route.ComponentProps) {
  const obstacle = obstacleOf(loaderData.uses)
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the version that was shown across live revalidation.
  const [{ version, name }] = useState(loaderData.milestone)
  return (
    <RouteDialog title="Remove Milestone" subtitle={<bdi>{name}</bdi>}>
      {obstacle && !answer ? (
        <Obstacle words={obstacle} {...loaderData} />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <input type="hidden" name="version" value={version} />
          <DialogBody>
            <p>It is no longer shown to anyone. This cannot be undone.</p>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton look="danger" pendingLabel="Removing milestone" icon="trash">
              Remove milestone
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
