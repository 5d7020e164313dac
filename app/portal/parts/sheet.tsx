import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import type { PaperFrame, PaperSheet } from '../../values/paper.ts'
import { usePortalAddress } from './portal-link.tsx'
import './sheet.css'

/** What can be done with a paper: see what strangers see of it, and keep it. */
export function PaperActions({
  frame,
  what,
  pdf,
}: {
  frame: PaperFrame
  what: 'receipt' | 'statement'
  pdf: string
}) {
  const address = usePortalAddress()
  return (
    <>
      <ButtonLink to={`/verify/${frame.code}`} look="secondary" newTab>
        Check this {what}
      </ButtonLink>
      <DownloadLink href={address(pdf)} className={buttonClass('primary')}>
        <Icon name="download" size="small" />
        Download PDF
      </DownloadLink>
    </>
  )
}

/** The few facts somebody looks a paper up for, above it. */
export function PaperInShort({ facts }: { facts: [label: string, value: string][] }) {
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

/** The paper itself, as the PDF prints it: ink on white in either scheme. */
export function Sheet({
  sheet: { frame, sum, facts, figures, tables, notes },
  square,
}: {
  sheet: PaperSheet
  square: string
}) {
  return (
    <article className="sheet num" aria-label={frame.title}>
      <header>
        <Wordmark name={frame.issuer.brand} />
        <p className="sheet-name">
          {frame.label}
          <b>{frame.name}</b>
        </p>
      </header>
      {frame.stamp && (
        <p className="sheet-stamp" data-fallen>
          <b>{frame.stamp.word}</b> <bdi className="whitespace-pre-line">{frame.stamp.reason}</bdi>
        </p>
      )}
      <div className="sheet-sum">
        <h2>{sum.title}</h2>
        <strong>{sum.figure}</strong>
        <p>{sum.sentence}</p>
      </div>
      <dl className="sheet-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <dl className="sheet-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tables.map((table) => (
        <SheetTable key={table.heading} table={table} />
      ))}
      {notes.map((note) => (
        <p key={note} className="sheet-note">
          {note}
        </p>
      ))}
      <Foot frame={frame} square={square} />
    </article>
  )
}

function SheetTable({
  table: { heading, head, rows, whenEmpty },
}: {
  table: PaperSheet['tables'][number]
}) {
  return (
    <section>
      <h3>{heading}</h3>
      {rows.length === 0 ? (
        <p className="sheet-note">{whenEmpty}</p>
      ) : (
        <div className="sheet-scroll" tabIndex={-1}>
          <table>
            <thead>
              <tr>
                {head.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells, note, strong }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a paper never changes
                <tr key={index} data-strong={strong || undefined}>
                  {cells.map((cell, place) => (
                    <td key={head[place]}>
                      <bdi>{cell}</bdi>
                      {place === 1 && note && <small>{note}</small>}
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

function Foot({ frame: { verify, code, issuer }, square }: { frame: PaperFrame; square: string }) {
  return (
    <footer>
      <img src={square} alt={`Square that leads to ${verify.address}`} width={144} height={144} />
      <div>
        <p>Is this document genuine? Scan the QR code, or enter the code at {verify.page}</p>
        <b className="sheet-code">{code}</b>
        {issuer.contact.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </footer>
  )
}
