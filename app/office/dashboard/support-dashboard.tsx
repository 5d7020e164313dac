import type { MessagesAttention } from '../../domain/inquiries/attention.server.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { NewInquiries, WithoutFile } from './needs-attention.tsx'

type Props = { attention: MessagesAttention; now: Date }

/** The dashboard of staff who see no money. */
export function SupportDashboard({ attention: { inquiries, withoutFile }, now }: Props) {
  return (
    <section>
      <SectionTitle>Needs attention</SectionTitle>
      {inquiries.count + withoutFile.length === 0 ? (
        <EmptyState icon="check-circle" title="Nothing needs your attention">
          New inquiries and documents without a file appear here.
        </EmptyState>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          <WithoutFile documents={withoutFile} />
          <NewInquiries inquiries={inquiries} now={now} />
        </ul>
      )}
    </section>
  )
}
