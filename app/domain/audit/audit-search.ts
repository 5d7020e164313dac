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

/** Null means any. Days are whole days in Nairobi, both ends included. */
export type AuditSearch = {
  /** Names of people, projects and documents. */
  q: string
  kind: AuditKind | null
  /** An account's id, or one of the actors without an account. */
  who: string | null
  act: string | null
  subject: string | null
  /** The id of a subject. */
  about: string | null
  from: CalendarDate | null
  to: CalendarDate | null
}

/** A side of the entry with this id; null is the newest page. */
export type AuditPage = { side: 'older' | 'newer'; id: bigint } | null

export const unfilteredSearch: AuditSearch = {
  q: '',
  kind: null,
  who: null,
  act: null,
  subject: null,
  about: null,
  from: null,
  to: null,
}

/** Reads the filters; null for an invalid filter, which matches nothing. An unknown kind is All. */
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

/** `?page=older-1234` is a key and not a number, because the log grows while it is read. */
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
