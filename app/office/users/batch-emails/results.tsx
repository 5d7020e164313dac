import type { LineDone } from '../../../domain/accounts/batch-emails.server.ts'
import { Table, Td, Tr } from '../../../ui/table.tsx'
import { LineHead, lineOfCard } from './preview.tsx'
import { leftWords, summaryOf } from './summary.ts'

/** What became of each line (MUS-047). */
export function Results({ lines }: { lines: LineDone[] }) {
  const updated = lines.filter(({ left }) => left === null).length
  return (
    <section aria-label="Results">
      <h2 className="sr-only">Results</h2>
      <p role="status" className="mb-2">
        {summaryOf(updated, lines.length)}
      </p>
      <Table caption="Results" head={<LineHead last="Result" />}>
        {lines.map(({ line, userId, email, former, left }) => (
          <Tr key={line}>
            <Td className={lineOfCard}>{line}</Td>
            <Td wrap>
              <bdi>{former ?? userId}</bdi>
            </Td>
            <Td wrap card="row">
              <bdi>{email}</bdi>
            </Td>
            <Td wrap card="row" className={left ? 'text-negative' : 'text-positive'}>
              {left ? (
                <>
                  <b className="font-semibold">Update Failed</b> {leftWords[left]}
                </>
              ) : (
                'Email Updated'
              )}
            </Td>
          </Tr>
        ))}
      </Table>
    </section>
  )
}
