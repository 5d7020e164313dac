export const demoAdminEmail = 'admin@demo.msingi.test'
export const demoCashierEmail = 'cashier@demo.msingi.test'
export const demoInvestorEmail = 'investor@demo.msingi.test'

/** The demo's sign-ins, printed at every start. They exist in demo databases only. */
export const demoSignIns = [
  { role: 'admin', email: demoAdminEmail },
  { role: 'cashier', email: demoCashierEmail },
  { role: 'investor', email: demoInvestorEmail },
]
export const demoPassword = 'Foundation-2020'
