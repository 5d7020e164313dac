import type { Admin, Command, Description } from './command.ts'
import { moneyCommands } from './money-commands.server.ts'
import { settingCommands } from './setting-commands.server.ts'

const commands = { ...moneyCommands, ...settingCommands }

/** The commands that may wait for a second person, by their names. */
export type CommandName = keyof typeof commands
export type InputOf<Name extends CommandName> = Parameters<(typeof commands)[Name]['run']>[1]

const registered: Record<string, Command<never>> = commands

function commandOf(name: string): Command<never> {
  const command = Object.hasOwn(registered, name) ? registered[name] : undefined
  if (!command) throw new Error(`No command is called ${name}`)
  return command
}

/** What a command would do. Throws for an unknown name. */
export function describeCommand(admin: Admin, name: string, input: unknown): Promise<Description> {
  return commandOf(name).describe(admin, input as never)
}

/** Runs a command of a proposal. Throws for an unknown name. */
export function runCommand(admin: Admin, name: string, input: unknown): Promise<object> {
  return commandOf(name).run(admin, input as never)
}
