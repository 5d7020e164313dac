/** `receipt R-1`, `receipts R-1 and R-2`. */
export function receiptNames(numbers: readonly string[]): string {
  const names = new Intl.ListFormat('en-GB').format(numbers)
  return `${numbers.length === 1 ? 'receipt' : 'receipts'} ${names}`
}
