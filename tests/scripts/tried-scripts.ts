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
  'migrate',
  'verify',
  'backup',
  'restore',
  'secret:replace',
] as const

/**
 * Those that start their own program: their arguments, and what they print when they work. They are divided among the
 * two files, so that both take about as long.
 */
export const slowScripts = {
  alone: {
    attack: [['7', smallest], /\| fuzzer \|/],
    faults: [['mail-refusing', smallest], /'met'/],
    'bench:upload': [[smallest], saysScale],
    'bench:limits': [[smallest], saysScale],
    'bench:pdf': [[smallest], saysScale],
  },
  'after the company': {
    'bench:pages': [[smallest], saysScale],
    'bench:slow': [[smallest], saysScale],
    'bench:signin': [[smallest], saysScale],
    'bench:start': [[smallest], saysScale],
    'bench:disk': [[smallest], saysScale],
  },
} satisfies Record<string, Record<string, [args: string[], prints: RegExp]>>
