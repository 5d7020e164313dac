import type { ReactNode } from 'react'

type Row = { key: string; cells: [name: ReactNode, ...figures: ReactNode[]] }

/** Few enough columns to stay a table on phones. */
export function FiguresTable({
  caption,
  heads,
  rows,
}: {
  caption: string
  heads: [string, ...string[]]
  rows: Row[]
}) {
  return (
    <table className="num w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          {heads.map((head) => (
            <th key={head} scope="col" className={`py-2 font-medium ${side(head === heads[0])}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line-soft">
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <tr key={key}>
            <th scope="row" className={`py-2 font-normal wrap-anywhere ${side(true)}`}>
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={heads[index + 1]} className={`py-2 whitespace-nowrap ${side(false)}`}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const side = (isFirst: boolean) =>
  isFirst ? 'ps-(--pad) pe-3 text-start' : 'ps-3 text-end last:pe-(--pad)'
