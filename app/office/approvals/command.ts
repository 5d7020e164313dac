import type { AdminActor } from '../../platform/database/database.server.ts'

/** One line of what a command would do: a label and its value. */
export type Fact = [label: string, value: string | null]

/** What a command would do, for the person who approves it. `to` is the page it is about. */
export type Description = { title: string; facts: Fact[]; to: string | null }

/** A command that may wait for a second person: how it runs, and how it is described before. */
export type Command<Input extends object, Answer extends object = object> = {
  run: (admin: AdminActor, input: Input) => Promise<Answer>
  describe: (admin: AdminActor, input: Input) => Promise<Description>
}
