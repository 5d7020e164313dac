/** Safaricom's limits for one M-Pesa customer, in hundredths of a shilling: a payment, and all payments of a day. */
const mostPerPayment = 250_000_00n
const mostPerDay = 500_000_00n

/** An amount as M-Pesa takes it: payments of at most KES 250,000, and on how many days at most 500,000 each. */
export function splitForMpesa(minor: bigint): { payments: bigint[]; days: number } {
  const payments: bigint[] = []
  for (let left = minor; left > 0n; left -= mostPerPayment)
    payments.push(left < mostPerPayment ? left : mostPerPayment)
  return { payments, days: Number((minor + mostPerDay - 1n) / mostPerDay) }
}
