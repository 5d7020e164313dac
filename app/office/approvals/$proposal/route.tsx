import { z } from 'zod'
import { needsIdentity, proposalStateLabels } from '../../../domain/approvals/approval.ts'
import {
  decideProposal,
  findProposal,
  proposedSince,
} from '../../../domain/approvals/proposals.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  currentUser,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { revalidateWhenRefused } from '../../../ui/connection/revalidate-when-refused.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { optionalNote } from '../../../values/fields.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { approvalsHome } from '../../paths.ts'
import { approvalReasons } from '../approvable.server.ts'
import { approveProposal, proposeAgain } from '../approve-proposal.server.ts'
import { describeCommand } from '../commands.server.ts'
import { decisionRefusals, whyNotAgain, whyNotNow } from '../decision-refusals.ts'
import { proposalTones } from '../proposals-table.tsx'
import type { Route } from './+types/route.ts'
import { Decide } from './decide.tsx'
import { ProposalFacts } from './proposal-facts.tsx'

const DecisionSchema = z.object({
  decision: z.enum(
    ['approved', 'declined', 'withdrawn', 'again'],
    'Reload the page and try again.',
  ),
  reason: optionalNote(500),
})

export async function loader({ params, context }: Route.LoaderArgs) {
  const user = await currentUser(context)
  const confirm = await needsConfirmation(context)
  return adminQuery(context, async (admin) => {
    const found = await findProposal(admin, params.proposalId)
    if (!found) throw notFound()
    const { command, input, lines, ...proposal } = found
    const description = await describeCommand(admin, command, input)
    const isOwn = (proposal.handedTo ?? proposal.proposedBy).id === user?.userId
    const confirmation = needsIdentity(lines) ? confirm : null
    const isAboutYou = lines.some(
      ({ act, subjectId }) => act === 'staff' && subjectId === user?.userId,
    )
    const reasons = approvalReasons(lines)
    const since = await proposedSince(admin, params.proposalId)
    const isOver = proposal.state === 'expired' || proposal.state === 'withdrawn'
    const mayPropose = isOwn && isOver && since === null
    return { proposal, description, reasons, isOwn, isAboutYou, confirmation, since, mayPropose }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context, url } = args
  const { proposalId } = params
  const to = `${approvalsHome}${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    parse: parseDecision,
    run: async ({ form, value: { decision, reason } }) => {
      if (decision === 'declined' || decision === 'withdrawn')
        return adminCommand(context, (admin) =>
          decideProposal(admin, { proposalId, state: decision, reason }),
        )
      const found = await adminQuery(context, (admin) => findProposal(admin, proposalId))
      const unconfirmed =
        found && needsIdentity(found.lines) ? await requireConfirmation(context, form) : null
      if (unconfirmed) return unconfirmed
      return decision === 'again'
        ? proposeAgain(context, proposalId, to)
        : approveProposal(context, proposalId)
    },
    refusals: {
      ...decisionRefusals,
      'not-now': ({ why }) => whyNotNow(why),
      again: 'This was proposed again, or is not yours to propose again.',
      'not-proposed': ({ why }) => whyNotAgain(why),
    },
    done: (_, { value: { decision } }) => ({
      to,
      toast: { kind: 'success', ...toasts[decision] },
    }),
    failed: 'The proposal was not decided',
  })
}

function parseDecision(form: FormData): ParsedForm<z.output<typeof DecisionSchema>> {
  const parsed = parseForm(DecisionSchema, form)
  if (!parsed.ok || parsed.value.decision !== 'declined' || parsed.value.reason !== null)
    return parsed
  const errors = { reason: 'Write why this is declined.' }
  return { ok: false, reply: refuseForm(form, { errors }) }
}

const toasts = {
  approved: { title: 'Approved', text: 'It has been carried out.' },
  declined: { title: 'Declined', text: 'The person who proposed it sees the reason.' },
  withdrawn: { title: 'Withdrawn', text: 'Nothing was carried out.' },
  again: { title: 'Carried out', text: 'It no longer needs a second person.' },
}

export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Approval', args)

export default function ProposalDialog({ loaderData, actionData }: Route.ComponentProps) {
  const { proposal, description, reasons, isOwn, isAboutYou, confirmation, since, mayPropose } =
    loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog
      title={<bdi>{proposal.title}</bdi>}
      subtitle={
        <Badge tone={proposalTones[proposal.state]}>{proposalStateLabels[proposal.state]}</Badge>
      }
    >
      <Decide
        proposal={proposal}
        isOwn={isOwn}
        isAboutYou={isAboutYou}
        confirmation={confirmation}
        mayPropose={mayPropose}
        reply={answer?.reply}
        fetcher={fetcher}
      >
        <ProposalFacts
          proposal={proposal}
          description={description}
          reasons={reasons}
          since={since}
        />
      </Decide>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
