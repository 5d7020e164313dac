import type { Company } from '../../domain/company/company.ts'

/** Such as "Write, call or come by". */
export function waysToReach({ phone, offices }: Pick<Company, 'phone' | 'offices'>): string {
  const ways = [phone !== null && 'call', offices.length > 0 && 'come by'].filter(
    (way) => way !== false,
  )
  if (ways.length === 0) return 'Write to us'
  return ways.length === 1 ? `Write or ${ways[0]}` : `Write, ${ways.join(' or ')}`
}
