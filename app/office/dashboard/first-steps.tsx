import type { Overview } from '../../domain/reports/overview.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'

type Step = { words: string; isDone: boolean; to: string; act: string }
type Known = { overview: Overview; isCompanyDescribed: boolean; canSendMail: boolean }

export function isNothingCounted({ investors, money, projects, documents }: Overview): boolean {
  const ofProjects = Object.values(projects).reduce((sum, { count }) => sum + count, 0)
  return investors.all + money.investments + ofProjects + documents.all === 0
}

/** Setup checklist, shown until every step is done. */
export function FirstSteps(known: Known) {
  const steps = stepsOf(known)
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section className="mb-7">
      <SectionTitle>Getting started</SectionTitle>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {steps.map(({ words, isDone, to, act }) => (
          <li
            key={to}
            className="grid min-h-13 grid-cols-[1.125rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5"
          >
            {isDone ? (
              <Icon name="check-circle" className="size-4.5! text-positive" />
            ) : (
              <span
                aria-hidden="true"
                className="size-4 rounded-full border border-current text-muted"
              />
            )}
            <p className="font-[560]">
              {words}{' '}
              <span className="text-xs font-normal text-muted">{isDone ? 'Done' : 'To do'}</span>
            </p>
            <ButtonLink to={to} size="small" aria-label={`${isDone ? 'View' : act}: ${words}`}>
              {isDone ? 'View' : act}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stepsOf({
  overview: { projects, investors, money },
  isCompanyDescribed,
  canSendMail,
}: Known): Step[] {
  const hasProject = Object.values(projects).some(({ count }) => count > 0)
  return [
    { words: 'Describe the company', isDone: isCompanyDescribed, to: 'company', act: 'Describe' },
    addStep('Add the first project', 'projects', hasProject),
    addStep('Add the first investor', 'investors', investors.all > 0),
    addStep('Record the first investment', 'investments', money.investments > 0),
    { words: 'Set up email (SMTP_URL)', isDone: canSendMail, to: 'outbox', act: 'View' },
  ]
}

function addStep(words: string, list: string, isDone: boolean): Step {
  return { words, isDone, to: isDone ? list : `${list}/new`, act: 'Add' }
}
