import { addressTable } from './access-addresses.ts'

/** Who asks. `viewing` is an administrator whose address names the investor; `held` must first replace a password. */
export const visitors = [
  'guest',
  'investor',
  'another',
  'inactive',
  'admin',
  'viewing',
  'held',
] as const
export type Who = (typeof visitors)[number]

/** What someone gets; the words of the table below. */
export const answers = [
  'shown', // what is there
  'heard', // their form is read; most are sent empty and refused with words
  'home', // the way to their own dashboard
  'sign-in', // the way to sign in
  'signed-out', // 401: script keeps the form and says that the session ended
  'hold', // the way to what they must do first
  'elsewhere', // the way to another page
  'too-large', // a page with the status 413
  'nothing', // 404: it is not there, or it is not theirs
  'not-taken', // 405
] as const
export type Answer = (typeof answers)[number]
export type Row = Record<Who, Answer>

const kinds = new Map(
  linesOf(`
                 guest      investor   another    inactive   admin      viewing    held
    open         shown      shown      shown      shown      shown      shown      shown
    led-on       elsewhere  elsewhere  elsewhere  elsewhere  elsewhere  elsewhere  elsewhere
    to-sign-in   sign-in    sign-in    sign-in    sign-in    sign-in    sign-in    sign-in
    too-large    too-large  too-large  too-large  too-large  too-large  too-large  too-large
    invest       elsewhere  shown      shown      elsewhere  shown      shown      hold
    interest     shown      elsewhere  elsewhere  shown      elsewhere  elsewhere  elsewhere
    invest-form  sign-in    heard      heard      sign-in    nothing    nothing    hold
    unknown      nothing    nothing    nothing    nothing    nothing    nothing    nothing
    heard        heard      heard      heard      heard      heard      heard      heard

    door         shown      home       home       shown      home       home       home
    second-step  sign-in    home       home       sign-in    home       home       home
    own          sign-in    shown      shown      sign-in    shown      shown      shown
    own-first    sign-in    shown      shown      sign-in    shown      shown      hold
    own-panel    sign-in    elsewhere  elsewhere  sign-in    elsewhere  elsewhere  elsewhere
    own-form     sign-in    heard      heard      sign-in    heard      heard      heard

    portal       sign-in    shown      shown      sign-in    home       shown      hold
    own-page     sign-in    shown      nothing    sign-in    home       shown      hold
    portal-404   sign-in    nothing    nothing    sign-in    home       nothing    hold
    portal-one   sign-in    shown      nothing    sign-in    home       shown      hold
    portal-form  sign-in    heard      nothing    sign-in    nothing    nothing    hold
    portal-own-form sign-in heard      heard      sign-in    nothing    nothing    hold
    portal-aside sign-in    home       home       sign-in    nothing    nothing    hold
    portal-live  nothing    shown      shown      nothing    nothing    shown      nothing
    own-file     nothing    shown      nothing    nothing    nothing    shown      nothing

    office       sign-in    home       home       sign-in    shown      shown      hold
    office-on    sign-in    home       home       sign-in    elsewhere  elsewhere  hold
    office-404   sign-in    home       home       sign-in    nothing    nothing    hold
    office-form  sign-in    nothing    nothing    sign-in    heard      heard      hold
    office-file  nothing    nothing    nothing    nothing    shown      shown      nothing
  `).map(([kind = '', ...cells]) => [kind, cells]),
)

function linesOf(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0)
}

function rowOf(kind: string): Row {
  const cells = kinds.get(kind) ?? []
  return Object.fromEntries(
    visitors.map((who, place) => {
      const answer = answers.find((known) => known === cells[place])
      if (!answer) throw new Error(`The matrix has no kind ${kind}, or no answer in it for ${who}.`)
      return [who, answer]
    }),
  ) as Row
}

/** One line of the table: what is looked at, and the acts it takes, each with who may. */
export type Address = { pattern: string; get: Row; acts: { act: string; row: Row }[] }

export const matrix: Address[] = linesOf(addressTable).map(
  ([pattern = '', kind = '', ...sent]) => ({
    pattern,
    get: rowOf(kind),
    acts: sent.map((sentAct) => {
      const [, act = '', kindOfAct = ''] = /^(.+):([\w-]+)$/.exec(sentAct) ?? []
      return { act, row: rowOf(kindOfAct) }
    }),
  }),
)

/** A pattern as the URL map writes it; here one address asks about someone who is invited, one about what they hold. */
export const asInMap = (pattern: string): string =>
  pattern
    .replace(':pendingId', ':investorId')
    .replace(':heldProjectId', ':projectId')
    .replace(':sketchId', ':pictureId')
