import type { ReactNode } from 'react'
import type {
  CheckedLine,
  LineDone,
  SkippedBecause,
  Verdict,
} from '../../../domain/accounts/administration/batch-emails.server.ts'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { counted } from '../../../values/counted.ts'
import { emailRefusals } from '../messages.ts'

export const leftWords: Record<SkippedBecause, string> = {
  ...emailRefusals,
  malformed: 'This is not a user ID and an email.',
  swapped: 'The columns are swapped.',
  'bad-id': 'This is not a user ID.',
  'bad-email': 'Please enter a valid email address',
  'duplicate-id': 'Another line names the same person.',
  'duplicate-email': 'Another line has the same email.',
  oneself: 'This is you. Change your own email under Update Email: it signs you out.',
  'not-chosen': 'This was not in the preview. Preview it again.',
  'needs-approval':
    'This is a member of staff: another person must approve a new email. Propose it under Update Email.',
  failed: 'This could not be saved. Please try again.',
}

const verdictWords: Record<Verdict, string> = { ...leftWords, ready: 'Will be updated' }

export function summaryOf(updated: number, total: number): string {
  const left = total - updated
  return left === 0
    ? `${counted(updated, 'email')} updated.`
    : `${updated} updated, ${left} left as they were.`
}

export function Preview({ lines }: { lines: CheckedLine[] }) {
  const ready = lines.filter(({ verdict }) => verdict === 'ready').length
  const summary = `${counted(lines.length, 'line')}, ${ready} to be updated. Nothing has been changed yet.`
  return (
    <BatchTable
      caption="Preview"
      summary={summary}
      last="What happens"
      lines={lines.map(({ name, present, verdict, ...line }) => ({
        ...line,
        user: <bdi className="font-[560]">{name ?? line.userId}</bdi>,
        present,
        isSound: verdict === 'ready',
        outcome: verdictWords[verdict],
      }))}
    />
  )
}

export function Results({ lines }: { lines: LineDone[] }) {
  const updated = lines.filter(({ left }) => left === null).length
  return (
    <BatchTable
      caption="Results"
      summary={summaryOf(updated, lines.length)}
      last="Result"
      lines={lines.map(({ former, left, ...line }) => ({
        ...line,
        user: <bdi>{former ?? line.userId}</bdi>,
        isSound: left === null,
        outcome: left ? (
          <>
            <b className="font-semibold">Update Failed</b> {leftWords[left]}
          </>
        ) : (
          'Email Updated'
        ),
      }))}
    />
  )
}

type Line = {
  line: number
  user: ReactNode
  present?: string | null
  email: string
  isSound: boolean
  outcome: ReactNode
}
type Props = { caption: string; summary: string; last: string; lines: Line[] }

function BatchTable({ caption, summary, last, lines }: Props) {
  return (
    <section aria-label={caption}>
      <h2 className="sr-only">{caption}</h2>
      <p role="status" className="mb-2">
        {summary}
      </p>
      <Table
        caption={caption}
        head={['Line', 'User', 'New email', last].map((column) => <Th key={column}>{column}</Th>)}
      >
        {lines.map(({ line, user, present, email, isSound, outcome }) => (
          <Tr key={line}>
            {/* In a card it is at the end of the first row, next to the user. */}
            <Td className="num text-muted @max-[48rem]/main:col-start-2 @max-[48rem]/main:row-start-1 @max-[48rem]/main:before:content-['Line_']">
              {line}
            </Td>
            <Td wrap>
              {user}
              {present && <bdi className="block text-xs text-muted">{present}</bdi>}
            </Td>
            <Td wrap card="row">
              <bdi>{email}</bdi>
            </Td>
            <Td wrap card="row" className={isSound ? 'text-positive' : 'text-negative'}>
              {outcome}
            </Td>
          </Tr>
        ))}
      </Table>
    </section>
  )
}
