/** Who a live session belongs to. `investorId` is null for an administrator without an investor record. */
export type SignedInUser = {
  sessionId: string
  userId: string
  role: 'admin' | 'investor'
  name: string
  email: string
  investorId: string | null
  /** What must be done before anything else: a password replaced, a second factor set up (decisions §2). */
  hold: 'password' | 'second-factor' | null
}

/** Whoever is signed in, with what their request says of them. */
export type RequestUser = SignedInUser & {
  clientAddress: string | undefined
  cookies: string | null
}
