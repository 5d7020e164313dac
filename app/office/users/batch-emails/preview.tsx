import type { FetcherWithComponents } from 'react-router'
import type { JudgedLine } from '../../../domain/accounts/batch-emails.server.ts'
import { ActionForm } from '../../../ui/form.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Table, Td, Th, Tr } from '../../../ui/table.tsx'
import { counted } from '../../../values/counted.ts'
import type { FormReply } from '../../../values/form.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { verdictWords } from './summary.ts'

type Props = {
  lines: JudgedLine[]
  text: string
  batchKey: string
  confirm: { needed: boolean; factor: boolean }
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** What each line would do. Nothing is changed yet; the button says how many will be. */
export function Preview({ lines, text, batchKey, confirm, reply, fetcher }: Props) {
  const ready = lines.filter(({ verdict }) => verdict === 'ready')
  return (
    <section aria-label="Preview">
      <h2 className="sr-only">Preview</h2>
      <p role="status" className="mb-2">
        {counted(lines.length, 'line')}, {ready.length} to be updated. Nothing is changed yet.
      </p>
      <Table caption="Preview" head={<LineHead last="What happens" />}>
        {lines.map((line) => (
          <Tr key={line.line}>
            <Td className={lineOfCard}>{line.line}</Td>
            <Td wrap>
              <bdi className="font-[560]">{line.name ?? line.userId}</bdi>
              {line.present && <bdi className="block text-xs text-muted">{line.present}</bdi>}
            </Td>
            <Td wrap card="row">
              <bdi>{line.email}</bdi>
            </Td>
            <Td
              wrap
              card="row"
              className={line.verdict === 'ready' ? 'text-positive' : 'font-medium text-negative'}
            >
              {verdictWords[line.verdict]}
            </Td>
          </Tr>
        ))}
      </Table>
      {ready.length > 0 && (
        <ActionForm reply={reply} fetcher={fetcher} className="mt-4 grid max-w-120 gap-4">
          <input type="hidden" name="key" value={batchKey} />
          <input type="hidden" name="lines" value={text} />
          {ready.map(({ line }) => (
            <input key={line} type="hidden" name="ready" value={line} />
          ))}
          <Consequences>
            <Consequence of="Each new address">is unverified until confirmed by mail</Consequence>
            <Consequence of="Each former address">is told</Consequence>
            <Consequence of="Their sessions and links">end now</Consequence>
            <Consequence of="Who has no password yet">
              cannot sign in by confirming; send their invitation again to the new address
            </Consequence>
          </Consequences>
          <ConfirmYourself {...confirm} />
          <div>
            <SubmitButton pendingLabel="Updating">{`Update ${counted(ready.length, 'email')}`}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </section>
  )
}

/** The number of a line; in a card it stands at the end of the first row, beside whom the line names. */
export const lineOfCard =
  "num text-muted @max-[48rem]/main:col-start-2 @max-[48rem]/main:row-start-1 @max-[48rem]/main:before:content-['Line_']"

/** The columns of a batch; the last says what becomes of a line. */
export function LineHead({ last }: { last: string }) {
  return (
    <>
      <Th>Line</Th>
      <Th>User</Th>
      <Th>New email</Th>
      <Th>{last}</Th>
    </>
  )
}
