import { demoInvestorEmail } from './sign-ins.ts'

/** `invited` has no password yet; `inactive` can no longer sign in. */
type Standing = 'active' | 'invited' | 'inactive'

type DemoInvestor = {
  name: string
  email: string
  phone: string | null
  joinedDaysAgo: number
  standing: Standing
}

export const demoAdminName = 'Faith Wairimu'
export const demoCashierName = 'Peter Kariuki'

/** Fictional people; the numbers reach no one. */
export const demoInvestors = {
  hodan: {
    name: 'Hodan Abdi',
    email: demoInvestorEmail,
    phone: '+252 61 000 0001',
    joinedDaysAgo: 552,
    standing: 'active',
  },
  abdirahman: {
    name: 'Abdirahman Warsame',
    email: 'abdirahman.warsame@demo.msingi.test',
    phone: '+252 61 000 0002',
    joinedDaysAgo: 549,
    standing: 'active',
  },
  yusuf: {
    name: 'Yusuf Barre',
    email: 'yusuf.barre@demo.msingi.test',
    phone: null,
    joinedDaysAgo: 540,
    standing: 'inactive',
  },
  wanjiku: {
    name: 'Wanjiku Kamau',
    email: 'wanjiku.kamau@demo.msingi.test',
    phone: '+254 700 000 003',
    joinedDaysAgo: 537,
    standing: 'active',
  },
  grace: {
    name: 'Grace Achieng',
    email: 'grace.achieng@demo.msingi.test',
    phone: '+254 700 000 004',
    joinedDaysAgo: 525,
    standing: 'active',
  },
  mohamed: {
    name: 'Mohamed Farah',
    email: 'mohamed.farah@demo.msingi.test',
    phone: '+252 61 000 0005',
    joinedDaysAgo: 371,
    standing: 'active',
  },
  halima: {
    name: 'Halima Osman',
    email: 'halima.osman@demo.msingi.test',
    phone: '+252 61 000 0006',
    joinedDaysAgo: 308,
    standing: 'active',
  },
  peter: {
    name: 'Peter Mutua',
    email: 'peter.mutua@demo.msingi.test',
    phone: '+254 700 000 007',
    joinedDaysAgo: 236,
    standing: 'active',
  },
  sahra: {
    name: 'Sahra Jama',
    email: 'sahra.jama@demo.msingi.test',
    phone: '+252 61 000 0008',
    joinedDaysAgo: 207,
    standing: 'active',
  },
  brian: {
    name: 'Brian Otieno',
    email: 'brian.otieno@demo.msingi.test',
    phone: '+254 700 000 009',
    joinedDaysAgo: 158,
    standing: 'active',
  },
  fatuma: {
    name: 'Fatuma Noor',
    email: 'fatuma.noor@demo.msingi.test',
    phone: '+254 700 000 010',
    joinedDaysAgo: 114,
    standing: 'active',
  },
  esther: {
    name: 'Esther Njeri',
    email: 'esther.njeri@demo.msingi.test',
    phone: '+254 700 000 011',
    joinedDaysAgo: 4,
    standing: 'invited',
  },
} satisfies Record<string, DemoInvestor>

export type InvestorKey = keyof typeof demoInvestors

export const investorKeys = Object.keys(demoInvestors) as InvestorKey[]
