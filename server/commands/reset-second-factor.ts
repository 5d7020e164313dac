import { runCommand } from './run-command.ts'

/** `npm run admin:reset-second-factor` */
await runCommand('resetSecondFactor')
