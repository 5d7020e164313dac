import type { ActionReply } from '../../platform/http/form-action.server.ts'

/** The reply of the list's action; `refused` names the lines that were not changed. */
export type ActReply = ActionReply<{ refused: { id: string; refused: string }[] }>
