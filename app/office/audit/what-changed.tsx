import { Link } from 'react-router'
import type { AuditEntry } from '../../domain/audit/audit-log.server.ts'
import { isId } from '../../values/id.ts'

const audit = '/admin-dashboard/audit'

export function WhatChanged({ entry }: { entry: AuditEntry }) {
  const { changed } = entry
  return (
    <div className="py-2">
      {changed.length > 0 && (
        <div className="rounded-card border border-line bg-surface text-xs">
          <div
            aria-hidden="true"
            className="grid grid-cols-[12rem_1fr_1fr] gap-x-3 px-3 py-2 text-muted max-md:hidden"
          >
            <span>Field</span>
            <span>Before</span>
            <span>After</span>
          </div>
          <dl>
            {changed.map(({ field, before, after }) => (
              <div
                key={field}
                className="grid grid-cols-[12rem_1fr_1fr] gap-x-3 gap-y-0.5 border-t border-line px-3 py-2 max-md:grid-cols-1 max-md:first:border-t-0"
              >
                <dt className="text-muted md:text-text">{field}</dt>
                <dd className="min-w-0 break-words">
                  <span className="text-muted md:sr-only">Before: </span>
                  {before === null ? (
                    <span className="text-muted">none</span>
                  ) : (
                    <del className="text-muted">{before}</del>
                  )}
                </dd>
                <dd className="min-w-0 break-words">
                  <span className="text-muted md:sr-only">After: </span>
                  {after === null ? (
                    <span className="text-muted">none</span>
                  ) : (
                    <ins className="font-[560] no-underline">{after}</ins>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <p className="mt-2.5 flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
        <span className="num">Change {entry.id}</span>
        <span>{entry.clientAddress ? `From ${entry.clientAddress}` : 'From the server'}</span>
        {entry.who.id && (
          <Link to={`${audit}?who=${entry.who.id}`}>{`All by ${entry.who.name}`}</Link>
        )}
        {entry.on.id && isId(entry.on.id) && (
          <Link to={`${audit}?about=${entry.on.id}`}>{`All about ${entry.on.name}`}</Link>
        )}
      </p>
      <Ids entry={entry} />
    </div>
  )
}

function Ids({ entry: { who, on, changed, act } }: { entry: AuditEntry }) {
  const named = changed.flatMap(({ field, id }) => (id ? [[field, id] as const] : []))
  const ids = [['Who', who.id] as const, [on.subject, on.id] as const, ...named].filter(
    ([, id]) => id !== null,
  )
  return (
    <details className="mt-1.5 text-xs text-muted">
      <summary className="w-fit cursor-pointer">IDs</summary>
      <dl className="num mt-1 grid gap-x-3 gap-y-0.5 sm:grid-cols-[12rem_1fr]">
        <dt>Action</dt>
        <dd>{act}</dd>
        {ids.map(([name, id]) => (
          <IdLine key={`${name} ${id}`} name={name} id={id ?? ''} />
        ))}
      </dl>
    </details>
  )
}

function IdLine({ name, id }: { name: string; id: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="break-all">{id}</dd>
    </>
  )
}
