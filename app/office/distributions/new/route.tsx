import { randomUUID } from 'node:crypto'
import { parseDistribution } from '../../../domain/distributions/distribution-schema.ts'
import {
  findDistribution,
  findPayingProject,
} from '../../../domain/distributions/distributions.server.ts'
import { recordDistribution } from '../../../domain/distributions/record-distribution.server.ts'
import { moneyChoices } from '../../../domain/exchange-rates/exchange-rates.server.ts'
import { suggestProjects } from '../../../domain/projects/projects.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction, type Onward } from '../../../platform/http/form-action.server.ts'
import { adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { counted } from '../../../values/counted.ts'
import { formatPaid } from '../../../values/exchange-rate.ts'
import { isId } from '../../../values/id.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { formatMoney } from '../../investments/parts/format-money.ts'
import { projectChoice } from '../../parts/choice.ts'
import { useReplyToast } from '../../users/use-reply-toast.ts'
import type { Route } from './+types/route.ts'
import { previewOf } from './draft.server.ts'
import { DraftForm } from './draft-form.tsx'
import { draftFields, Shares } from './shares.tsx'

const distributionsHome = '/admin-dashboard/distributions'
const here = `${distributionsHome}/new`
const mustSay = 'Tick this to record it a second time.'

export async function loader({ url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const first = (await suggestProjects(admin, '')).map(projectChoice)
    const named = url.searchParams.get('projectId') ?? ''
    const project = isId(named) ? await findPayingProject(admin, named) : undefined
    const isListed = !project || first.some(({ id }) => id === project.id)
    return {
      ...(await previewOf(url)(admin)),
      projects: isListed ? first : [projectChoice(project), ...first],
      moved: url.searchParams.has('moved'),
      today: clock.today(),
      key: randomUUID(),
      choices: await moneyChoices(admin),
    }
  })
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    parse: parseDistribution,
    unreadable: (_, form) => showCurrentShares(form, 'unreadable'),
    run: ({ value }) => {
      const command = 'record-distribution' as const
      const proposing = { command, input: value, key: value.key, to: distributionsHome }
      return approvable(context, proposing, async (admin) => {
        const answer = await recordDistribution(admin, value)
        if ('refused' in answer) return answer
        const recorded = await findDistribution(admin, answer.distributionId)
        return { ...answer, amount: recorded && formatPaid(recorded.total, recorded.paid) }
      })
    },
    refusals: ({ refused }, form) =>
      // The checkbox is only required once its question was shown.
      refused === 'already-recorded' && form.has('duplicateShown')
        ? { errors: { again: mustSay } }
        : showCurrentShares(form, refused),
    done: ({ distributionId, shares, amount }, { value }) => ({
      to: `/admin-dashboard/distributions/${distributionId}`,
      toast: {
        title: 'Distribution recorded',
        text: `${amount ?? formatMoney(value.total)} among ${counted(shares, 'investment')}.`,
        kind: 'success',
      },
    }),
    failed: 'Error recording distribution',
  })
}

/** Above every field's limit, so that a long value is still refused, and short enough for a URL. */
const longestShown = 600

/** Whatever was refused, shows the shares as they are now with the message at its field. */
function showCurrentShares(form: FormData, refused: string): Onward {
  const draft = new URLSearchParams()
  for (const name of draftFields)
    if (form.has(name)) draft.set(name, String(form.get(name)).slice(0, longestShown))
  if (refused === 'moved' || refused === 'key-reused') draft.set('moved', '1')
  const text =
    refused === 'already-recorded' ? 'This is already recorded.' : 'Check the shares again.'
  return { to: `${here}?${draft}`, toast: { title: 'Nothing was recorded', text, kind: 'warning' } }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Distribute Returns', args)

export default function DistributeReturns({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  useReplyToast(answer)
  const { preview, moved } = loaderData
  return (
    <>
      <PageHead
        back={{ to: distributionsHome, label: 'Distributions' }}
        title="Distribute returns"
      />
      <div className="grid items-start gap-x-10 gap-y-6 @min-[56rem]/main:grid-cols-[19rem_minmax(0,1fr)]">
        <DraftForm loaded={loaderData} />
        <div className="min-w-0">
          {moved && preview && (
            <div className="mb-4">
              <Alert tone="warning">
                {`The payments${preview.paid ? ' or the rate' : ''} changed since you looked, so nothing was recorded. These are the current shares.`}
              </Alert>
            </div>
          )}
          <Shares
            preview={preview}
            formKey={loaderData.key}
            reply={answer?.reply}
            fetcher={fetcher}
          />
        </div>
      </div>
    </>
  )
}
