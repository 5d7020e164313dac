/** Safaricom's limits for one M-Pesa customer, in hundredths of a shilling: a payment, and all payments of a day. */
const mostPerPayment = 250_000_00n
const mostPerDay = 500_000_00n

/** An amount as M-Pesa takes it: payments of KES 250,000 and the rest, on how many days at most 500,000 each. */
export function splitForMpesa(minor: bigint): { full: number; rest: bigint; days: number } {
  return {
    full: Number(minor / mostPerPayment),
    rest: minor % mostPerPayment,
    days: Number((minor + mostPerDay - 1n) / mostPerDay),
  }
}
