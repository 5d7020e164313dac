/** The most bytes of a slip. */
export const slipLimitBytes = 10 * 1_048_576
/** The most characters of a pasted message and of a note. */
export const longestMessage = 2000
export const longestNote = 500
