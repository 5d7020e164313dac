/** An investor's number on receipts and statements: `H-001001`. */
export const formatHolderNumber = (number: number) => `H-${String(number).padStart(6, '0')}`
