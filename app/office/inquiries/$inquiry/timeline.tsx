import type { ReactNode } from 'react'
import type { InquiryTurn } from '../../../domain/audit/inquiry-history.server.ts'
import type { InquiryInFull, InquiryNote } from '../../../domain/inquiries/inquiries.server.ts'
import { inquiryStatusLabels } from '../../../domain/inquiries/inquiry.ts'
import { Moment } from '../../../ui/day.tsx'

type Props = { inquiry: InquiryInFull; notes: InquiryNote[]; turns: InquiryTurn[] }
type Step = { id: string; at: Date; title: string; by: string | null; body?: string }

export function History({ inquiry, notes, turns }: Props) {
  const steps: Step[] = [
    { id: 'arrival', at: inquiry.receivedAt, title: 'Inquiry arrived', by: null },
    ...turns.map((turn) => ({ id: turn.id, at: turn.at, title: titleOf(turn), by: turn.by })),
    ...notes.map(({ id, writtenAt, writtenBy, body }) => ({
      id,
      at: writtenAt,
      title: 'Note',
      by: writtenBy,
      body,
    })),
  ].toSorted((left, right) => left.at.getTime() - right.at.getTime())
  return (
    <section aria-labelledby="inquiry-history" className="pt-4">
      <h3 id="inquiry-history" className="sr-only">
        History
      </h3>
      <ol className="grid">
        {steps.map((step) => (
          <Stop key={step.id} step={step}>
            {step.body && (
              <p className="whitespace-pre-line wrap-anywhere">
                <bdi>{step.body}</bdi>
              </p>
            )}
          </Stop>
        ))}
      </ol>
    </section>
  )
}

function Stop({ step: { at, title, by }, children }: { step: Step; children: ReactNode }) {
  return (
    <li className="relative pb-4 ps-6 before:absolute before:start-0.5 before:top-1.5 before:size-2 before:rounded-full before:bg-surface before:shadow-[inset_0_0_0_1.5px_var(--text-muted)] first:before:bg-gold first:before:shadow-none not-last:after:absolute not-last:after:start-[0.34rem] not-last:after:top-4.5 not-last:after:-bottom-1 not-last:after:w-px not-last:after:bg-line">
      <p className="text-xs text-muted">
        <Moment at={at} />
        {by && (
          <>
            , <bdi>{by}</bdi>
          </>
        )}
      </p>
      <h4 className="leading-[1.4] font-[580]">{title}</h4>
      {children}
    </li>
  )
}

function titleOf({ status, isSpam }: InquiryTurn): string {
  if (isSpam !== null) return isSpam ? 'Marked as spam' : 'Marked as not spam'
  return status === null ? 'Changed' : `Set to ${inquiryStatusLabels[status].toLowerCase()}`
}
