/** The demo's fixed sign-ins, printed at every start of a demo. They exist in a demo database only. */
export const demoSignIns = [
  { role: 'admin', email: 'admin@demo.msingi.test' },
  { role: 'investor', email: 'investor@demo.msingi.test' },
]
/** The one password of the demo. */
export const demoPassword = 'Foundation-2020'
