import { saysScale, smallest } from './run-script.ts'

/** The scripts that are tried on one small company (on-company.test.ts), in this order. */
export const scriptsOnCompany = [
  'demo:large',
  'start',
  'dev',
  'admin:create',
  'admin:reset-second-factor',
  'bench:lists',
  'bench:portal',
  'bench:plans',
  'bench:server',
  'bench:growth',
  'bench:live',
  'verify',
  'backup',
  'restore',
  'secret:replace',
] as const

/** Those that start a program and a browser of their own (slow.test.ts): their arguments, and what they print when they work. */
export const slowScripts: Readonly<Record<string, [args: string[], prints: RegExp]>> = {
  attack: [['7', smallest], /\| fuzzer \|/],
  'bench:pages': [[smallest], saysScale],
  faults: [['mail-refusing', smallest], /'met'/],
  'bench:upload': [[smallest], saysScale],
  'bench:limits': [[smallest], saysScale],
  'bench:pdf': [[smallest], saysScale],
  'bench:signin': [[smallest], saysScale],
  'bench:start': [[smallest], saysScale],
}
