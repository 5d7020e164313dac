import { z } from 'zod'
import { staffRoles } from '../../../values/staff-role.ts'

/** `before`: the roles that the form showed, separated by spaces. */
export const SecondFactorRolesSchema = z.object({
  roles: z.array(z.enum(staffRoles, 'Choose from the roles shown.')),
  before: z.string().transform((text) => text.split(' ').filter((role) => role !== '')),
})
