import type { FetcherWithComponents } from 'react-router'
import { dueWords } from '../../../../domain/payment-plans/due-words.ts'
import { totalsOf } from '../../../../domain/payment-plans/plan-line.ts'
import type {
  MilestoneChoice,
  PlanTemplate,
} from '../../../../domain/payment-plans/plan-templates.server.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { counted } from '../../../../values/counted.ts'
import type { FormReply } from '../../../../values/form.ts'
import { formatAmount } from '../../../../values/money.ts'
import { basisPoints, formatPercent } from '../../../../values/percent.ts'
import { projectsHome } from '../../../paths.ts'

type Props = {
  template: PlanTemplate
  milestones: MilestoneChoice[]
  fetcher: FetcherWithComponents<unknown>
  reply: FormReply | undefined
}

export function TemplateEntry({ template, milestones, fetcher, reply }: Props) {
  const { id, projectId, name, lines, isArchived } = template
  const nameOf = (milestoneId: string) =>
    milestones.find((milestone) => milestone.id === milestoneId)?.name ?? 'a milestone'
  const isOwnReply = reply?.values.templateId === id
  return (
    <li className="rounded-card border border-line bg-surface px-(--pad) pt-3 pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 className="text-md font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="num text-muted">{totalText(template)}</p>
          {isArchived && <Badge>Archived</Badge>}
        </div>
        <ButtonLink
          size="small"
          to={`${projectsHome}/${projectId}/plans/${id}`}
          aria-label={`Edit ${name}`}
        >
          Edit
        </ButtonLink>
        <ActionForm reply={isOwnReply ? reply : undefined} fetcher={fetcher} nothingToType>
          <input type="hidden" name="templateId" value={id} />
          <input type="hidden" name="act" value={isArchived ? 'restore' : 'archive'} />
          <SubmitButton look="secondary" size="small">
            {isArchived ? 'Use again' : 'Archive'}
            <span className="sr-only"> {name}</span>
          </SubmitButton>
        </ActionForm>
      </div>
      <ol className="num mt-2 grid gap-0.5 text-sm">
        {lines.map(({ label, percent, amount, due }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <li key={place} className="flex flex-wrap gap-x-3">
            <span className="w-20 font-[560]">
              {percent === null
                ? amount !== null && formatAmount(amount, 'when-needed')
                : formatPercent(percent, percent % 100 === 0 ? 0 : 2)}
            </span>
            <span className="min-w-0 wrap-anywhere">
              {label && <bdi>{label} · </bdi>}
              <span className="text-muted">{dueWords(due, nameOf)}</span>
            </span>
          </li>
        ))}
      </ol>
    </li>
  )
}

function totalText({ lines }: PlanTemplate): string {
  const { percent, fixed } = totalsOf(lines)
  const share = formatPercent(basisPoints(percent), 0)
  const money = formatAmount(fixed, 'when-needed')
  const total = percent === 0 ? money : fixed > 0n ? `${money} and ${share} of the rest` : share
  return `${counted(lines.length, 'line')}, ${total}`
}
