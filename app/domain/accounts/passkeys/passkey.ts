/** More than anyone's devices. */
export const mostPasskeys = 20
export const longestPasskeyName = 60

/** A passkey as its owner sees it. */
export type OwnPasskey = { id: string; name: string; addedAt: Date; usedAt: Date | null }
