/** The scripts that are tried on one small company (on-company.test.ts), in this order. */
export const scriptsOnCompany = [
  'demo:large',
  'start',
  'dev',
  'admin:create',
  'admin:reset-second-factor',
  'bench:lists',
  'bench:portal',
  'bench:plans',
  'bench:server',
  'bench:growth',
  'bench:live',
  'verify',
  'backup',
  'restore',
  'secret:replace',
] as const
