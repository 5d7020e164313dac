import { demoCompany } from '../domain/company/demo-company.ts'
import { clock } from '../platform/clock.server.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { addBankTransactions } from './bank-transactions.server.ts'
import { addCompanyProof } from './company-proof.server.ts'
import { addDistributions } from './distributions.server.ts'
import { addDocuments } from './documents.server.ts'
import { addInvestments } from './investments.server.ts'
import { addListingFacts } from './listing-facts.server.ts'
import { addMilestones } from './milestones.server.ts'
import { addAccountsAndRates } from './money-in.server.ts'
import { addNotifications } from './notifications.server.ts'
import { addPeople } from './people.server.ts'
import { addPlans } from './plans.server.ts'
import { addProjects, completionOf } from './projects.server.ts'
import { demoProjects } from './projects.ts'
import { addProposal } from './proposals.server.ts'
import { addStatements } from './statements.server.ts'
import { addUpdates } from './updates.server.ts'
import { addVerificationItems } from './verification.server.ts'

/** Fills an empty installation with eighteen months of demo data. Writes without events, so no emails are sent. */
export async function loadDemo(admin: AdminActor): Promise<void> {
  const today = clock.today()
  const people = await addPeople(admin, today)
  await addCompanyProof(admin, today)
  const projectIds = await addProjects(admin, today)
  await addUpdates(admin, projectIds, today)
  await addListingFacts(admin, projectIds, today)
  const milestoneIds = await addMilestones(admin, projectIds, today)
  await addAccountsAndRates(admin, today)
  await addInvestments(admin, people, projectIds, today)
  await addPlans(admin, people, projectIds, { today, milestoneIds })
  const quarters = await addDistributions(admin, people.adminId, projectIds.cornerPlaza, today)
  await addStatements(admin, people, today)
  await addBankTransactions(admin, people, projectIds, today)
  await addDocuments(admin, people, projectIds, {
    company: demoCompany,
    today,
    quarters,
    hodanId: people.investorIds.hodan,
    villasCompleteOn: completionOf(demoProjects.coastalVillas, today),
  })
  await addVerificationItems(admin, projectIds, today)
  await addNotifications(admin, people, projectIds, { today, quarters })
  await addProposal(admin, people.cashierId, today)
}
