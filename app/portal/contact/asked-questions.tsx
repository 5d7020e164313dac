import type { AskedQuestion } from '../../domain/inquiries/ask-question.server.ts'
import type { InquiryStatus } from '../../domain/inquiries/inquiry.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Moment } from '../../ui/day.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const states: Record<InquiryStatus, { words: string; tone: BadgeTone }> = {
  new: { words: 'Sent', tone: 'blue' },
  contacted: { words: 'We wrote or called', tone: 'green' },
  converted: { words: 'Answered', tone: 'grey' },
  closed: { words: 'Answered', tone: 'grey' },
}

/** The investor's own questions with what became of them. */
export function AskedQuestions({ questions }: { questions: AskedQuestion[] }) {
  if (questions.length === 0) return null
  return (
    <Panel title="Your questions">
      <ul className="divide-y divide-line-soft">
        {questions.map(({ id, subject, message, status, askedAt }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted">
              <Moment at={askedAt} />
              <Badge tone={states[status].tone}>{states[status].words}</Badge>
            </div>
            {subject !== null && (
              <p className="mt-1 text-sm font-[560] wrap-anywhere">
                <bdi>{subject}</bdi>
              </p>
            )}
            <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">
              <bdi>{message}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
