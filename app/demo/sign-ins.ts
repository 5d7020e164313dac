/** The addresses people sign in with to look around. */
export const demoAdminEmail = 'admin@demo.msingi.test'
export const demoInvestorEmail = 'investor@demo.msingi.test'

/** The demo's fixed sign-ins, printed at every start of a demo. They exist in a demo database only. */
export const demoSignIns = [
  { role: 'admin', email: demoAdminEmail },
  { role: 'investor', email: demoInvestorEmail },
]
/** The one password of the demo. */
export const demoPassword = 'Foundation-2020'
