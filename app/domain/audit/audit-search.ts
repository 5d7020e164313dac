import { type CalendarDate, parseCalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import { listQuery } from '../../values/list-query.ts'
import {
  type AccountlessActor,
  type AuditKind,
  accountlessActors,
  auditActs,
  auditKinds,
  subjectLabels,
} from './audit-words.ts'

/** Search, filters and page; null means any. Days are whole days in Nairobi, both ends included. */
export type AuditSearch = {
  /** Names of people, projects and papers. */
  q: string
  kind: AuditKind | null
  /** An account's id, or one of the actors without an account. */
  who: string | null
  act: string | null
  subject: string | null
  /** One thing, by its id. */
  about: string | null
  from: CalendarDate | null
  to: CalendarDate | null
}

/** Which part of a list is asked for: what is older or newer than the entry with this id; null is the newest. */
export type AuditPage = { side: 'older' | 'newer'; id: bigint } | null

/** The whole log. */
export const unfilteredSearch: AuditSearch = {
  ...{ q: '', kind: null, who: null, act: null },
  ...{ subject: null, about: null, from: null, to: null },
}

/**
 * Reads the address of the log; null where a filter means nothing: its answer is nothing, and never the whole log as
 * though that were what was asked for. An unknown kind is All, as with the chips of other lists.
 */
export function auditSearchOf(url: URL): AuditSearch | null {
  const parameter = (name: string) => url.searchParams.get(name) ?? ''
  const search = understood(url)
  const isLost = (['who', 'act', 'subject', 'about', 'from', 'to'] as const).some(
    (name) => parameter(name) !== '' && search[name] === null,
  )
  return isLost ? null : search
}

function understood(url: URL): AuditSearch {
  const parameter = (name: string) => url.searchParams.get(name) ?? ''
  const who = parameter('who')
  return {
    q: listQuery(url).q,
    kind: auditKinds.find((kind) => kind === parameter('kind')) ?? null,
    who: isId(who) || isAccountlessActor(who) ? who : null,
    act: oneOf(auditActs, parameter('act')),
    subject: oneOf(subjectLabels, parameter('subject')),
    about: isId(parameter('about')) ? parameter('about') : null,
    from: dayIn(parameter('from')),
    to: dayIn(parameter('to')),
  }
}

/** `?page=older-1234`: a key and no number, because the log grows while it is read. */
export function auditPageOf(url: URL): AuditPage {
  const [, side, id] = /^(older|newer)-(\d{1,18})$/.exec(url.searchParams.get('page') ?? '') ?? []
  return side && id ? { side: side as 'older' | 'newer', id: BigInt(id) } : null
}

/** Whether this names an actor without an account. */
export function isAccountlessActor(who: string): who is AccountlessActor {
  return Object.hasOwn(accountlessActors, who)
}

const oneOf = (known: object, name: string) => (Object.hasOwn(known, name) ? name : null)

function dayIn(text: string): CalendarDate | null {
  const parsed = parseCalendarDate(text)
  return parsed.ok ? parsed.day : null
}
