import type { AdminActor } from '../../platform/database/database.server.ts'
import {
  addInvestment,
  type InvestmentAdded,
  type NewInvestment,
} from '../investments/add-investment.server.ts'
import { agreePlan } from './agree-plan.server.ts'
import { planLinesOf } from './plan-line.ts'
import { findTemplate } from './plan-templates.server.ts'

export type InvestmentAddedWithPlan =
  | InvestmentAdded
  | { refused: 'template-unavailable' | 'template-differs' | 'template-early' | 'template-closed' }

/**
 * Adds an investment with the plan of a template, agreed on the investment's day; both or neither. Refused like
 * `addInvestment`, for a cancelled investment, and for a template that is archived, of another project or does not fit.
 * One key serves both.
 */
export async function addInvestmentWithPlan(
  admin: AdminActor,
  { templateId, ...input }: NewInvestment & { templateId: string },
): Promise<InvestmentAddedWithPlan> {
  const { key, projectId, amount, investedOn: agreedOn } = input
  if (input.status === 'cancelled') return { refused: 'template-closed' }
  const template = await findTemplate(admin, templateId)
  if (!template || template.isArchived || template.projectId !== projectId)
    return { refused: 'template-unavailable' }
  const lines = planLinesOf(template.lines, amount, agreedOn)
  if ('refused' in lines) return { refused: 'template-differs' }
  const next = { nextPaymentOn: null, nextPaymentAmount: null }
  const added = await addInvestment(admin, { ...input, ...next })
  if ('refused' in added) return added
  const agreed = await agreePlan(admin, added.investmentId, {
    key,
    version: null,
    amount,
    agreedOn,
    lines,
    templateId,
    reason: null,
    beyondOffer: true,
  })
  if (!('refused' in agreed)) return added
  if (agreed.refused === 'before-agreement') return { refused: 'template-early' }
  if (agreed.refused === 'key-reused') return { refused: 'key-reused' }
  throw new Error(`the plan of a new investment was refused: ${agreed.refused}`)
}
