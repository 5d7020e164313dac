import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import type { PdfFrame, PdfSheet } from '../../values/pdf-sheet.ts'
import { usePortalAddress } from './portal-link.tsx'

/** Actions of a receipt or statement: verify and download. */
export function SheetActions({
  frame,
  kind,
  pdf,
}: {
  frame: PdfFrame
  kind: 'receipt' | 'statement'
  pdf: string
}) {
  const address = usePortalAddress()
  return (
    <>
      <ButtonLink to={`/verify/${frame.code}`} look="secondary" newTab>
        Check this {kind}
      </ButtonLink>
      <DownloadLink href={address(pdf)} className={buttonClass('primary')}>
        <Icon name="download" size="small" />
        Download PDF
      </DownloadLink>
    </>
  )
}

export function SheetSummary({ facts }: { facts: [label: string, value: string][] }) {
  return (
    <dl className="num mb-(--gap) flex flex-wrap gap-x-10 gap-y-3 rounded-card border border-line bg-surface px-(--pad) py-4">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="font-[560]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const ink = '[--ink:#14211b] [--soft:#4c5a53] [--rule:color-mix(in_oklab,#14211b_18%,#fff)]'
const figure = 'text-[clamp(1.75rem,5cqi,2.75rem)]'

/** Ink on white in both colour schemes, as in the PDF. */
export function Sheet({
  sheet: { frame, sum, facts, figures, tables, notes },
  square,
}: {
  sheet: PdfSheet
  square: string
}) {
  return (
    <article
      className={`${ink} num rounded-[2px] bg-[#fff] p-[clamp(1.25rem,6%,4rem)] text-md leading-normal wrap-anywhere text-(--ink) [box-shadow:0_0_0_1px_color-mix(in_oklab,#14211b_10%,#fff),var(--shadow)]`}
      aria-label={frame.title}
    >
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-b border-(--rule) pb-7 [&_svg]:fill-[#0f3d2e]">
        <Wordmark name={frame.issuer.brand} />
        <p className="text-end text-sm text-(--soft) @max-[20rem]/main:text-start">
          {frame.label}
          <b className="block text-lg font-[580] text-(--ink)">{frame.name}</b>
        </p>
      </header>
      {frame.stamp && (
        <p className="mt-5 border-[1.5px] border-[#b3261e] px-4 py-3" data-fallen>
          <b className="me-3 font-[650] tracking-[0.04em] text-[#b3261e]">{frame.stamp.word}</b>{' '}
          <bdi className="whitespace-pre-line">{frame.stamp.reason}</bdi>
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pt-8 pb-7">
        <h2 className={`${figure} font-display leading-[1.1] font-normal tracking-[-0.024em]`}>
          {sum.title}
        </h2>
        <strong className={`${figure} leading-none font-[580] tracking-[-0.034em]`}>
          {sum.figure}
        </strong>
        <p className="w-full text-(--soft)">{sum.sentence}</p>
      </div>
      <dl className="border-b border-(--rule)">
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[11rem_minmax(0,1fr)] gap-4 border-t border-(--rule) py-[0.6rem] @max-[40rem]/main:grid-cols-[7rem_minmax(0,1fr)] max-[19em]:grid-cols-1! max-[19em]:gap-0"
          >
            <dt className="text-(--soft)">{label}</dt>
            <dd className="font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <dl className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-x-6 gap-y-4 rounded-[0.5rem] bg-[#f6f1e7] px-5 pt-[1.1rem] pb-[1.2rem]">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-(--soft)">{label}</dt>
            <dd className="text-[1.1875rem] font-[580]">{value}</dd>
          </div>
        ))}
      </dl>
      {tables.map((table) => (
        <SheetTable key={table.heading} table={table} />
      ))}
      {notes.map((note) => (
        <p key={note} className="pt-4 text-(--soft)">
          {note}
        </p>
      ))}
      <Foot frame={frame} square={square} />
    </article>
  )
}

const cellClass =
  'py-[0.55rem] border-b border-(--rule) pe-3 text-start align-top nth-1:whitespace-nowrap nth-2:min-w-[7.5em] nth-[n+3]:ps-3 nth-[n+3]:pe-0 nth-[n+3]:text-end nth-[n+3]:whitespace-nowrap'

/** On a phone a row is a day and a figure, with what it was below. Narrower than its words, the table scrolls. */
function SheetTable({
  table: { heading, head, rows, whenEmpty },
}: {
  table: PdfSheet['tables'][number]
}) {
  return (
    <section>
      <h3 className="pt-8 pb-2 text-base font-semibold text-[#0f3d2e]">{heading}</h3>
      {rows.length === 0 ? (
        <p className="pt-4 text-(--soft)">{whenEmpty}</p>
      ) : (
        <div tabIndex={-1}>
          <table className="w-full border-collapse text-sm @max-[40rem]/main:block">
            <thead className="@max-[40rem]/main:absolute @max-[40rem]/main:w-px @max-[40rem]/main:overflow-hidden @max-[40rem]/main:[clip-path:inset(50%)]">
              <tr>
                {head.map((label) => (
                  <th key={label} scope="col" className={`${cellClass} font-[450] text-(--soft)`}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="@max-[40rem]/main:block">
              {rows.map(({ cells, note, strong }, index) => (
                <tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: an issued document never changes
                  key={index}
                  className={`@max-[40rem]/main:grid @max-[40rem]/main:grid-cols-[minmax(0,1fr)_auto] @max-[40rem]/main:gap-x-4 @max-[40rem]/main:gap-y-[0.1rem] @max-[40rem]/main:border-b @max-[40rem]/main:border-(--rule) @max-[40rem]/main:py-[0.6rem] ${strong ? 'font-semibold' : ''}`}
                >
                  {cells.map((cell, place) => (
                    <td
                      key={head[place]}
                      className={`${cellClass} @max-[40rem]/main:border-0 @max-[40rem]/main:p-0 @max-[40rem]/main:nth-2:col-1 @max-[40rem]/main:nth-3:[grid-area:1/2] @max-[40rem]/main:nth-3:font-[560] @max-[40rem]/main:nth-4:[grid-area:2/2] @max-[40rem]/main:nth-4:font-normal @max-[40rem]/main:nth-4:text-(--soft)`}
                    >
                      <bdi>{cell}</bdi>
                      {place === 1 && note && <small className="block text-(--soft)">{note}</small>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Foot({ frame: { verify, code, issuer }, square }: { frame: PdfFrame; square: string }) {
  if (!verify) return null
  return (
    <footer className="mt-[clamp(2.5rem,8cqi,6rem)] flex flex-wrap items-end gap-x-6 gap-y-5 border-t-2 border-[#c79a3b] pt-6 text-xs text-(--soft)">
      <img src={square} alt={`QR code for ${verify.address}`} width={144} height={144} />
      <div className="flex-[1_1_16rem]">
        <p>Is this document genuine? Scan the QR code, or enter the code at {verify.page}</p>
        <b className="block pt-1 pb-3 text-xl font-[580] tracking-[0.05em] text-(--ink)">{code}</b>
        {issuer.contact.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </footer>
  )
}
