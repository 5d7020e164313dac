import { runCommand } from './run-command.ts'

/** `npm run admin:create` */
await runCommand('createAdmin')
