import type { Problem, ShownRow } from '../../../domain/imports/import-list.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table.tsx'
import { grouped } from '../../../values/grouped.ts'

const headings = (...names: string[]) => names.map((name) => <Th key={name}>{name}</Th>)
const longestFound = 120

/** Every problem by row and column. */
export function ProblemTable({ problems, count }: { problems: Problem[]; count: number }) {
  if (count === 0) {
    return (
      <EmptyState icon="check-circle" title="No problems">
        Every row of the file can be imported, or is there already.
      </EmptyState>
    )
  }
  return (
    <>
      <Table caption="Problems" head={headings('Row', 'Column', 'Value', 'Problem')}>
        {problems.map(({ row, column, found, says, mend }) => (
          <Tr key={`${row} ${column} ${says}`}>
            <Td className="num text-muted">Row {row}</Td>
            <Td className="font-[560]">{column}</Td>
            <Td wrap card="row">
              <Found text={found} />
            </Td>
            <Td wrap card="row">
              {says}
              {mend && <span className="block text-xs text-muted">{mend}</span>}
            </Td>
          </Tr>
        ))}
      </Table>
      <More shown={problems.length} count={count} words="Problems as CSV has all of them." />
    </>
  )
}

function Found({ text }: { text: string }) {
  if (text === '') return <span className="text-negative">(empty)</span>
  const letters = Array.from(text)
  return (
    <bdi className="text-negative underline decoration-wavy decoration-1 underline-offset-4 wrap-anywhere">
      {letters.length > longestFound ? `${letters.slice(0, longestFound).join('')}…` : text}
    </bdi>
  )
}

/** Rows that are ready, or there already. */
export function RowTable({
  rows,
  count,
  caption,
}: {
  rows: ShownRow[]
  count: number
  caption: string
}) {
  if (count === 0)
    return (
      <EmptyState icon="search" title="No rows">
        No row of the file is of this kind.
      </EmptyState>
    )
  return (
    <>
      <Table caption={caption} head={headings('Row', 'Name', 'As it is read')}>
        {rows.map(({ row, name, about }) => (
          <Tr key={row}>
            <Td className="num text-muted">Row {row}</Td>
            <Td wrap>
              <bdi className="font-[560] wrap-anywhere">{name}</bdi>
            </Td>
            <Td wrap card="row">
              <bdi className="wrap-anywhere">{about}</bdi>
            </Td>
          </Tr>
        ))}
      </Table>
      <More shown={rows.length} count={count} words="The others are like these." />
    </>
  )
}

function More({ shown, count, words }: { shown: number; count: number; words: string }) {
  if (shown >= count) return null
  return (
    <p className="num pt-3 text-xs text-muted">{`The first ${grouped(shown)} of ${grouped(count)}. ${words}`}</p>
  )
}
