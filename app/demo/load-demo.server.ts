import type { AdminActor } from '../platform/database.server.ts'

export async function loadDemo(_admin: AdminActor): Promise<void> {}
