import type { Permission } from '../../values/staff-role.ts'

/** The user of a live session. `investorId` is null for an administrator without an investor record. */
export type SignedInUser = {
  sessionId: string
  userId: string
  role: 'admin' | 'investor'
  name: string
  email: string
  investorId: string | null
  /** What must happen first: replace the password, or set up a second factor. */
  hold: 'password' | 'second-factor' | null
  /** What a member of staff may do; empty for investors. */
  permissions: readonly Permission[]
}

export type RequestUser = SignedInUser & {
  clientAddress: string | undefined
  cookies: string | null
}
