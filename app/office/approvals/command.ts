import type { AdminWork } from '../../platform/session/session.server.ts'

/** A member of staff in an open transaction. */
export type Admin = Parameters<AdminWork<unknown>>[0]

/** One line of what a command would do: a label and its value. */
export type Fact = [label: string, value: string | null]

/** What a command would do, for the person who approves it. `to` is the page it is about. */
export type Description = { title: string; facts: Fact[]; to: string | null }

/** A command that may wait for a second person: how it runs, and how it is described before. */
export type Command<Input extends object, Answer extends object = object> = {
  run: (admin: Admin, input: Input) => Promise<Answer>
  describe: (admin: Admin, input: Input) => Promise<Description>
}
