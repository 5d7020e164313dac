import { readStatement } from '../../app/domain/bank-statements/read-statement.server.ts'
import { workbookOf } from '../../tests/workbook.ts'
import { makeInvestors } from './company.ts'
import { makeLines, time } from './make-month.ts'
import { Random } from './random.ts'
import { csvBytes, statementCells } from './statement-text.ts'

/** How long reading a statement of so many lines takes, as CSV and as a workbook. */
export async function readingTimes(
  count: number,
): Promise<{ what: string; milliseconds: number }[]> {
  const random = new Random(1)
  const { payments, own } = makeLines(random, makeInvestors(random, 300), count)
  const cells = statementCells([...payments, ...own.rows], 'A', time)
  const files = { csv: csvBytes(cells), xlsx: workbookOf(cells) }
  const times: { what: string; milliseconds: number }[] = []
  for (const [kind, bytes] of Object.entries(files)) {
    const began = performance.now()
    const statement = await readStatement({
      bytes,
      fileName: `statement.${kind}`,
      account: { number: '600966', currency: 'KES', profile: null },
    })
    if ('problem' in statement) throw new Error(statement.problem)
    times.push({
      what: `M-Pesa, ${statement.lines.length} lines, ${kind}`,
      milliseconds: performance.now() - began,
    })
  }
  return times
}
